import Documents

/// The ways in which one text is written inside another.
enum Escaping: Hashable, Sendable {
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
        case .entities: return byte == UInt8(ascii: "&") ? Self.entity(in: text, at: index, before: end) : nil
        case .json: return byte == UInt8(ascii: "\\") ? Self.escape(in: text, at: index, before: end) : nil
        case .percent(let plusIsSpace):
            if plusIsSpace, byte == UInt8(ascii: "+") { return (1, " ") }
            guard byte == UInt8(ascii: "%"), index + 2 < end, let high = Hexadecimal.value(of: text[index + 1]),
                let low = Hexadecimal.value(of: text[index + 2]), high < 8
            else { return nil }
            return (3, Unicode.Scalar(high << 4 | low))
        case .utf16(let isBigEndian):
            guard let unit = Self.unit(in: text, at: index, before: end, isBigEndian) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (2, scalar) }
            guard let low = Self.unit(in: text, at: index + 2, before: end, isBigEndian) else { return (2, "\u{FFFD}") }
            return Self.pair(unit, low).map { (4, $0) } ?? (2, "\u{FFFD}")
        }
    }

    /// Checks whether anything in `text` does not stand for itself.
    func isNeeded(for text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .entities: text.contains(UInt8(ascii: "&"))
        case .json: text.contains(UInt8(ascii: "\\"))
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

// MARK: Single escapes

extension Escaping {
    private static func entity(
        in text: [UInt8],
        at index: Int,
        before end: Int
    ) -> (length: Int, scalar: Unicode.Scalar)? {
        let limit = min(end, index + 12)
        guard let stop = text[index..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = text[index + 1..<stop]
        let length = stop + 1 - index
        guard name.first == UInt8(ascii: "#") else {
            return named.first { $0.name.elementsEqual(name) }.map { (length, $0.scalar) }
        }
        let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.isEmpty else { return nil }
        // At most nine digits, by the limit above.
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = Hexadecimal.value(of: byte), isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt64(digit)
        }
        return UInt32(exactly: value).flatMap(Unicode.Scalar.init).map { (length, $0) }
    }

    private static let named: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        (Array("amp".utf8), "&"), (Array("lt".utf8), "<"), (Array("gt".utf8), ">"), (Array("quot".utf8), "\""),
        (Array("apos".utf8), "'"),
    ]

    private static func escape(
        in text: [UInt8],
        at index: Int,
        before end: Int
    ) -> (length: Int, scalar: Unicode.Scalar)? {
        guard index + 1 < end else { return nil }
        switch text[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (2, Unicode.Scalar(text[index + 1]))
        case UInt8(ascii: "b"): return (2, "\u{8}")
        case UInt8(ascii: "f"): return (2, "\u{C}")
        case UInt8(ascii: "n"): return (2, "\n")
        case UInt8(ascii: "r"): return (2, "\r")
        case UInt8(ascii: "t"): return (2, "\t")
        default: break
        }
        guard let unit = unit(in: text, escapedAt: index, before: end) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (6, scalar) }
        return self.unit(in: text, escapedAt: index + 6, before: end).flatMap { pair(unit, $0) }.map { (12, $0) }
    }

    /// The four hexadecimal digits after `\u`.
    private static func unit(in text: [UInt8], escapedAt index: Int, before end: Int) -> UInt32? {
        guard index + 6 <= end, text.has("\\u", at: index) else { return nil }
        var value: UInt32 = 0
        for byte in text[index + 2..<index + 6] {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func unit(in text: [UInt8], at index: Int, before end: Int, _ isBigEndian: Bool) -> UInt32? {
        guard index + 2 <= end else { return nil }
        let (one, two) = (UInt32(text[index]), UInt32(text[index + 1]))
        return isBigEndian ? one << 8 | two : two << 8 | one
    }

    /// The character of a surrogate pair.
    private static func pair(_ high: UInt32, _ low: UInt32) -> Unicode.Scalar? {
        guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}
