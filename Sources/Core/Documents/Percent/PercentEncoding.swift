/// Percent-encoding (RFC 3986 §2.1), and the flavor of forms, in which a plus sign is a space (URL standard, §5).
///
/// Decoding comes in two modes. The tolerant one is the URL standard's: a percent sign without two hexadecimal digits after it
/// stays as it is. The strict one refuses it, since RFC 3986 has no such text.
public enum PercentEncoding {
    /// `text` with everything but RFC 3986's unreserved characters encoded, in capital digits, a space as `%20`.
    public static func component(_ text: String) -> String {
        encode(text, spaceAsPlus: false) { !isUnreserved($0) }
    }

    /// `text` encoded likewise for a form: a space as `+`.
    public static func form(_ text: String) -> String {
        encode(text, spaceAsPlus: true) { !isUnreserved($0) }
    }

    /// `text` with the bytes encoded that `isEncoded` names, in capital digits, and every other left as it is.
    public static func encode(_ text: String, where isEncoded: (_ byte: UInt8) -> Bool) -> String {
        encode(text, spaceAsPlus: false, where: isEncoded)
    }

    /// `text` decoded once, `+` left alone; malformed escapes stay as they are, bytes that are not UTF-8 are repaired.
    public static func decode(_ text: String) -> String { decode(text, plusAsSpace: false) }

    /// `text` decoded once, `+` as a space; malformed escapes stay as they are, bytes that are not UTF-8 are repaired.
    public static func decodeForm(_ text: String) -> String { decode(text, plusAsSpace: true) }

    /// The bytes of `text` decoded once; nil if a percent sign is not followed by two hexadecimal digits.
    public static func decodeStrictly(_ text: String, plusAsSpace: Bool = false) -> [UInt8]? {
        decodeStrictly(Array(text.utf8)[...], plusAsSpace: plusAsSpace)
    }

    /// The same of bytes, which need not be text.
    public static func decodeStrictly(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool = false) -> [UInt8]? {
        decode(bytes, plusAsSpace: plusAsSpace, keepsMalformed: false)
    }
}

extension PercentEncoding {
    private static func encode(_ text: String, spaceAsPlus: Bool, where isEncoded: (UInt8) -> Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if !isEncoded(byte) {
                output.append(byte)
            } else if byte == UInt8(ascii: " "), spaceAsPlus {
                output.append(UInt8(ascii: "+"))
            } else {
                output.append(UInt8(ascii: "%"))
                output.append(Hexadecimal.digit(byte >> 4, isUpper: true))
                output.append(Hexadecimal.digit(byte, isUpper: true))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func decode(_ text: String, plusAsSpace: Bool) -> String {
        // Most names and values are plain.
        let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "%") || (plusAsSpace && $0 == UInt8(ascii: "+")) }
        guard !isPlain, let bytes = decode(Array(text.utf8)[...], plusAsSpace: plusAsSpace, keepsMalformed: true)
        else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, plusAsSpace: Bool, keepsMalformed: Bool) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), let escaped = escapedByte(in: bytes, at: index) {
                output.append(escaped)
                index += 3
                continue
            }
            guard keepsMalformed || byte != UInt8(ascii: "%") else { return nil }
            output.append(plusAsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            index += 1
        }
        return output
    }

    /// Returns the byte that the percent sign at `index` and the two digits after it stand for; nil if there are no two.
    package static func escapedByte(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.endIndex, let high = Hexadecimal.value(of: bytes[index + 1]),
            let low = Hexadecimal.value(of: bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
