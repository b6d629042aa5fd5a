import NIOCore
@testable import ProxyProtocol
import Testing

@Suite struct FrameReaderTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let data: [UInt8] = [0, 0, 3, 0, 1, 0, 0, 0, 1, 0x61, 0x62, 0x63]
    private static let ping: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 0, 0]

    /// The frames that a reader finds, their payloads put together.
    private func read(_ pieces: [[UInt8]], expectsPreface: Bool) -> [(FrameHead, String)] {
        var reader = FrameReader(expectsPreface: expectsPreface)
        var frames: [(FrameHead, String)] = []
        for piece in pieces {
            var bytes = ByteBuffer(bytes: piece)
            while let token = reader.next(in: &bytes) {
                switch token {
                case .preface: break
                case .head(let head, _): frames.append((head, ""))
                case .payload(let head, let part, _):
                    #expect(frames.last?.0 == head)
                    frames[frames.count - 1].1 += String(buffer: part)
                }
            }
        }
        return frames
    }

    @Test("However the bytes are cut, they are the same frames", arguments: 1...40)
    func pieces(length: Int) {
        let bytes = Self.preface + Self.data + Self.ping + Self.data
        let pieces = stride(from: 0, to: bytes.count, by: length).map {
            Array(bytes[$0..<min($0 + length, bytes.count)])
        }
        let frames = read(pieces, expectsPreface: true)
        #expect(frames.map(\.0.kind.rawValue) == [0, 6, 0])
        #expect(frames.map(\.1) == ["abc", "", "abc"])
    }

    @Test("A head that began in an earlier piece says so, and a payload how much of it is to come")
    func tokens() {
        var reader = FrameReader(expectsPreface: false)
        var first = ByteBuffer(bytes: Self.data.prefix(4))
        #expect(reader.next(in: &first) == nil)
        #expect(first.readableBytes == 0)
        var second = ByteBuffer(bytes: Self.data[4..<10])
        let head = FrameHead(.data, length: 3, flags: .endStream, stream: 1)
        #expect(reader.next(in: &second) == .head(head, isWhole: false))
        #expect(reader.next(in: &second) == .payload(head, ByteBuffer(string: "a"), remaining: 2))
        #expect(reader.next(in: &second) == nil)
        var third = ByteBuffer(bytes: Self.data[10...] + Self.ping)
        #expect(reader.next(in: &third) == .payload(head, ByteBuffer(string: "bc"), remaining: 0))
        let ping = FrameHead(FrameHead.Kind(rawValue: 6), length: 0)
        #expect(reader.next(in: &third) == .head(ping, isWhole: true))
    }
}
