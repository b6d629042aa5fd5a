import Documents

/// The part of a text's shape that a replacement keeps, apart from its length.
enum TextShape: Hashable {
    /// Hexadecimal digits, perhaps with hyphens or colons between; a UUID keeps its version and variant.
    case hexadecimal(isUUID: Bool)
    /// Base64 with padding, whose last digit must leave no stray bits.
    case paddedBase64(padding: Int)
    /// A number as JSON writes it with an exponent, whose letter must stay.
    case scientificNumber
    /// Letters stay letters of their case, digits stay digits, everything else in ASCII stays itself.
    case plain

    init(of content: [UInt8]) {
        // Before hexadecimal digits, which it may look like as well: `12e34567`.
        if Self.isScientificNumber(content[...]) {
            self = .scientificNumber
        } else if let isUUID = Self.hexadecimal(content) {
            self = .hexadecimal(isUUID: isUUID)
        } else if let padding = Self.base64Padding(content) {
            self = .paddedBase64(padding: padding)
        } else {
            self = .plain
        }
    }

    func map(_ content: [UInt8], _ stream: inout KeyStream) -> [UInt8] {
        switch self {
        case .hexadecimal(let isUUID): Self.mapHexadecimal(content, isUUID: isUUID, &stream)
        case .paddedBase64(let padding): Self.mapBase64(content, padding: padding, &stream)
        case .scientificNumber: Self.mapPlain(content, &stream, keepingLetters: true)
        case .plain: Self.mapPlain(content, &stream)
        }
    }

    /// The text with its first letter or digit moved on by one, or as it was if it has neither.
    func nudged(_ content: [UInt8]) -> [UInt8] {
        var output = content
        for index in output.indices {
            switch output[index] {
            case 0x30...0x38, 0x41...0x45, 0x61...0x65: output[index] += 1
            case 0x39: output[index] = 0x31
            case 0x46: output[index] = 0x41
            case 0x66: output[index] = 0x61
            case 0x47...0x5A: output[index] = output[index] == 0x5A ? 0x47 : output[index] + 1
            case 0x67...0x7A: output[index] = output[index] == 0x7A ? 0x67 : output[index] + 1
            default: continue
            }
            return output
        }
        return output
    }

    /// Checks whether a number that stands in JSON, or in what is nearly JSON, is one still when it is replaced.
    static func keepsNumber(_ number: ArraySlice<UInt8>) -> Bool {
        number.allSatisfy { isDigit($0) || $0 == 0x2D || $0 == 0x2E } || isScientificNumber(number)
    }

    /// Checks whether there is anything in the text that a replacement would change.
    static func hasContent(_ text: some Collection<UInt8>) -> Bool {
        if text.contains(where: isAlphanumeric) { return true }
        guard text.contains(where: { $0 >= 0x80 }) else { return false }
        // Punctuation outside ASCII stays as well.
        let bytes = Array(text)
        var index = 0
        while index < bytes.count {
            let length = bytes[index] < 0x80 ? 1 : ScalarText.length(of: bytes, at: index)
            if bytes[index] >= 0x80, ScalarText.isReplaced(bytes[index..<index + length]) { return true }
            index += length
        }
        return false
    }
}

// MARK: Recognizing

extension TextShape {
    /// Nil if the text is not hexadecimal throughout, with a digit and a letter; else whether it is a UUID.
    private static func hexadecimal(_ content: [UInt8]) -> Bool? {
        guard content.count >= 8 else { return nil }
        var digits = 0
        var letters = 0
        var separators = 0
        for byte in content {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x46, 0x61...0x66: letters += 1
            case 0x2D, 0x3A: separators += 1
            default: return nil
            }
        }
        if isUUID(content) { return true }
        guard digits > 0, letters > 0, separators * 3 <= content.count else { return nil }
        return false
    }

    private static func isUUID(_ content: [UInt8]) -> Bool {
        guard content.count == 36 else { return false }
        return [8, 13, 18, 23].allSatisfy { content[$0] == 0x2D }
            && content.filter { $0 == 0x2D }.count == 4
    }

    private static func isScientificNumber(_ content: ArraySlice<UInt8>) -> Bool {
        // Most values end here.
        guard let last = content.last, isDigit(last), content.contains(where: { $0 | 0x20 == 0x65 }) else {
            return false
        }
        return JSONNumber(String(decoding: content, as: UTF8.self)) != nil
    }

    private static func base64Padding(_ content: [UInt8]) -> Int? {
        guard content.count >= 4, content.count % 4 == 0, content.last == 0x3D else { return nil }
        let padding = content[content.count - 2] == 0x3D ? 2 : 1
        guard content.dropLast(padding).allSatisfy({ Base64Text.digit($0) != nil }) else { return nil }
        return padding
    }
}

