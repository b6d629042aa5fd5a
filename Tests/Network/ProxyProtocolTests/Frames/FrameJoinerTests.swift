import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct FrameJoinerTests {
    private var joiner = FrameJoiner(expectsPreface: false, blockLimit: 1_000)

    /// All that is handed on for these bytes.
    private mutating func joined(_ bytes: [UInt8]) -> [UInt8] {
        joiner.receive(ByteBuffer(bytes: bytes))
        var all: [UInt8] = []
        while true {
            let pieces = joiner.next()
            if pieces.isEmpty { return all }
            for piece in pieces { all += Array(buffer: piece) }
        }
    }

    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8]
    {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags, 0, 0, 0, stream] + payload
    }

    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
    private static let greatest: [UInt8] = [0, 5, 0, 0xFF, 0xFF, 0xFF]

    @Test("A block in several frames becomes one, with what its first frame said of itself")
    mutating func joins() {
        let frames = Self.frame(1, 0x21, stream: 3, [0, 0, 0, 1, 9, 0xA1]) + Self.frame(9, stream: 3, [0xA2])
        #expect(joined(frames) == [])
        #expect(joiner.lastStream == 0)
        // END_STREAM, END_HEADERS and PRIORITY.
        let whole = Self.frame(1, 0x25, stream: 3, [0, 0, 0, 1, 9, 0xA1, 0xA2, 0xA3])
        #expect(joined(Self.frame(9, 4, stream: 3, [0xA3])) == whole)
        #expect(joiner.lastStream == 3)
        #expect(joiner.fault == nil)
    }

    @Test("However the bytes are cut, the same comes out", arguments: [1, 2, 3, 7, 10, 19, 50])
    mutating func pieces(length: Int) {
        let bytes =
            Self.frame(4, 0, [0, 4, 0, 0, 0xFF, 0xFF]) + Self.frame(1, 0, stream: 1, [0xA1])
            + Self.frame(9, 4, stream: 1, [0xA2]) + Self.frame(0, 1, stream: 1, [1, 2, 3]) + Self.frame(4, 1)
            + Self.frame(1, 5, stream: 3, [0xA4])
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            out += joined(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        let expected =
            Self.frame(4, 0, [0, 4, 0, 0, 0xFF, 0xFF] + Self.greatest) + Self.acknowledgement
            + Self.frame(1, 4, stream: 1, [0xA1, 0xA2]) + Self.frame(0, 1, stream: 1, [1, 2, 3])
            + Self.frame(1, 5, stream: 3, [0xA4])
        #expect(out == expected)
    }

    @Test("The padding of a frame whose block goes on is taken off")
    mutating func padding() {
        let frames = Self.frame(1, 8, stream: 1, [2, 0xA1, 0, 0]) + Self.frame(9, 4, stream: 1, [0xA2])
        #expect(joined(frames) == Self.frame(1, 4, stream: 1, [0xA1, 0xA2]))
        #expect(joined(Self.frame(1, 8, stream: 3, [3, 0, 0])) == [])
        #expect(joiner.fault?.code == .protocolError)
    }

    @Test("The peer's SETTINGS are acknowledged for it, and its own acknowledgement goes nowhere")
    mutating func settings() {
        #expect(joined(Self.frame(4)) == Self.frame(4, 0, Self.greatest) + Self.acknowledgement)
        #expect(joiner.frameLimit == nil)
        #expect(joined(Self.frame(4, 1)) == [])
        #expect(joined(Self.frame(4, 1)) == Self.frame(4, 1), "the library refuses one that nothing was sent for")
        // The next ones are not the first.
        #expect(joined(Self.frame(4, 0, [0, 5, 0, 0, 0x80, 0])) == Self.frame(4, 0, Self.greatest))
        #expect(joiner.frameLimit == 32_768)
    }

    @Test("The client's preface passes before all else")
    mutating func preface() {
        joiner = FrameJoiner(expectsPreface: true, blockLimit: 100)
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        #expect(joined(preface + Self.frame(6, 0, Array(1...8))) == preface + Self.frame(6, 0, Array(1...8)))
    }

    @Test(
        "What stands in the middle of a block, or goes on with none, is the peer's fault",
        arguments: [
            frame(1, 0, stream: 1, [1]) + frame(0, 0, stream: 1, [1]),
            frame(1, 0, stream: 1, [1]) + frame(9, 4, stream: 3, [1]),
            frame(1, 0, stream: 1, [1]) + frame(1, 4, stream: 1, [1]), frame(9, 4, stream: 1, [1]),
        ]
    )
    mutating func interrupted(bytes: [UInt8]) {
        #expect(joined(bytes) == [])
        #expect(joiner.fault?.code == .protocolError)
    }

    @Test("A frame that is larger than what is taken is the peer's fault, and does not go on")
    mutating func tooLargeFrame() {
        let frame: [UInt8] = [0, 0x40, 1, 0, 0, 0, 0, 0, 1] + Array(repeating: 7, count: 16_385)
        #expect(joined(frame + Self.frame(6)) == Self.frame(6))
        #expect(joiner.fault?.code == .frameSizeError)
        joiner = FrameJoiner(expectsPreface: false, blockLimit: 1)
        #expect(joined([0, 0x40, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 7, count: 16_384)).count == 16_393)
        #expect(joiner.fault == nil)
    }

    @Test("A block has a limit that its frames' heads count for, and nothing of streams behind it is read")
    mutating func tooLargeBlock() {
        // 9 + 482 and 9 + 500 are a thousand.
        let whole = Self.frame(1, 0, stream: 1, Array(repeating: 1, count: 482))
        #expect(joined(whole + Self.frame(9, 4, stream: 1, Array(repeating: 1, count: 500))).count == 9 + 982)
        #expect(joined(Self.frame(1, 0, stream: 3, Array(repeating: 1, count: 482))) == [])
        #expect(joined(Self.frame(9, 4, stream: 3, Array(repeating: 1, count: 501))) == [])
        #expect(joiner.fault == .tooLargeBlock(1_000))
        #expect(joiner.fault?.code == .enhanceYourCalm)
        #expect(joiner.lastStream == 1)
        // What is there goes on.
        let data = Self.frame(0, 1, stream: 1, [1]) + Self.frame(8, 0, [0, 0, 0, 1])
        #expect(joined(Self.frame(1, 4, stream: 5, [1]) + data + Self.frame(9, 4, stream: 5, [1])) == data)
    }

    @Test("A flood of empty CONTINUATION frames comes to the limit, too")
    mutating func flood() {
        _ = joined(Self.frame(1, 0, stream: 1))
        for _ in 0..<110 { _ = joined(Self.frame(9, 0, stream: 1)) }
        #expect(joiner.fault == nil)
        _ = joined(Self.frame(9, 0, stream: 1))
        #expect(joiner.fault?.code == .enhanceYourCalm)
    }

    @Test("Once the library has given the connection up it is handed no head, not even of the same piece")
    mutating func stopped() {
        joiner.receive(ByteBuffer(bytes: Self.frame(1, 5, stream: 1, [1]) + Self.frame(1, 5, stream: 3, [2])))
        #expect(joiner.next().map { Array(buffer: $0) } == [Self.frame(1, 5, stream: 1, [1])])
        joiner.stop(FrameFault(code: FrameFault.Code(rawValue: 9), reason: "x"))
        #expect(joiner.next() == [])
        #expect(joined(Self.frame(6)) == Self.frame(6))
    }
}
