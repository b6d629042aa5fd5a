import Foundation
import Proxy
import RecordingStore
import Testing

@testable import kinescope

/// A store whose first transaction takes two seconds, and until the test has seen what it came for.
@Suite("While the disk is slow")
struct SlowDiskTests {
    @Test(
        "No tunnel, left-out exchange, page, head or piece waits for it: only the last bytes of what is stored",
        .timeLimit(.minutes(2))
    )
    func passes() async throws {
        let seen = try await SlowRecorder.with { recorder in
            // One that stands already, and one that is made while the disk is busy.
            var old = try recorder.tunnel()
            let stored = recorder.client("first")
            try recorder.waitForTransaction()
            for _ in 1...20 { try recorder.ask(&old, "/tunnelled") }
            var new = try recorder.tunnel()
            try recorder.ask(&new, "/tunnelled")
            var wire = try recorder.wire()
            for _ in 1...20 { try recorder.ask(&wire, "\(recorder.url)/picture.png") }
            try recorder.ask(&wire, "http://kinescope.local/certificate.pem")
            try wire.socket.sendAll("GET \(recorder.url)/pieces HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = try wire.head()
            try wire.skip(SlowRecorder.piece)
            let before = stored.all
            recorder.goOn()
            try wire.skip(SlowRecorder.piece)
            return (head.status, before, try recorder.wait(for: stored))
        }
        #expect(seen.0 == 200)
        #expect(seen.1.isEmpty, "the last bytes came before the exchange was stored")
        #expect(seen.2 == 200)
    }

    @Test(
        "What would have to be stored does not begin while too much waits, however long: all else passes, and nothing is lost",
        .timeLimit(.minutes(2))
    )
    func brake() async throws {
        // A server that was not asked is not late.
        let seen = try await SlowRecorder.with({ ($0.unstoredEvents, $0.idleTime) = (1, .seconds(1)) }) { recorder in
            var tunnel = try recorder.tunnel()
            let first = recorder.client("first")
            try recorder.waitForTransaction()
            let held = (1...3).map { recorder.client("held/\($0)") }
            for _ in 1...20 { try recorder.ask(&tunnel, "/tunnelled") }
            var wire = try recorder.wire()
            for _ in 1...20 { try recorder.ask(&wire, "\(recorder.url)/left/out") }
            let asked = recorder.asked
            recorder.goOn()
            return (asked, try ([first] + held).map { try recorder.wait(for: $0) })
        }
        #expect(seen.0.contains("/first") && !seen.0.contains { $0.hasPrefix("/held") }, "\(seen.0)")
        #expect(seen.1 == [200, 200, 200, 200])
    }
}

/// A recorder in this process whose store stands still in its first transaction.
private final class SlowRecorder: Sendable {
    static let piece = 100_000

    let origin: PlainOrigin
    private let recorder: Recorder
    private let session: RecordingSession
    private let isStoring: Flag
    private let mayGoOn: Flag
    private let requests: Told<String>

    var url: String { "http://127.0.0.1:\(origin.port)" }
    /// The paths that the server was asked for.
    var asked: [String] { requests.all }

