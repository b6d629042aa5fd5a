/// Percent-encoding, RFC 3986 and the form flavour.
public enum PercentEncoding {
    /// `text` with everything but unreserved characters encoded, upper-case digits, space as `%20`.
    public static func component(_ text: String) -> String {
        encode(text.utf8, spaceAsPlus: false)
    }

    /// `text` encoded for a form: space as `+`.
    public static func form(_ text: String) -> String {
        encode(text.utf8, spaceAsPlus: true)
    }

    /// `text` decoded once, `+` as a space; malformed escapes stay as they are, bytes that are no UTF-8 are repaired.
    public static func decodeForm(_ text: String) -> String {
        decode(text.utf8, plusAsSpace: true)
    }

    /// `text` decoded once, `+` left alone.
    public static func decode(_ text: String) -> String {
        decode(text.utf8, plusAsSpace: false)
    }

    private static func encode(_ bytes: String.UTF8View, spaceAsPlus: Bool) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: output.append(byte)
            case 0x20 where spaceAsPlus: output.append(0x2B)
            default:
                output.append(0x25)
                output.append(digit(byte >> 4))
                output.append(digit(byte & 15))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func decode(_ text: String.UTF8View, plusAsSpace: Bool) -> String {
        // Most names and values are plain.
        if !text.contains(where: { $0 == 0x25 || (plusAsSpace && $0 == 0x2B) }) { return String(text) }
        let bytes = Array(text)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x25, index + 2 < bytes.count, let high = nibble(bytes[index + 1]),
                let low = nibble(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(byte == 0x2B && plusAsSpace ? 0x20 : byte)
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
