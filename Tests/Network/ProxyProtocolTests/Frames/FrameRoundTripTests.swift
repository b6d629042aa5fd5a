import NIOCore
@testable import ProxyProtocol
import Testing

/// The frames that ``FrameSplitter`` sends, ``FrameJoiner`` takes for what they were, however they are cut on their
/// way.
@Suite struct FrameRoundTripTests {
    /// A generator that gives the same numbers for the same seed (Knuth's MMIX).
    private struct SeededNumbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    private static func bytes(_ count: Int, _ numbers: inout SeededNumbers) -> ByteBuffer {
        ByteBuffer(bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    }

    /// Blocks by stream in their order, the DATA of each stream put together, and the other frames.
    private static func content(_ bytes: [UInt8]) -> [String] {
        var rest = ByteBuffer(bytes: bytes)
        var lines: [String] = []
        var body = ""
        while let head = FrameHead(reading: &rest), let payload = rest.readSlice(length: head.length) {
            let text = "\(head.kind.rawValue) \(head.stream) \(Array(buffer: payload))"
            if head.kind == .data {
                body += String(describing: Array(buffer: payload).map { "\(head.stream):\($0)" })
                if !head.flags.contains(.endStream) { continue }
                lines.append(body.replacing("][", with: ", ").replacing("[]", with: ""))
                body = ""
            } else {
                lines.append("\(text) \(head.flags.rawValue)")
            }
        }
        return lines
    }

    @Test("Split and joined, frames say what they said", arguments: 1...60 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        var sent: [UInt8] = []
        for stream in 1...8 as ClosedRange<UInt32> {
            let block = Self.bytes(Int.random(in: 0...400, using: &numbers), &numbers)
            sent += Array(buffer: FrameHead(.headers, length: 0, flags: .endHeaders, stream: stream).frame(block))
            let body = Self.bytes(Int.random(in: 0...400, using: &numbers), &numbers)
            sent += Array(buffer: FrameHead(.data, length: 0, flags: .endStream, stream: stream).frame(body))
            let ping = Self.bytes(8, &numbers)
            sent += Array(buffer: FrameHead(FrameHead.Kind(rawValue: 6), length: 0).frame(ping))
        }
        var splitter = FrameSplitter(sendsPreface: false, listBytes: 1)
        splitter.limit = Int.random(in: 1...300, using: &numbers)
        var joiner = FrameJoiner(expectsPreface: false, blockLimit: 100_000)
        var got: [UInt8] = []
        var rest = sent[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...500, using: &numbers))
            rest = rest.dropFirst(piece.count)
            for written in splitter.send(ByteBuffer(bytes: piece)) {
                #expect(written.readableBytes > 0)
                joiner.receive(written)
                while case let pieces = joiner.next(), !pieces.isEmpty { got += pieces.flatMap { Array(buffer: $0) } }
            }
        }
        #expect(joiner.fault == nil)
        #expect(Self.content(got) == Self.content(sent))
    }

    @Test("Whatever comes, nothing traps, and no byte is made up", arguments: 1...200 as ClosedRange<UInt64>)
    func rubbish(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        var joiner = FrameJoiner(expectsPreface: seed.isMultiple(of: 2), blockLimit: 1_000)
        var splitter = FrameSplitter(sendsPreface: seed.isMultiple(of: 3), listBytes: .max)
        var count = 0
        for _ in 0..<40 {
            // Heads of small frames among bytes that are none.
            var piece = Self.bytes(Int.random(in: 0...40, using: &numbers), &numbers)
            let kind = FrameHead.Kind(rawValue: UInt8.random(in: 0...10, using: &numbers))
            let flags = FrameHead.Flags(rawValue: UInt8.random(in: 0...63, using: &numbers))
            piece.writeImmutableBuffer(
                FrameHead(kind, length: Int.random(in: 0...60, using: &numbers), flags: flags, stream: 1).encoded
            )
            joiner.receive(piece)
            while case let pieces = joiner.next(), !pieces.isEmpty {
                count += pieces.reduce(0) { $0 + $1.readableBytes }
            }
            _ = splitter.send(piece)
        }
        // SETTINGS grow by six bytes and an acknowledgement, what is held back of a head comes later.
        #expect(count <= 40 * (40 + FrameHead.bytes) + 40 * (6 + 2 * FrameHead.bytes))
    }
}
