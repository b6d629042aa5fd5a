import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing

@testable import kinescope

/// Source: issue "Serve".
@Suite struct ServeCommandTests {
    let folder = TemporaryFolder()

    private func control(_ server: RunningRecorder, _ arguments: [String]) throws -> CommandLineRun {
        try CommandLineRun.kinescope(
            ["control", "--port", "\(server.port)", "--ca-directory", "authority"] + arguments,
            in: folder
        )
    }

    private static let configuration = "http://api.auth.adobe.com/api/v1/config/KITETV"

    @Test("The simulated service is served, controlled, recorded in served time, and summed up")
    func session() throws {
        let server = try RunningRecorder(
            ["--frozen", "--clock", "2026-11-20T08:00:00Z", "-o", "s.kinescope"],
            of: "serve",
            in: folder
        )
        let listening = try #require(server.objects.first { $0["type"]?.string == "listening" })
        let token = try #require(listening["tokenPath"]?.string)
        #expect(token == "authority/control-\(server.port).token")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.url(of: token).path)[.posixPermissions] as? Int
                == 0o600
        )
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        let advanced = try control(server, ["advance 31d; throttle on"])
        #expect(advanced.status == 0, "\(advanced)")
        #expect(advanced.output.hasPrefix("advance 31d: it is 2026-12-21 08:00:00.000 UTC; nothing expires\n"))
        #expect(try server.request("GET", "/api.auth.adobe.com/api/v1/config/KITETV")?.status == 401)
        #expect(try server.request("GET", "http://evil.example/")?.status == 502)
        let run = try server.stop()
        #expect(run.status == 1 && run.error.isEmpty, "\(run)")
        let summary = try #require(server.objects.last)
        #expect(summary["requestCount"]?.number?.text == "3" && summary["unmatchedCount"]?.number?.text == "1")
        let recording = try RecordingFile.open(folder.url(of: "s.kinescope").path).recording()
        #expect(
            recording.exchanges.map { "\($0.startedAt)" } == [
                "2026-11-20T08:00:00Z", "2026-12-21T08:00:00Z", "2026-12-21T08:00:00Z",
            ]
        )
        #expect(recording.exchanges.map { $0.response?.status } == [401, 401, 502])
        #expect(!folder.names.contains { $0.hasSuffix(".token") })
    }

    @Test("A step that cannot happen is exit code 1, one that is none 2, no server 3")
    func controlCodes() throws {
        let server = try RunningRecorder(["--frozen"], of: "serve", in: folder)
        let refused = try control(server, ["advance 1h; play KITE1"])
        #expect(refused.status == 1 && refused.output.hasPrefix("advance 1h: ") && refused.error.contains("play KITE1"))
        #expect(try control(server, ["advanec 1h"]).status == 2)
        #expect(try control(server, ["--get", "nothing"]).status == 2)
        #expect(try control(server, ["--get", "clock", "--reset"]).status == 2)
        let clock = try control(server, ["--get", "clock"])
        #expect(clock.status == 0 && clock.output.contains(#""type":"clock""#))
        #expect(try control(server, ["--reset"]).status == 0)
        #expect(try server.stop().status == 0)
        let gone = try control(server, ["--get", "clock"])
        #expect(gone.status == 3 && gone.error.contains("Start kinescope serve"))
    }

    @Test("It stops after as many requests as it is told, or when nobody asks any more")
    func stopping() throws {
        let counted = try RunningRecorder(["--stop-after", "2"], of: "serve", in: folder)
        _ = try counted.request("GET", Self.configuration)
        _ = try counted.request("GET", Self.configuration)
        #expect(try counted.wait().status == 0)
        let idle = try RunningRecorder(["--until-idle", "1s"], of: "serve", in: folder)
        _ = try idle.request("GET", Self.configuration)
        #expect(try idle.wait().status == 0)
    }

    @Test("A fault is a finding only with --strict", arguments: [(["--strict"], 1), ([], 0)] as [([String], Int32)])
    func strict(options: [String], status: Int32) throws {
        let server = try RunningRecorder(options, of: "serve", in: folder)
        #expect(try control(server, ["fault {kind: status 503, times: 1}"]).status == 0)
        #expect(try server.request("GET", Self.configuration)?.status == 503)
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        #expect(try server.stop().status == status)
    }

    @Test(
        "What does not go together, or cannot be read, is refused before anything listens",
        arguments: [
            (["--frozen", "--rate", "2"], 2), (["--rate", "0"], 2), (["--clock", "soon"], 2), (["--force"], 2),
            (["--keep-secrets"], 2), (["--fallback", "simulated"], 2), (["--progress", "clock"], 2), (["-o", "-"], 2),
            (["--until-idle", "3"], 2), (["none.kinescope"], 3), (["none.yaml"], 3), (["--service", "none.yaml"], 3),
            (["--service", "bad.yaml"], 3), (["-o", "there.kinescope"], 3),
        ] as [([String], Int32)]
    )
    func refused(arguments: [String], status: Int32) throws {
        try Data("requestors: 7\n".utf8).write(to: folder.url(of: "bad.yaml"))
        try Data("x".utf8).write(to: folder.url(of: "there.kinescope"))
        let run = try CommandLineRun.kinescope(
            ["serve", "--port", "0", "--ca-directory", "authority"] + arguments,
            in: folder
        )
        #expect(run.status == status && !run.error.isEmpty && run.output.isEmpty, "\(run)")
        #expect(try folder.bytes(of: "there.kinescope") == Array("x".utf8))
    }
}
