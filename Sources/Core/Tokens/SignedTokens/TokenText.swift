import Documents

/// The forms a token's text takes in transit, one layer at a time (tokens.md §6).
public enum TokenText {
    /// The text as it stands inside an XML text node: `&`, `<` and `>` escaped, nothing else.
    ///
    /// Characters that XML cannot hold, escaped or not, become U+FFFD. A carriage return stays, and a reader of XML takes it
    /// for a line feed.
    public static func escaped(_ text: String) -> String {
        // Ids, dates and names need nothing, and are most of what is written.
        if text.utf8.allSatisfy(standsForItself) { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case 0x09, 0x0A, 0x0D: result.append(byte)
            case ..<0x20: result += "\u{FFFD}".utf8
            // The last byte of U+FFFE and U+FFFF, which XML has not: with another it is U+FFFD.
            case 0xBE, 0xBF:
                result.append(index >= 2 && bytes[index - 2] == 0xEF && bytes[index - 1] == 0xBF ? 0xBD : byte)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text with exactly one layer of the five predefined entities resolved.
    ///
    /// `&amp;lt;` becomes `&lt;` and no more: `&amp;` is the last to be resolved. What is no predefined entity stays.
    public static func unescapedOnce(_ text: String) -> String {
        let bytes = Array(text.utf8)
        // Most texts have none.
        guard firstOffset(of: UInt8(ascii: "&"), in: bytes.span) != nil else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        // One pass from left to right never looks at what it has written, which is the same as `&amp;` last.
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let entity = EscapedCharacter.entity(in: bytes[...], at: index) {
                result.append(UInt8(ascii: entity.scalar))
                index += entity.length
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
