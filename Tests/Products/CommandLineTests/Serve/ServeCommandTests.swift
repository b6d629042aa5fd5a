import Documents
import Exchanges
import Checkout
import Foundation
import ProxyProtocol
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

    @Test("What is served is never the file that is recorded to, by whatever name", arguments: ["source", "service"])
    func itself(kind: String) throws {
        // Neither is looked into: an empty file would be no recording, and no configuration.
        try folder.write(Array("served".utf8), to: "one.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url(of: "other.yaml").path,
            withDestinationPath: "one.yaml"
        )
        for name in ["one.yaml", "./one.yaml", "other.yaml"] {
            let run = try CommandLineRun.kinescope(
                ["serve", "--force", "-o", name, "--port", "0", "--ca-directory", "authority"]
                    + (kind == "source" ? ["one.yaml"] : ["--service", "one.yaml"]),
                in: folder
            )
            #expect(run.status == 3, "\(run)")
            #expect(run.error == "kinescope: \(name) is what is to be served: name another file with -o\n")
            #expect(try folder.bytes(of: "one.yaml") == Array("served".utf8))
        }
    }

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
        #expect(listening["page"]?.string == "http://127.0.0.1:\(server.port)/_kinescope/")
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
        #expect(clock.status == 0 && clock.output.contains(#""type":"clock""#), "\(clock)")
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

    @Test("A reset takes nothing from the exit code: the verdict is that since then, the end's that of the run")
    func resetBetweenTests() throws {
        let server = try RunningRecorder([], of: "serve", in: folder)
        #expect(try server.request("GET", "http://evil.example/")?.status == 502)
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        #expect(try control(server, ["--reset"]).status == 0)
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        let verdict = try control(server, ["--get", "verdict"]).output
        #expect(verdict.contains(#""unmatchedCount":0,"#) && verdict.contains(#""isComplete":true"#), "\(verdict)")
        #expect(!verdict.contains("beforeReset"))
        #expect(try server.stop(SIGTERM).status == 1)
        let summary = try #require(server.objects.last)
        #expect(summary["requestCount"]?.number?.text == "1" && summary["unmatchedCount"]?.number?.text == "0")
        #expect(summary["beforeReset"]?["requestCount"]?.number?.text == "2")
        #expect(summary["beforeReset"]?["unmatchedCount"]?.number?.text == "1")
        #expect(summary["isComplete"]?.bool == false)
    }

    @Test(
        "A fault before a reset is a finding only with --strict, too",
        arguments: [(["--strict"], 1), ([], 0)] as [([String], Int32)]
    )
    func strictBeforeReset(options: [String], status: Int32) throws {
        let server = try RunningRecorder(options, of: "serve", in: folder)
        #expect(try control(server, ["fault {kind: status 503, times: 1}"]).status == 0)
        #expect(try server.request("GET", Self.configuration)?.status == 503)
        #expect(try control(server, ["--reset"]).status == 0)
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        #expect(try server.stop().status == status)
        #expect(server.objects.last?["beforeReset"]?["faultCount"]?.number?.text == "1")
    }

    @Test(
        "What does not go together, or cannot be read, is refused before anything listens",
        arguments: [
            (["--frozen", "--rate", "2"], 2), (["--rate", "0"], 2), (["--clock", "soon"], 2), (["--force"], 2),
            (["--keep-secrets"], 2), (["--fallback", "simulated"], 2), (["--progress", "clock"], 2),
            (["--begin-again"], 2), (["-o", "-"], 2), ([""], 2), (["--token-file", "none/token"], 3),
            (["--until-idle", "3"], 2), (["none.kinescope"], 3), (["none.yaml"], 3), (["--service", "none.yaml"], 3),
            (["--service", "bad.yaml"], 3), (["-o", "there.kinescope"], 3), (["-o", ""], 2),
            (["a.har", "--seed", "2"], 2),
            (["--stop-after", "0s"], 2),
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

    @Test("A recording of REST API V2 is served, by itself or with the simulated service behind it")
    func fallbackOfV2() throws {
        let recording = Checkout.top.appending(path: "Recordings/v2/v2-second-screen.har").path
        for options in [[], ["--fallback", "simulated"]] {
            let server = try RunningRecorder([recording] + options, of: "serve", in: folder)
            #expect(try server.stop().status == 0)
        }
    }

    @Test("An older token is replaced; a file that holds anything else is kept, and nothing is served")
    func tokenFiles() throws {
        for text in ["", "my notes\n", String(repeating: "a", count: 42), String(repeating: "a", count: 44)] {
            try folder.write(text, to: "notes")
            let run = try CommandLineRun.kinescope(
                ["serve", "--port", "0", "--ca-directory", "authority", "--token-file", "notes"],
                in: folder
            )
            #expect(run.status == 3 && run.error.contains("notes") && run.error.contains("--token-file"), "\(run)")
            #expect(try folder.bytes(of: "notes") == Array(text.utf8))
        }
        try folder.write(String(repeating: "a", count: 43) + "\n", to: "token")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.url(of: "token").path)
        let server = try RunningRecorder(["--token-file", "token"], of: "serve", in: folder)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.url(of: "token").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let token = String(decoding: try folder.bytes(of: "token"), as: UTF8.self)
        #expect(token.utf8.count == 44 && !token.contains("aaaa"))
        let second = try CommandLineRun.kinescope(
            ["serve", "--port", "0", "--ca-directory", "authority", "--token-file", "token"],
            in: folder
        )
        #expect(second.status == 3 && second.error.contains("another serve") && second.output.isEmpty, "\(second)")
        #expect(try folder.bytes(of: "token") == Array(token.utf8))
        // Somebody else's by now: it is not this run's to remove.
        try folder.write("another's", to: "token")
        #expect(try server.stop().status == 0)
        #expect(try folder.bytes(of: "token") == Array("another's".utf8))
    }

    @Test("Without the token nothing changes, and from a page of another origin or under another name nothing is read")
    func security() throws {
        let server = try RunningRecorder(["--frozen", "--clock", "2026-11-20T08:00:00Z"], of: "serve", in: folder)
        let token = String(decoding: try folder.bytes(of: "authority/control-\(server.port).token"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let body = Array("advance 1d".utf8)
        let bearer = ("Authorization", "Bearer \(token)")
        let steps = "/_kinescope/steps"
        #expect(try server.request("POST", steps, body: body)?.status == 401)
        #expect(
            try server.request("POST", steps, headers: [("Authorization", "Bearer x" + token.dropFirst())], body: body)?
                .status == 401
        )
        let evil = ("Origin", "https://evil.example")
        for (method, path) in [("POST", steps), ("GET", "/_kinescope/clock"), ("POST", "/_kinescope/reset")] {
            let reply = try server.request(method, path, headers: [bearer, evil], body: method == "POST" ? body : nil)
            #expect(reply?.status == 403 && reply?.header("Access-Control-Allow-Origin") == nil)
        }
        // A name that leads here is taken for a host that is to be served.
        let socket = try RawSocket(port: server.port)
        socket.write(Array("GET /_kinescope/clock HTTP/1.1\r\nHost: rebound.example:\(server.port)\r\n\r\n".utf8))
        var rest: [UInt8] = []
        #expect(RawMessage.read(from: socket, &rest)?.status == 502)
        let clock = try server.request("GET", "/_kinescope/clock")
        // It goes on while this waits, and was not set by any of them.
        #expect(clock?.text.contains("2026-11-20T08:0") == true)
        #expect(try server.request("POST", steps, headers: [bearer], body: body)?.status == 200)
        _ = try server.stop()
    }

    @Test(
        "Control is found at 127.0.0.1 wherever serve listens, and refused at any other address",
        .enabled(if: !OwnAddresses.ofNetworks().isEmpty, "this machine has no address but its own"),
        arguments: [false, true]
    )
    func addresses(isEvery: Bool) throws {
        let address = try #require(OwnAddresses.ofNetworks().first)
        let server = try RunningRecorder(["--listen", isEvery ? "0.0.0.0" : address], of: "serve", in: folder)
        let listening = try #require(server.objects.first { $0["type"]?.string == "listening" })
        #expect(listening["addresses"]?.array?.compactMap(\.string) == (isEvery ? OwnAddresses.ofNetworks() : []))
        let clock = try control(server, ["advance 1h"])
        #expect(clock.status == 0, "\(clock)")
        let outside = try RawSocket(address: address, port: server.port)
        outside.write(
            Array("GET /_kinescope/clock HTTP/1.1\r\nHost: \(address):\(server.port)\r\nConnection: close\r\n\r\n".utf8)
        )
        var rest: [UInt8] = []
        #expect(RawMessage.read(from: outside, &rest)?.status == 403)
        let served = try RawSocket(address: address, port: server.port)
        served.write(Array("GET \(Self.configuration) HTTP/1.1\r\nHost: api.auth.adobe.com\r\n\r\n".utf8))
        #expect(RawMessage.read(from: served, &rest)?.status == 401)
        #expect(try server.stop().status == 0)
    }

    @Test("Latency of the configuration and of a fault passes on the wire", arguments: [true, false])
    func latency(isConfigured: Bool) throws {
        try folder.write(isConfigured ? "latency: 700ms\n" : "latency: 0s\n", to: "service.yaml")
        let server = try RunningRecorder(["--service", "service.yaml", "--frozen"], of: "serve", in: folder)
        if !isConfigured { #expect(try control(server, ["fault {kind: slow 700ms, times: 1}"]).status == 0) }
        let start = ContinuousClock.now
        #expect(try server.request("GET", Self.configuration)?.status == 401)
        #expect(ContinuousClock.now - start >= .milliseconds(700))
        #expect(try server.stop().status == 0)
    }

    @Test(
        "A status that no response can have is broken off, and does not come as an answer before the answer",
        arguments: [103, 100, 101, 700]
    )
    func oddStatus(status: Int) throws {
        func entry(_ path: String, _ status: Int) -> String {
            """
            {"startedDateTime":"2026-11-20T08:00:00.000Z","time":1,"request":{"method":"GET",
            "url":"https://tv.example\(path)","httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],
            "headersSize":-1,"bodySize":0},"response":{"status":\(status),"statusText":"","httpVersion":"HTTP/1.1",
            "headers":[],"cookies":[],"content":{"size":2,"mimeType":"text/plain","text":"ok"},"redirectURL":"",
            "headersSize":-1,"bodySize":2},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}
            """
        }
        let entries = [entry("/odd", status), entry("/good", 200)].joined(separator: ",")
        try folder.write(
            #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[\#(entries)]}}"#,
            to: "odd.har"
        )
        let server = try RunningRecorder(["odd.har", "-o", "s.kinescope"], of: "serve", in: folder)
        let socket = try RawSocket(port: server.port)
        socket.write(Array("GET http://tv.example/odd HTTP/1.1\r\nHost: tv.example\r\n\r\n".utf8))
        #expect(socket.read().isEmpty)
        #expect(try server.request("GET", "http://tv.example/good")?.status == 200)
        _ = try server.stop()
        #expect(try CommandLineRun.kinescope(["verify", "s.kinescope"], in: folder).status == 0)
    }

    @Test("A provider of a requestor that is none of the providers is a slip of the pen")
    func unknownProvider() throws {
        try folder.write("requestors:\n  KITETV:\n    providers:\n      Meadowlrk: {}\n", to: "slip.yaml")
        let run = try CommandLineRun.kinescope(["serve", "--service", "slip.yaml"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("Meadowlrk of KITETV"), "\(run)")
        #expect(run.error.contains("Meadowlark, Northwind"))
        let text = "requestors:\n  KITETV:\n    providers:\n      Lakeside: {}\nproviders:\n  Lakeside: {}\n"
        try folder.write(text, to: "new.yaml")
        let server = try RunningRecorder(["--service", "new.yaml"], of: "serve", in: folder)
        #expect(try server.stop().status == 0)
    }

    @Test("An empty file of a service says what such a file has")
    func emptyService() throws {
        try folder.write("# nothing\n", to: "empty.yaml")
        let run = try CommandLineRun.kinescope(["serve", "--service", "empty.yaml"], in: folder)
        #expect(run.isOneLineFailure(3) && run.error.contains("requestors:") && !run.error.contains("title"), "\(run)")
    }
}
