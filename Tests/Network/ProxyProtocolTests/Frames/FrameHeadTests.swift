import NIOCore
@testable import ProxyProtocol
import Testing

/// RFC 9113 §4.1: length in 24 bits, type and flags in 8 each, a bit that says nothing, the stream in 31.
@Suite struct FrameHeadTests {
    @Test("A head is nine bytes, and the reserved bit says nothing")
    func layout() throws {
        var bytes = ByteBuffer(bytes: [0x01, 0x02, 0x03, 0x09, 0x04, 0x80, 0x00, 0x00, 0x05, 0xFF])
        let head = try #require(FrameHead(reading: &bytes))
        #expect(head == FrameHead(.continuation, length: 0x010203, flags: .endHeaders, stream: 5))
        #expect(bytes.readableBytes == 1)
        #expect(head.encoded == ByteBuffer(bytes: [0x01, 0x02, 0x03, 0x09, 0x04, 0x00, 0x00, 0x00, 0x05]))
    }

    @Test("Of eight bytes nothing is taken")
    func tooShort() {
        var bytes = ByteBuffer(bytes: [0, 0, 0, 4, 0, 0, 0, 0])
        #expect(FrameHead(reading: &bytes) == nil)
        #expect(bytes.readableBytes == 8)
    }

    @Test("A frame states the length of what it holds")
    func frame() {
        let frame = FrameHead(.data, length: 9_999, flags: .endStream, stream: 1).frame(ByteBuffer(string: "ab"))
        #expect(frame == ByteBuffer(bytes: [0, 0, 2, 0, 1, 0, 0, 0, 1, 0x61, 0x62]))
    }

    @Test("HEADERS, PUSH_PROMISE and CONTINUATION make up blocks")
    func blocks() {
        let kinds = (UInt8(0)...9).map(FrameHead.Kind.init(rawValue:))
        #expect(kinds.filter(\.beginsBlock).map(\.rawValue) == [1, 5])
        #expect(kinds.filter(\.isOfBlock).map(\.rawValue) == [1, 5, 9])
    }
}
