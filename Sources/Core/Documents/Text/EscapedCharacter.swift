/// A character that is written with an escape inside another text: a reference of markup, or the escape of a JSON string.
///
/// What is malformed is no escape: there the byte stands for itself. `PercentEncoding` has the escapes of URLs and forms, which
/// stand for bytes.
package struct EscapedCharacter: Hashable, Sendable {
    /// The bytes that the escape takes.
    package let length: Int
    /// The character that it stands for.
    package let scalar: Unicode.Scalar

    /// The five entities that XML predefines, without `&` and `;`.
    private static let entities: [(name: [UInt8], scalar: Unicode.Scalar)] = [
        (Array("amp".utf8), "&"), (Array("lt".utf8), "<"), (Array("gt".utf8), ">"), (Array("quot".utf8), "\""),
        (Array("apos".utf8), "'"),
    ]

    /// The longest reference that is looked at: no number of a character has more than eight hexadecimal digits.
    private static let longestReference = 12
}

// MARK: Markup

extension EscapedCharacter {
    /// Returns the predefined entity that the ampersand at `index` begins; nil if it begins none.
    package static func entity(in text: ArraySlice<UInt8>, at index: Int) -> EscapedCharacter? {
        name(in: text, at: index).flatMap(entity)
    }

    /// Returns the predefined entity or character reference that the ampersand at `index` begins; nil if it begins none.
    package static func reference(in text: ArraySlice<UInt8>, at index: Int) -> EscapedCharacter? {
        guard let name = name(in: text, at: index) else { return nil }
        guard name.first == UInt8(ascii: "#") else { return entity(name) }
        guard let number = number(name.dropFirst()), let scalar = Unicode.Scalar(number) else { return nil }
        return EscapedCharacter(length: name.count + 2, scalar: scalar)
    }

    private static func entity(_ name: ArraySlice<UInt8>) -> EscapedCharacter? {
        for entity in entities where name.elementsEqual(entity.name) {
            return EscapedCharacter(length: name.count + 2, scalar: entity.scalar)
        }
        return nil
    }

    /// The text between the ampersand and its semicolon.
    private static func name(in text: ArraySlice<UInt8>, at index: Int) -> ArraySlice<UInt8>? {
        let limit = min(text.endIndex, index + longestReference)
        guard index + 1 < limit, let end = text[index + 1..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        return text[index + 1..<end]
    }

    /// The number of a character reference, of nine digits at most: more do not fit what is looked at.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
        let isHexadecimal = text.first.map(lowercasedASCII) == UInt8(ascii: "x")
        let digits = isHexadecimal ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = Hexadecimal.value(of: byte), isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        return value
    }
}

// MARK: JSON

extension EscapedCharacter {
    /// Returns the escape that the backslash at `index` begins, both halves of a surrogate pair; nil if it begins none.
    package static func json(in text: ArraySlice<UInt8>, at index: Int) -> EscapedCharacter? {
        guard index + 1 < text.endIndex else { return nil }
        if let character = json(text[index + 1]) {
            return EscapedCharacter(length: 2, scalar: Unicode.Scalar(character))
        }
        guard let unit = codeUnit(in: text, at: index) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return EscapedCharacter(length: 6, scalar: scalar) }
        guard let low = codeUnit(in: text, at: index + 6), let scalar = pair(unit, low) else { return nil }
        return EscapedCharacter(length: 12, scalar: scalar)
    }

    /// Returns the character that a backslash with `byte` after it stands for; nil where that is no such escape, or needs
    /// digits.
    package static func json(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Returns the character of a surrogate pair; nil if the two are none.
    package static func pair(_ high: UInt32, _ low: UInt32) -> Unicode.Scalar? {
        guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    /// The four hexadecimal digits after the `\u` at `index`.
    private static func codeUnit(in text: ArraySlice<UInt8>, at index: Int) -> UInt32? {
        guard index + 6 <= text.endIndex, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for byte in text[index + 2..<index + 6] {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
