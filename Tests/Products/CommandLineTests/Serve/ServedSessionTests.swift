import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing

@testable import kinescope

/// What clients and signals do to a session that is recorded: the recording is whole afterwards.
///
/// Nothing here measures time: a machine under load is slower, and not wrong.
@Suite struct ServedSessionTests {
    private let folder = TemporaryFolder()
    private static let url = "http://api.auth.adobe.com/api/v1/config/KITETV"
    private static let message = Array("GET \(url) HTTP/1.1\r\nHost: api.auth.adobe.com\r\n\r\n".utf8)

    private func serve(_ arguments: [String] = []) throws -> RunningRecorder {
        try RunningRecorder(["--frozen", "-o", "s.kinescope"] + arguments, of: "serve", in: folder)
    }

    private func control(_ server: RunningRecorder, _ steps: String) throws {
        let run = try CommandLineRun.kinescope(
            ["control", "--port", "\(server.port)", "--ca-directory", "authority", steps],
            in: folder
        )
        #expect(run.status == 0, "\(run)")
    }

    /// The recording, once `verify` has found it whole.
    private func recording() throws -> Recording {
        let verified = try CommandLineRun.kinescope(["verify", "s.kinescope"], in: folder)
        #expect(verified.status == 0 && verified.output.hasPrefix("s.kinescope: ok, "), "\(verified)")
        return try RecordingFile.open(folder.url(of: "s.kinescope").path).recording()
    }

    private func count(_ name: String, _ server: RunningRecorder) -> Int? {
        server.objects.last?[name]?.number.flatMap { Int($0.text) }
    }

    @Test(
        "Clients that are gone before or in the middle of their responses leave nothing half",
        .timeLimit(.minutes(2))
    )
    func gone() throws {
        let server = try serve()
        try control(server, "fault {kind: slow 200ms, times: 10}")
        for _ in 1...20 {
            let socket = try RawSocket(port: server.port)
            socket.write(Self.message)
            // Its end closes the connection, most of them before there is a response.
        }
        #expect(try server.request("GET", Self.url)?.status == 401)
        // Those that waited for the fault have been answered now.
        while server.objects.filter({ $0["type"]?.string == "request" }).count < 21 { usleep(10_000) }
        let run = try server.stop()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        #expect(count("requestCount", server) == 21)
        let recording = try recording()
        #expect(recording.exchanges.count == 21)
        #expect(recording.exchanges.allSatisfy { $0.response?.status == 401 })
        #expect(recording.exchanges.map(\.ordinal) == Array(1...21))
    }

    @Test(
        "A thousand connections at once are all answered and all recorded",
        .enabled(if: RawSocket.hasDescriptors(2_500), "so many sockets may not be open here"),
        .timeLimit(.minutes(3))
    )
    func thousand() throws {
        let server = try serve(["--quiet"])
        var sockets: [RawSocket] = []
        for _ in 1...1_000 {
            let socket = try RawSocket(port: server.port)
            socket.write(Self.message)
            sockets.append(socket)
        }
        var answered = 0
        for socket in sockets {
            var rest: [UInt8] = []
            if RawMessage.read(from: socket, &rest)?.status == 401 { answered += 1 }
        }
        #expect(answered == 1_000)
        #expect(try server.stop().status == 0)
        #expect(count("requestCount", server) == 1_000)
        let recording = try recording()
        #expect(recording.exchanges.count == 1_000)
        #expect(Set(recording.exchanges.map(\.ordinal)) == Set(1...1_000))
    }

