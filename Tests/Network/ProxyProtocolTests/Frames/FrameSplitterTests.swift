import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct FrameSplitterTests {
    private var splitter = FrameSplitter(sendsPreface: false, listBytes: 262_144)

    init() { splitter.limit = 4 }

    private mutating func sent(_ bytes: [UInt8]) -> [UInt8] {
        splitter.send(ByteBuffer(bytes: bytes)).flatMap { Array(buffer: $0) }
    }

    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8]
    {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    @Test("A block that is larger than a frame goes on in CONTINUATION frames, the last of which ends it")
    mutating func blocks() {
        let block = Self.frame(1, 5, stream: 7, Array(1...10))
        let expected =
            Self.frame(1, 1, stream: 7, [1, 2, 3, 4]) + Self.frame(9, 0, stream: 7, [5, 6, 7, 8])
            + Self.frame(9, 4, stream: 7, [9, 10])
        #expect(sent(block) == expected)
        #expect(
            sent(Self.frame(1, 4, stream: 9, Array(1...8))) == Self.frame(1, 0, stream: 9, [1, 2, 3, 4])
                + Self.frame(9, 4, stream: 9, [5, 6, 7, 8])
        )
        #expect(sent(Self.frame(1, 4, stream: 11, [1, 2, 3, 4])) == Self.frame(1, 4, stream: 11, [1, 2, 3, 4]))
    }

    @Test("DATA is cut, and only its last frame ends the stream")
    mutating func data() {
        let expected =
            Self.frame(0, 0, stream: 1, [1, 2, 3, 4]) + Self.frame(0, 0, stream: 1, [5, 6, 7, 8])
            + Self.frame(0, 1, stream: 1, [9])
        #expect(sent(Self.frame(0, 1, stream: 1, Array(1...9))) == expected)
        #expect(sent(Self.frame(0, 1, stream: 1, [1, 2, 3, 4])) == Self.frame(0, 1, stream: 1, [1, 2, 3, 4]))
        #expect(sent(Self.frame(0, 1, stream: 1)) == Self.frame(0, 1, stream: 1))
    }

    @Test("A head and its payload may come one after the other, in any pieces", arguments: [1, 2, 5, 9, 11])
    mutating func pieces(length: Int) {
        let bytes = Self.frame(0, 1, stream: 1, Array(1...9)) + Self.frame(1, 4, stream: 3, Array(1...6))
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            out += sent(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        splitter = FrameSplitter(sendsPreface: false, listBytes: 262_144)
        splitter.limit = 4
        #expect(out == sent(bytes))
        #expect(out.count == 3 * 9 + 9 + 2 * 9 + 6)
    }

    @Test("Frames are as large as the peer takes them, 16,384 bytes if it does not say")
    mutating func usual() {
        splitter = FrameSplitter(sendsPreface: false, listBytes: 1)
        let bytes: [UInt8] = [0, 0x40, 1, 0, 1, 0, 0, 0, 1] + Array(repeating: 7, count: 16_385)
        let out = sent(bytes)
        #expect(out.count == bytes.count + 9)
        #expect(Array(out.prefix(9)) == [0, 0x40, 0, 0, 0, 0, 0, 0, 1])
        #expect(Array(out.suffix(10)) == [0, 0, 1, 0, 1, 0, 0, 0, 1, 7])
        splitter.limit = 16_385
        #expect(sent(bytes) == bytes)
    }

    @Test("The library's SETTINGS become those that the peer is promised, its acknowledgement passes")
    mutating func settings() {
        splitter = FrameSplitter(sendsPreface: true, listBytes: 262_144)
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        let own = Self.frame(4, 0, [0, 5, 0, 0xFF, 0xFF, 0xFF, 0, 2, 0, 0, 0, 0])
        #expect(sent(preface + own) == preface + Self.frame(4, 0, [0, 2, 0, 0, 0, 0, 0, 6, 0, 4, 0, 0]))
        #expect(sent(Self.frame(4, 1)) == Self.frame(4, 1))
    }

    @Test("A goodbye for an error is noticed, one without is not")
    mutating func goodbye() {
        let friendly = Self.frame(7, 0, [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
        #expect(sent(friendly) == friendly)
        #expect(splitter.goodbye == nil)
        let angry = Self.frame(7, 0, [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 9])
        #expect(sent(angry) == angry)
        #expect(splitter.goodbye?.name == "COMPRESSION_ERROR")
    }
}
