import Checkout
import Documents
import Foundation
import Testing

/// What `serve` and `control` print with `--json` is what Documentation/reference/json.schema.json says.
@Suite struct ServedJSONOutputTests {
    private let folder = TemporaryFolder()

    /// Runs `control --json` for what `server` serves, and validates what it prints.
    private func control(_ server: RunningRecorder, _ arguments: [String], exit: Int32 = 0) throws -> [JSONObject] {
        let port = ["--port", String(server.port), "--ca-directory", "authority", "--json"]
        let run = try CommandLineRun.kinescope(["control"] + arguments + port, in: folder)
        #expect(run.status == exit, "\(arguments): \(run.error)")
        let objects = try run.objects()
        try JSONOutputTests.validate(objects, of: "control")
        return objects
    }

    private static let looks = [
        "clock", "state", "timeline", "expirations", "unmatched", "verdict", "page", "openapi.json",
    ]

    @Test("A recording: requests of each source, what is looked at, steps, and the sum")
    func recording() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let server = try RunningRecorder(["ytdlp-sign-on.har"], of: "serve", in: folder)
        let host = "http://sp.auth.adobe.com"
        let fingerprint = Array(#"{"fingerprint":"0123456789abcdef0123456789abcdef"}"#.utf8)
        let type = [("Content-Type", "application/json; charset=UTF-8")]
        #expect(try server.request("POST", host + "/indiv/devices", headers: type, body: fingerprint)?.status == 201)
        let statement = Array(#"{"software_statement": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYXBwIn0.c2ln"}"#.utf8)
        #expect(try server.request("POST", host + "/o/client/register", headers: type, body: statement)?.status == 201)
        let grant =
            "grant_type=client_credentials&client_id=bc20fcf5-0196-49ea-9e6b-27323af7900f"
            + "&client_secret=872e63f7-9582-4f73-acb7-f1dfc3b6ee4d"
        let form = [("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")]
        #expect(
            try server.request("POST", host + "/o/client/token", headers: form, body: Array(grant.utf8))?.status == 201
        )
        #expect(try server.request("POST", host + "/adobe-services/session")?.status == 501)
        #expect(try server.request("GET", "http://telemetry.example/")?.status == 502)
        for look in Self.looks { #expect(try control(server, ["--get", look]).count >= 2) }
        let step = try control(server, ["advance 1h"])[1]
        #expect(step["next"]?["kind"]?.string == "accessToken")
        // The access token that was given lasts 24 h; the AuthN and AuthZ tokens of the recording were not given.
        let next = try control(server, ["advance 24h"])[1]
        #expect(next["next"] == .null)
        #expect(
            try control(server, ["advance 1h; age 1h"], exit: 1).compactMap { $0["type"]?.string } == [
                "header", "step", "error", "summary",
            ]
        )
        for step in ["revoke viewer Rogers", "degrade Rogers authn-all"] {
            let error = try control(server, [step], exit: 1)[1]
            #expect(error["message"]?.string?.contains("--fallback simulated") == true, "\(step): \(error)")
        }
        let run = try server.stop()
        #expect(run.status == 1)
        let objects = server.objects.compactMap(\.object)
        try JSONOutputTests.validate(objects, of: "serve")
        #expect(
            objects.compactMap { $0["source"]?.string } == [
                "recorded", "recorded", "recorded", "unmatched", "foreignHost",
            ]
        )
        #expect(objects.last?["unmatchedCount"] == .count(2))
    }

    @Test("The simulated service: requests, faults, the service's state, and the sum")
    func service() throws {
        let server = try RunningRecorder(["--frozen", "--strict"], of: "serve", in: folder)
        let url = "http://api.auth.adobe.com/api/v1/config/KITETV"
        #expect(try server.request("GET", url)?.status == 401)
        _ = try control(server, ["fault {kind: garbage body, on: v1.config, times: 1}"])
        #expect(try server.request("GET", url) != nil)
        for look in Self.looks { #expect(try control(server, ["--get", look]).count >= 2) }
        #expect(try control(server, ["nonsense"], exit: 2).count == 3)
        #expect(try control(server, ["--reset"]).count == 3)
        #expect(try control(server, ["--get", "verdict"])[1]["faultCount"] == .count(0))
        let run = try server.stop()
        #expect(run.status == 1)
        let objects = server.objects.compactMap(\.object)
        try JSONOutputTests.validate(objects, of: "serve")
        #expect(objects.compactMap { $0["fault"]?.string } == ["garbageBody"])
        #expect(objects.last?["faultCount"] == .count(0) && objects.last?["beforeReset"]?["faultCount"] == .count(1))
    }
}