    @Test("Clients that take nothing hold up nobody, and the end does not wait for them", .timeLimit(.minutes(2)))
    func slowReaders() throws {
        let server = try serve(["--quiet"])
        // Pipelined, so that what waits to be taken is far more than the system holds.
        var slow: [RawSocket] = []
        for _ in 1...8 {
            let socket = try RawSocket(port: server.port)
            socket.limitReceiving()
            socket.write(Array(repeating: Self.message, count: 200).flatMap { $0 })
            slow.append(socket)
        }
        for _ in 1...20 { #expect(try server.request("GET", Self.url)?.status == 401) }
        let run = try server.stop()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        let recorded = try recording().exchanges.count
        #expect(recorded >= 20 && recorded == count("requestCount", server))
        withExtendedLifetime(slow) {}
    }

    @Test(
        "At SIGINT what is in flight is answered, or cut off after a while, and all of it is recorded",
        .timeLimit(.minutes(2)),
        arguments: [("slow 1s", true), ("slow 10m", false)]
    )
    func interrupted(fault: String, isAnswered: Bool) throws {
        let server = try serve()
        for _ in 1...5 { #expect(try server.request("GET", Self.url)?.status == 401) }
        try control(server, "fault {kind: \(fault), times: 10}")
        var sockets: [RawSocket] = []
        for _ in 1...10 {
            let socket = try RawSocket(port: server.port)
            socket.write(Self.message)
            sockets.append(socket)
        }
        // They wait for their responses once they are told of.
        while server.objects.filter({ $0["type"]?.string == "request" }).count < 15 { usleep(10_000) }
        let run = try server.stop()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        var answered = 5
        for socket in sockets {
            var rest: [UInt8] = []
            if RawMessage.read(from: socket, &rest)?.status == 401 { answered += 1 }
        }
        #expect(answered == (isAnswered ? 15 : 5))
        let recording = try recording()
        // What is late is recorded before.
        #expect(recording.exchanges.filter { $0.response?.status == 401 }.count == 15)
    }

    @Test("A stream of events tells what happens, and ends with the last chunk at SIGINT", .timeLimit(.minutes(2)))
    func events() throws {
        let server = try serve(["--clock", "2026-11-20T08:00:00Z"])
        let socket = try RawSocket(port: server.port)
        let head =
            "GET /_kinescope/timeline HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: text/event-stream\r\n\r\n"
        socket.write(Array(head.utf8))
        var text = ""
        func read(until mark: String) {
            while !text.contains(mark) {
                let more = socket.read()
                guard !more.isEmpty else { return }
                text += String(decoding: more, as: UTF8.self)
            }
        }
        read(until: "event: clock\n")
        #expect(text.contains("Content-Type: text/event-stream\r\n") && text.contains("Transfer-Encoding: chunked\r\n"))
        _ = try server.request("GET", Self.url)
        read(until: "event: request\nid: 1\n")
        try control(server, "advance 1h")
        read(until: "\"at\":\"2026-11-20T09:00:00Z\",\"rate\":0")
        #expect(text.contains("event: step\nid: 1+1\n"))
        // More than are let in.
        var others: [RawSocket] = []
        var refused = 0
        for _ in 1...40 {
            let other = try RawSocket(port: server.port)
            other.write(Array(head.utf8))
            var rest: [UInt8] = []
            if RawMessage.read(from: other, &rest, hasBody: { _ in false })?.status == 503 { refused += 1 }
            others.append(other)
        }
        #expect(refused == 9)
        let run = try server.stop()
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        read(until: "\r\n0\r\n\r\n")
        #expect(text.hasSuffix("\r\n0\r\n\r\n"))
        #expect(try recording().exchanges.count == 1)
    }

    @Test("Pages that were refused and connections that came to nothing are warnings, and findings with --strict")
    func warnings() throws {
        for (options, status) in [([], 0), (["--strict"], 1)] as [([String], Int32)] {
            let server = try serve(options + ["--force"])
            let refused = try server.request("GET", Self.url, headers: [("Origin", "https://evil.example")])
            #expect(refused?.status == 403)
            let tunnel = try RawSocket(port: server.port)
            tunnel.write(Array("CONNECT api.auth.adobe.com:22 HTTP/1.1\r\n\r\nSSH-2.0-client\r\n".utf8))
            while !tunnel.read().isEmpty {}
            let run = try server.stop()
            #expect(run.status == status)
            let summary = try #require(server.objects.last)
            #expect(summary["warningCount"]?.number?.text == "2")
            #expect(
                summary["warnings"]?.array?.compactMap { $0["code"]?.string } == ["foreignOrigin", "connectionClosed"]
            )
        }
    }
}
