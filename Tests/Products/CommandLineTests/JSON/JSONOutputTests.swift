import Checkout
import Documents
import Foundation
import Testing

/// What each command prints with `--json` is what Documentation/reference/json.schema.json says.
@Suite struct JSONOutputTests {
    let folder = TemporaryFolder()

    static let schema = Result {
        let file = Checkout.top.appending(path: "Documentation/reference/json.schema.json")
        return try JSONSchema(parsing: [UInt8](Data(contentsOf: file)))
    }

    static func path(_ name: String) -> String { Checkout.top.appending(path: name).path }

    /// Validates every line; the first is the header and the last the summary of the command.
    static func validate(_ objects: [JSONObject], of command: String) throws {
        let schema = try schema.get()
        for object in objects {
            do {
                try schema.validate(.object(object))
            } catch {
                Issue.record("\(command): \(error)\n\(JSONValue.object(object).serialized.prefix(2_000))")
            }
        }
        #expect(objects.flatMap { names(in: .object($0)) }.filter { $0.contains(" ") } == [], "\(command)")
        #expect(objects.first?["type"]?.string == "header" && objects.first?["command"]?.string == command)
        #expect(objects.last?["type"]?.string == "summary" && objects.last?["command"]?.string == command)
    }

    /// The codes in a value, and the names and relations of the fields that findings and differences are about.
    private static func names(in value: JSONValue) -> [String] {
        if let elements = value.array { return elements.flatMap(names) }
        guard let object = value.object else { return [] }
        let keys = ["code", "kind", "field", "rule", "remark", "relation", "part", "operation", "step", "fate"]
        let own = keys.compactMap { object[$0]?.string }
        let isAbout = ["finding", "difference"].contains(object["type"]?.string)
        let fields = isAbout ? object["fields"]?.array?.compactMap { $0["name"]?.string } ?? [] : []
        return own + fields + object.members.flatMap { names(in: $0.value) }
    }

    /// Runs a command with `--json` and validates what it prints.
    @discardableResult
    private func run(_ arguments: [String], exit: Int32 = 0) throws -> [JSONObject] {
        let run = try CommandLineRun.kinescope(arguments + ["--json"], in: folder)
        #expect(run.status == exit, "\(arguments): \(run.error)")
        let objects = try run.objects()
        try Self.validate(objects, of: arguments[0])
        return objects
    }

    @Test("Recordings: import, show, verify, export, state, sweep, replay", arguments: Capture.all)
    func recordings(name: String) throws {
        try folder.copyCapture(name)
        try run(["import", name + ".har", "-o", "a.kinescope"])
        for file in [name + ".har", "a.kinescope"] {
            try run(["show", file])
            try run(["verify", file])
        }
        for arguments in [["3"], ["--vsa-calls"]] { try run(["show", "a.kinescope"] + arguments) }
        try run(["export", "a.kinescope", "-o", "out.har", "--vsa-log", "out.vsa.jsonl"])
        for command in ["state", "sweep"] {
            try run([command, "a.kinescope"])
            try run([command, "a.kinescope", "--replay"])
        }
        try run(["replay", "a.kinescope"])
        try run(["report", "a.kinescope", "-o", "out.html"])
        try run(["replay", "a.kinescope", "--fork-at", "3", "--then", "advance 31d; play KITE1"])
        try run(["replay", "a.kinescope", "--then", "expect playing NOTHING"], exit: 1)
    }