    /// Runs the body with one, on a thread that may wait, and looks whether the recording is whole afterwards.
    static func with<Seen: Sendable>(
        _ limit: (inout RecorderLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (SlowRecorder) throws -> Seen
    ) async throws -> Seen {
        let folder = TemporaryFolder()
        let path = folder.url(of: "r.kinescope").path
        var options = RecordingWriter.Options()
        options.durability = .everyAppend
        let writer = try RecordingWriter.create(at: path, options: options)
        let recorder = try await SlowRecorder(writer, limit)
        let seen = try await onThread {
            defer { recorder.goOn() }
            return try body(recorder)
        }
        await recorder.recorder.stop(grace: .seconds(5))
        let result = await recorder.session.finish()
        try writer.finish()
        let file = try RecordingFile.open(path)
        #expect(result.failure == nil)
        #expect(try file.verify().isEmpty)
        let unseen = ["/tunnelled", "/picture.png", "/left/out"]
        #expect(file.exchangeCount == recorder.asked.count { !unseen.contains($0) })
        return seen
    }

    private init(_ writer: RecordingWriter, _ limit: (inout RecorderLimits) -> Void) async throws {
        let (isStoring, mayGoOn, requests) = (Flag(), Flag(), Told<String>())
        (self.isStoring, self.mayGoOn, self.requests) = (isStoring, mayGoOn, requests)
        origin = try PlainOrigin { head, wire in
            let path = head.target.replacingOccurrences(of: #"^http://[^/]*"#, with: "", options: .regularExpression)
            requests.add(path)
            let length = path == "/pieces" ? 2 * Self.piece : 2
            let type = path.hasSuffix("png") ? "image/png" : "text/plain"
            try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n")
            try wire.socket.sendAll([UInt8](repeating: 0x61, count: min(length, Self.piece)))
            if length > Self.piece {
                while !mayGoOn.isSet { usleep(1_000) }
                try wire.socket.sendAll([UInt8](repeating: 0x62, count: Self.piece))
            }
            return true
        }
        let queue = EventQueue()
        session = RecordingSession(
            scribe: RedactingWriter(writer: writer, redactor: nil),
            queue: queue,
            onEvents: { _, _ in
                // Part of the transaction: nobody has been told yet that it is stored.
                guard !isStoring.isSet else { return }
                isStoring.set()
                usleep(2_000_000)
                while !mayGoOn.isSet { usleep(1_000) }
            }
        )
        var settings = RecorderSettings()
        settings.port = 0
        // Whoever waits there would hold up everybody.
        settings.threads = 1
        settings.passthroughHosts = ["127.0.0.1"]
        settings.filter = try RecordingFilter(["!path=/left*"])
        limit(&settings.limits)
        let authority = try CertificateAuthority.make(machine: "test", now: Date())
        let endpoint = LocalEndpoint(authority: authority)
        recorder = try await Recorder.start(
            settings: settings,
            authority: authority,
            answerers: [endpoint],
            sink: queue.sink
        )
    }

    /// Waits until the store is in the middle of its transaction.
    func waitForTransaction() throws {
        let end = Date(timeIntervalSinceNow: 30)
        while !isStoring.isSet { if Date() > end { throw Wire.Ended() } else { usleep(1_000) } }
    }

    /// Lets the transaction end.
    func goOn() { mayGoOn.set() }

    func wire() throws -> Wire { Wire(try TCPSocket.connected(toPort: recorder.port)) }

    /// A tunnel to the server, whose bytes nobody looks into.
    func tunnel() throws -> Wire {
        var wire = try wire()
        try wire.socket.sendAll("CONNECT 127.0.0.1:\(origin.port) HTTP/1.1\r\nHost: x\r\n\r\n")
        guard try wire.head().status == 200 else { throw Wire.Ended() }
        return wire
    }

    /// Asks, and reads the whole answer.
    func ask(_ wire: inout Wire, _ target: String) throws {
        try wire.socket.sendAll("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        guard try wire.answer().head.status == 200 else { throw Wire.Ended() }
    }

    /// A client of its own that asks for a path: the status, once it has the whole answer.
    func client(_ path: String) -> Told<Int> {
        let status = Told<Int>()
        Thread.detachNewThread { [self] in
            guard var wire = try? wire() else { return }
            try? wire.socket.sendAll("GET \(url)/\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            if let answer = try? wire.answer() { status.add(answer.head.status) }
        }
        return status
    }

    /// The status that a client has seen.
    @discardableResult
    func wait(for client: Told<Int>) throws -> Int {
        let end = Date(timeIntervalSinceNow: 30)
        while client.all.isEmpty { if Date() > end { throw Wire.Ended() } else { usleep(1_000) } }
        return client.all[0]
    }
}