// MARK: Mapping

extension TextShape {
    private static func mapHexadecimal(_ content: [UInt8], isUUID: Bool, _ stream: inout KeyStream) -> [UInt8] {
        let hasUpper = content.contains { (0x41...0x46).contains($0) }
        let hasLower = content.contains { (0x61...0x66).contains($0) }
        let digits = Array((hasUpper && !hasLower ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        let onlyDigits = !hasUpper && !hasLower
        var output = content
        for index in content.indices {
            let byte = content[index]
            guard isAlphanumeric(byte) else { continue }
            // The version and the variant: what a reader of UUIDs may check.
            if isUUID, index == 14 || index == 19 { continue }
            if hasUpper && hasLower {
                output[index] = mapCharacter(byte, &stream, letters: 6)
            } else {
                output[index] = digits[stream.next(below: onlyDigits ? 10 : 16)]
            }
        }
        return output
    }

    private static func mapBase64(_ content: [UInt8], padding: Int, _ stream: inout KeyStream) -> [UInt8] {
        var output = content
        let last = content.count - padding - 1
        for index in 0..<max(last, 0) { output[index] = mapCharacter(content[index], &stream) }
        guard last >= 0, last < content.count else { return output }
        output[last] = Base64Text.lastDigit(like: content[last], padding: padding, stream.next())
        return output
    }

    private static func mapPlain(
        _ content: [UInt8],
        _ stream: inout KeyStream,
        keepingLetters: Bool = false
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            if byte < 0x80 {
                // A number that does not begin with zero still does not: JSON would refuse it.
                if index == 0 || index == 1 && content[0] == 0x2D, (0x31...0x39).contains(byte) {
                    output.append(0x31 + UInt8(stream.next(below: 9)))
                } else if keepingLetters, !isDigit(byte) {
                    output.append(byte)
                } else {
                    output.append(mapCharacter(byte, &stream))
                }
                index += 1
            } else {
                let length = ScalarText.length(of: content, at: index)
                output += ScalarText.replacement(for: content[index..<index + length], &stream)
                index += length
            }
        }
        return output
    }

    private static func mapCharacter(_ byte: UInt8, _ stream: inout KeyStream, letters: Int = 26) -> UInt8 {
        switch byte {
        case 0x30...0x39: 0x30 + UInt8(stream.next(below: 10))
        case 0x41...0x5A: 0x41 + UInt8(stream.next(below: letters))
        case 0x61...0x7A: 0x61 + UInt8(stream.next(below: letters))
        default: byte
        }
    }
}

// MARK: White space

extension TextShape {
    /// Checks whether the byte is white space or may begin a line separator outside ASCII.
    static func mayBelongToWhiteSpace(_ byte: UInt8) -> Bool {
        isWhiteSpace(byte) || byte == 0xC2 || byte == 0xE2
    }

    /// The text without white space, and the white space with the offsets it stood at.
    static func separatingWhiteSpace(_ text: [UInt8]) -> (content: [UInt8], spaces: [(offset: Int, bytes: [UInt8])]) {
        var content: [UInt8] = []
        var spaces: [(offset: Int, bytes: [UInt8])] = []
        var index = 0
        while index < text.count {
            let length = whiteSpaceLength(text, at: index)
            if length > 0 {
                spaces.append((index, Array(text[index..<index + length])))
                index += length
            } else {
                content.append(text[index])
                index += 1
            }
        }
        return (content, spaces)
    }

    /// The text with white space at those offsets again.
    static func weaving(_ content: [UInt8], with spaces: [(offset: Int, bytes: [UInt8])]) -> [UInt8] {
        var output: [UInt8] = []
        var taken = 0
        for space in spaces {
            let needed = space.offset - output.count
            output += content[taken..<taken + needed]
            taken += needed
            output += space.bytes
        }
        return output + content[taken...]
    }

    /// ASCII white space, U+0085, U+2028 and U+2029: what the SAML pipeline drops or collapses.
    private static func whiteSpaceLength(_ text: [UInt8], at index: Int) -> Int {
        if isWhiteSpace(text[index]) { return 1 }
        if text[index] == 0xC2, index + 1 < text.count, text[index + 1] == 0x85 { return 2 }
        if text[index] == 0xE2, index + 2 < text.count, text[index + 1] == 0x80,
            text[index + 2] == 0xA8 || text[index + 2] == 0xA9
        {
            return 3
        }
        return 0
    }
}