    @Test("What is different, damaged, or not as a HAR should be")
    func findings() throws {
        try folder.copyCapture("apple-sso-tvos")
        try folder.copyCapture("access-denied-tvos")
        try run(["import", "apple-sso-tvos.har"])
        try run(["diff", "apple-sso-tvos.kinescope", "access-denied-tvos.har"], exit: 1)
        var bytes = try folder.bytes(of: "apple-sso-tvos.kinescope")
        let place = try #require(bytes.firstRange(of: Array("KITETV/profile-requests".utf8)))
        bytes[place.lowerBound] ^= 0x01
        try folder.write(bytes, to: "changed.kinescope")
        let damage = try run(["verify", "changed.kinescope"], exit: 1).filter { $0["code"]?.string == "damaged" }
        #expect(!damage.isEmpty)
        try run(["replay", "changed.kinescope"], exit: 1)
        try run(["show", "changed.kinescope", "--anyway"], exit: 1)
        let odd = try Capture.compactText(of: "ytdlp-sign-on").replacing(#""status":200,"#, with: #""status":200.0,"#)
        try folder.write(odd, to: "odd.har")
        let warnings = try run(["import", "odd.har"]).filter { $0["type"]?.string == "finding" }
        #expect(!warnings.isEmpty && warnings.allSatisfy { $0["code"]?.string == "harFractionalStatus" })
        try folder.write(
            #"{"log":{"version":"1.2","creator":{"name":"k","version":"1"},"entries":[]}}"#,
            to: "none.har"
        )
        let none = try run(["import", "none.har"])
        #expect(none.contains { $0["code"]?.string == "noAdobeCall" && $0["level"]?.string == "warning" })
    }

    @Test("What is inspected: SAML, tokens, answers, and what they are wrapped in")
    func inspections() throws {
        try run(["inspect", Self.path("Recordings/saml"), "--at", "2026-11-20T22:00:00Z"], exit: 3)
        try run(["inspect", Self.path("Recordings/answers"), "--at", "2026-01-01T00:00:00Z"], exit: 1)
        try run(["inspect", "2011/03/19 02:29:34 GMT +0200", "nothing known"], exit: 3)
    }

    @Test("The CA certificate, and where it was written")
    func certificate() throws {
        let objects = try run(["certificate", "--authority", "ca", "--pem", "a.pem"])
        #expect(objects.last?["files"] == .array([.string("a.pem")]))
    }

    @Test(
        "Scenarios: all of the library with their timelines, one that fails, one that cannot be run, and made-up ones"
    )
    func scenarios() throws {
        try run(["simulate", Self.path("Scenarios"), "--timeline"])
        try folder.write(ScenarioText.failing, to: "failing.yaml")
        try run(["simulate", "failing.yaml"], exit: 1)
        try folder.write(ScenarioText.bad, to: "bad.yaml")
        let run = try CommandLineRun.kinescope(["simulate", "bad.yaml", "--json"], in: folder)
        #expect(run.status == 3)
        try Self.validate(try run.objects(), of: "simulate")
        try self.run(["simulate", "--random", "3", "--seed", "7"])
    }

    static let scenarioFiles: [String] = {
        let top = Checkout.top.appending(path: "Scenarios").path
        return (FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".yaml") }.sorted().map { "Scenarios/" + $0 }
    }()

    @Test("The state of every second scenario of the library, and what changes when in every sixth")
    func states() throws {
        #expect(Self.scenarioFiles.count > 100)
        for (index, file) in Self.scenarioFiles.enumerated() where index.isMultiple(of: 2) {
            try run(["state", Self.path(file)])
            if index.isMultiple(of: 6) { try run(["sweep", Self.path(file)]) }
        }
    }

    @Test("A recorder: where it listens, exchanges, VSA calls, user actions, what it skips, and the sum")
    func recorder() throws {
        let origin = try RawOrigin { request in
            var answer = RawOrigin.json(#"{"userId":"person-4711-kite"}"#)
            if request.target.hasPrefix("/picture") { answer.headers = [("Content-Type", "video/mp2t")] }
            return answer
        }
        let recorder = try RunningRecorder(["-o", "r.kinescope"], in: folder)
        let url = "http://127.0.0.1:\(origin.port)"
        #expect(try recorder.request("GET", url + "/api/v1/checkauthn?deviceId=kite-box-0001")?.status == 200)
        #expect(try recorder.request("GET", url + "/picture.ts")?.status == 200)
        let call = #"{"call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"granted"}"#
        let action = #"{"action":"play","resource":"KITE1"}"#
        for (path, body) in [("account-responses", call), ("stimuli", action)] {
            let answer = try recorder.request(
                "POST",
                "http://kinescope.local/" + path,
                headers: [("Content-Type", "application/json")],
                body: Array(body.utf8)
            )
            #expect(answer.map { (200...299).contains($0.status) } == true, "\(path): \(answer?.text ?? "")")
        }
        let run = try recorder.stop()
        #expect(run.status == 0, "\(run.error)")
        let objects = recorder.objects.compactMap(\.object)
        try Self.validate(objects, of: "record")
        let types = Set(objects.compactMap { $0["type"]?.string })
        #expect(types == ["header", "listening", "exchange", "vsaCall", "userAction", "summary"])
        let show = try self.run(["show", "r.kinescope"])
        #expect(show.first { $0["type"]?.string == "userAction" }?["resource"]?.string == "KITE1")
        let text = try CommandLineRun.kinescope(["show", "r.kinescope"], in: folder)
        #expect(text.output.contains("the user plays KITE1"))
    }

    @Test(
        "Errors are text on standard error, and standard output stays empty",
        arguments: [
            (["replay", "missing.kinescope"], 3), (["show", "missing.har"], 3), (["simulate", "missing.yaml"], 3),
            (["export", "missing.kinescope", "-o", "-"], 2),
            (["show", "missing.kinescope", "1", "--body", "request"], 2),
            (["certificate", "--pem", "-"], 2), (["import", "missing.har"], 3), (["verify", "missing.kinescope"], 3),
        ] as [([String], Int32)]
    )
    func errors(arguments: [String], status: Int32) throws {
        let run = try CommandLineRun.kinescope(arguments + ["--json"], in: folder)
        #expect(run.isOneLineFailure(status), "\(run)")
    }
}
