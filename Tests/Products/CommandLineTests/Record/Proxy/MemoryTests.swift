import Exchanges
import Foundation
import RecordingStore
import Testing

@Suite struct MemoryTests {
    enum Direction: String, CaseIterable, CustomTestStringConvertible {
        case answer, request
        var testDescription: String { rawValue }
    }

    private static let asked = ProcessInfo.processInfo.environment["KINESCOPE_BODY_MB"].flatMap { Int($0) }

    /// Returns the length of the body: `KINESCOPE_BODY_MB` in MiB, or what does not take minutes without optimization.
    private static func count(_ direction: Direction) -> Int {
        (asked ?? (direction == .answer ? 1_024 : 128)) << 20
    }

    private static let piece = Array(
        #"{"row":"0123456789abcdef0123456789abcdef0123456789abcdef01234567"}"#.utf8.prefix(64)
    )
    private static let pieces = Array(repeatElement(piece, count: 1_024).joined())

    private static let canMeasure = FileManager.default.fileExists(atPath: "/proc/self/status")

    @Test(
        "A body of a gigabyte passes with the memory flat, and is recorded up to the limit, marked as cut",
        .enabled(if: canMeasure, "the memory of a process is read from /proc"),
        .timeLimit(.minutes(10)),
        arguments: Direction.allCases
    )
    func gigabyte(_ direction: Direction) async throws {
        let folder = TemporaryFolder()
        let (idle, highest, received, seconds) = try await onThread { try Self.pass(direction, in: folder) }
        if Self.asked != nil {
            print("\(direction): idle \(idle >> 10) kB, highest \(highest >> 10) kB, \(seconds) s")
        }
        #expect(received == Self.count(direction))
        #expect(highest - idle < 64 << 20)
        let file = try RecordingFile.open(folder.url(of: "r.kinescope").path)
        #expect(try file.verify().isEmpty)
        let exchange = try #require(try file.exchange(ordinal: 1))
        let (body, notes) =
            direction == .answer
            ? (exchange.response?.body, exchange.notes.responseBody)
            : (exchange.request.body, exchange.notes.requestBody)
        #expect(notes.shortfall == .limit)
        #expect(notes.bytes == Int64(Self.count(direction)))
        #expect(body?.count == 1_000_000)
    }

    private static func pass(
        _ direction: Direction,
        in folder: TemporaryFolder
    ) throws -> (idle: Int, highest: Int, received: Int, seconds: Double) {
        let received = Told<Int>()
        let origin = try PlainOrigin { head, wire in
            let length = Int(head.value("Content-Length") ?? "") ?? 0
            try wire.skip(length)
            if length > 0 { received.add(length) }
            let count = direction == .answer ? Self.count(direction) : 0
            try wire.socket.sendAll(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(count)\r\n\r\n"
            )
            for _ in 0..<count / pieces.count { try wire.socket.sendAll(pieces) }
            return true
        }
        let recorder = try RecordProcess(["--max-body", "1MB"], in: folder)
        let idle = recorder.memory("VmRSS") ?? 0
        let began = Date()
        var wire = Wire(try TCPSocket.connected(toPort: recorder.port))
        let count = direction == .request ? Self.count(direction) : 0
        try wire.socket.sendAll(
            "POST http://127.0.0.1:\(origin.port)/body HTTP/1.1\r\nHost: 127.0.0.1:\(origin.port)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(count)\r\n\r\n"
        )
        for _ in 0..<count / pieces.count { try wire.socket.sendAll(pieces) }
        let answer = try wire.head()
        let length = Int(answer.value("Content-Length") ?? "") ?? 0
        try wire.skip(length)
        if length > 0 { received.add(length) }
        let seconds = Date().timeIntervalSince(began)
        // The system keeps the highest that there ever was: no sample between two misses it.
        let highest = recorder.memory("VmHWM") ?? .max
        guard try recorder.end() == 0 else { throw SpawnedProcess.Unexpected(description: recorder.error) }
        return (idle, highest, received.all.reduce(0, +), seconds)
    }
}
