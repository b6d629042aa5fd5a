extension MarkupBytes {
    /// The character that the reference at `index` stands for: one of the five entities, or a number of few digits.
    func skipReference(_ index: inout Int) throws(MarkupReader.Fallback) -> Unicode.Scalar {
        for (text, length, character) in Self.entities where has(text, length, at: index) {
            index &+= length
            return character
        }
        guard self[index &+ 1] == UInt8(ascii: "#") else { throw .leftToLibXML2 }
        let isHexadecimal = self[index &+ 2] == UInt8(ascii: "x")
        let radix: UInt32 = isHexadecimal ? 16 : 10
        var end = index &+ (isHexadecimal ? 3 : 2)
        let start = end
        var value: UInt32 = 0
        while let digit = Hexadecimal.value(of: self[end]), digit < radix, end &- start < 7 {
            value = value &* radix &+ UInt32(digit)
            end &+= 1
        }
        guard end > start, self[end] == UInt8(ascii: ";"), let character = Unicode.Scalar(value),
            Self.isAllowed(value)
        else { throw .leftToLibXML2 }
        index = end &+ 1
        return character
    }

    /// Returns the number of bytes of the character of several bytes at `index`, which must be one that XML allows.
    func sequenceLength(at index: Int) throws(MarkupReader.Fallback) -> Int {
        let second = self[index &+ 1]
        let length: Int
        let isValid: Bool
        // Unicode 16, table 3-7.
        switch self[index] {
        case 0xC2...0xDF: (length, isValid) = (2, Self.continues(second))
        case 0xE0: (length, isValid) = (3, second >= 0xA0 && Self.continues(second))
        case 0xED: (length, isValid) = (3, second < 0xA0 && Self.continues(second))
        case 0xE1...0xEF: (length, isValid) = (3, Self.continues(second))
        case 0xF0: (length, isValid) = (4, second >= 0x90 && Self.continues(second))
        case 0xF1...0xF3: (length, isValid) = (4, Self.continues(second))
        case 0xF4: (length, isValid) = (4, second < 0x90 && Self.continues(second))
        default: throw .leftToLibXML2
        }
        guard isValid, length < 3 || Self.continues(self[index &+ 2]), length < 4 || Self.continues(self[index &+ 3]),
            // U+FFFE and U+FFFF.
            self[index] != 0xEF || second != 0xBF || self[index &+ 2] < 0xBE
        else { throw .leftToLibXML2 }
        return length
    }

    private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Checks whether XML allows the character (XML 1.0 §2.2), given that it is not a surrogate.
    private static func isAllowed(_ value: UInt32) -> Bool {
        value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : value == 0x09 || value == 0x0A || value == 0x0D
    }

    /// The predefined entities, the first byte the lowest.
    private static var entities: [(UInt64, Int, Unicode.Scalar)] {
        [
            (0x3B_70_6D_61_26, 5, "&"), (0x3B_74_6C_26, 4, "<"), (0x3B_74_67_26, 4, ">"),
            (0x3B_74_6F_75_71_26, 6, "\""), (0x3B_73_6F_70_61_26, 6, "'"),
        ]
    }
}
