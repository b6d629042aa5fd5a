/// The ways in which one text is written inside another.
package enum Escaping: Hashable, Sendable {
    /// `&amp;` and its kin, character references: markup.
    case entities
    /// `\"` and its kin, `\u0041`: strings of JSON.
    case json
    /// `%41`; `+` may be a space.
    case percent(plusIsSpace: Bool)
    /// Two bytes a character, the higher one first or last.
    case utf16(isBigEndian: Bool)

    /// The character that begins at `index`, and the number of bytes that it takes there.
    ///
    /// Nil where the byte stands for itself, as all that is malformed does.
    func character(in text: [UInt8], at index: Int, before end: Int) -> (length: Int, scalar: Unicode.Scalar)? {
        let byte = text[index]
        switch self {
        case .entities:
            guard byte == UInt8(ascii: "&") else { return nil }
            return EscapedCharacter.reference(in: text[..<end], at: index).map { ($0.length, $0.scalar) }
        case .json:
            guard byte == UInt8(ascii: "\\") else { return nil }
            return EscapedCharacter.json(in: text[..<end], at: index).map { ($0.length, $0.scalar) }
        case .percent(let plusIsSpace):
            if plusIsSpace, byte == UInt8(ascii: "+") { return (1, " ") }
            guard byte == UInt8(ascii: "%"), let escaped = PercentEncoding.escapedByte(in: text[..<end], at: index),
                escaped < 0x80
            else { return nil }
            return (3, Unicode.Scalar(escaped))
        case .utf16(let isBigEndian):
            guard let unit = Self.unit(in: text, at: index, before: end, isBigEndian) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (2, scalar) }
            guard let low = Self.unit(in: text, at: index + 2, before: end, isBigEndian) else { return (2, "\u{FFFD}") }
            return EscapedCharacter.pair(unit, low).map { (4, $0) } ?? (2, "\u{FFFD}")
        }
    }

    /// Checks whether anything in `text` does not stand for itself.
    package func isNeeded(for text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .entities: text.span.place(of: UInt8(ascii: "&"), from: 0) < text.count
        case .json: text.span.place(of: UInt8(ascii: "\\"), from: 0) < text.count
        case .percent, .utf16: true
        }
    }

    /// Checks whether `byte` would mean something else if it stood there as it is.
    func mustEscape(_ byte: UInt8) -> Bool {
        switch self {
        case .entities: byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"")
        case .json: byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte < 0x20
        case .percent(let plusIsSpace):
            "%&#".utf8.contains(byte) || byte <= 0x20 || byte >= 0x7F || plusIsSpace && byte == UInt8(ascii: "+")
        case .utf16: true
        }
    }

    /// The escape for `byte`, of the same kind as `example`, which may be of any kind.
    func escape(_ byte: UInt8, like example: ArraySlice<UInt8>) -> [UInt8] {
        let isUpper = !example.contains { (0x61...0x66).contains($0) }
        let digits = Array(Hexadecimal.text(of: [byte], isUpper: isUpper).utf8)
        switch self {
        case .percent: return [UInt8(ascii: "%")] + digits
        case .utf16(let isBigEndian): return isBigEndian ? [0, byte] : [byte, 0]
        case .json:
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { return [UInt8(ascii: "\\"), byte] }
            if byte == UInt8(ascii: "/"), example.count == 2 { return [UInt8(ascii: "\\"), byte] }
            return Array("\\u00".utf8) + digits
        case .entities:
            guard example.count > 2, example[example.startIndex + 1] == UInt8(ascii: "#") else {
                switch byte {
                case UInt8(ascii: "&"): return Array("&amp;".utf8)
                case UInt8(ascii: "<"): return Array("&lt;".utf8)
                case UInt8(ascii: ">"): return Array("&gt;".utf8)
                case UInt8(ascii: "\""): return Array("&quot;".utf8)
                default: return Array("&#\(byte);".utf8)
                }
            }
            let mark = example[example.startIndex + 2]
            guard mark | 0x20 == UInt8(ascii: "x") else { return Array("&#\(byte);".utf8) }
            return [UInt8(ascii: "&"), UInt8(ascii: "#"), mark] + digits + [UInt8(ascii: ";")]
        }
    }
}

extension Escaping {
    /// The two bytes of a character of UTF-16, or of half of one.
    private static func unit(in text: [UInt8], at index: Int, before end: Int, _ isBigEndian: Bool) -> UInt32? {
        guard index + 2 <= end else { return nil }
        let (one, two) = (UInt32(text[index]), UInt32(text[index + 1]))
        return isBigEndian ? one << 8 | two : two << 8 | one
    }
}
