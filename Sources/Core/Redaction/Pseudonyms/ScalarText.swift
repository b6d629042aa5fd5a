/// Characters outside ASCII: replaced by others of the same length in UTF-8.
enum ScalarText {
    /// Returns the number of bytes in the character at `index`; 1 where the bytes are not UTF-8.
    static func length(of text: [UInt8], at index: Int) -> Int {
        let count: Int
        switch text[index] {
        case 0xC2...0xDF: count = 2
        case 0xE0...0xEF: count = 3
        case 0xF0...0xF4: count = 4
        default: return 1
        }
        guard index + count <= text.count else { return 1 }
        return text[index + 1..<index + count].allSatisfy { $0 & 0xC0 == 0x80 } ? count : 1
    }

    /// Checks whether the character is more than punctuation, a sign, a control or a space.
    static func isReplaced(_ character: ArraySlice<UInt8>) -> Bool {
        let first = character[character.startIndex]
        switch character.count {
        // U+0080 to U+00BF are controls, signs and the no-break space.
        case 2: return first != 0xC2
        case 3:
            // U+2000 to U+206F are spaces and punctuation, U+3000 to U+303F their CJK kin.
            let second = character[character.startIndex + 1]
            return !(first == 0xE2 && (second == 0x80 || second == 0x81)) && !(first == 0xE3 && second == 0x80)
        default: return true
        }
    }

    /// Another character of as many bytes; punctuation and spaces stay.
    static func replacement(for character: ArraySlice<UInt8>, _ stream: inout KeyStream) -> [UInt8] {
        guard isReplaced(character) else { return Array(character) }
        switch character.count {
        case 2: return scalar(0xE0 + UInt32(stream.next(below: 0x17)))
        case 3: return scalar(0x4E00 + UInt32(stream.next(below: 0x5000)))
        case 4: return scalar(0x20000 + UInt32(stream.next(below: 0xA000)))
        default: return [0x80 | (stream.next() & 0x7F)]
        }
    }

    private static func scalar(_ value: UInt32) -> [UInt8] {
        Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
    }
}
