/// Frames of HTTP/2 and blocks of fields, byte by byte as RFC 9113 §4.1 and RFC 7541 have them, with nothing of NIO's.
struct FrameBytes: Equatable {
    var type: UInt8
    var flags: UInt8 = 0
    var stream: Int = 0
    var payload: [UInt8] = []

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    static let settings = FrameBytes(type: 4)
    static let settingsAcknowledgement = FrameBytes(type: 4, flags: 1)

    /// The frame as it is sent.
    var bytes: [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
            + (0..<4).reversed().map { UInt8(stream >> (8 * $0) & 0xFF) } + payload
    }

    /// The whole frames at the beginning of the bytes.
    static func read(_ bytes: [UInt8]) -> [FrameBytes] {
        var frames: [FrameBytes] = []
        var start = 0
        while bytes.count - start >= 9 {
            let length = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            guard bytes.count - start - 9 >= length else { break }
            let stream = bytes[(start + 5)..<(start + 9)].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            let payload = Array(bytes[(start + 9)..<(start + 9 + length)])
            frames.append(
                FrameBytes(type: bytes[start + 3], flags: bytes[start + 4], stream: stream, payload: payload)
            )
            start += 9 + length
        }
        return frames
    }

    /// A block of fields: HEADERS, and CONTINUATION where it is larger than `size`.
    static func block(
        _ fields: [(String, String)],
        stream: Int,
        ends: Bool = true,
        size: Int = 16_384
    ) -> [UInt8] {
        let coded = hpack(fields)
        var bytes: [UInt8] = []
        var start = 0
        repeat {
            let part = Array(coded[start..<min(start + size, coded.count)])
            let isFirst = start == 0
            start += part.count
            let flags = (isFirst && ends ? 1 : 0) | (start == coded.count ? 4 : 0) as UInt8
            bytes += FrameBytes(type: isFirst ? 1 : 9, flags: flags, stream: stream, payload: part).bytes
        } while start < coded.count
        return bytes
    }

    /// DATA that ends its stream.
    static func body(_ text: String, stream: Int) -> [UInt8] {
        FrameBytes(type: 0, flags: 1, stream: stream, payload: Array(text.utf8)).bytes
    }

    /// The fields as literals that enter no table, without Huffman's code (RFC 7541 §6.2.2).
    static func hpack(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + string($0.0) + string($0.1) }
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        // §5.1: with a prefix of seven bits.
        if bytes.count < 127 { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}
