/// Whether a value is text written in another form.
enum Layers {
    /// Whether there is a `%XX` in it.
    static func isPercentEncoded(_ value: ArraySlice<UInt8>) -> Bool {
        var index = value.startIndex
        while index + 2 < value.endIndex {
            if value[index] == 0x25, ASCII.hexDigit(value[index + 1]) != nil, ASCII.hexDigit(value[index + 2]) != nil {
                return true
            }
            index += 1
        }
        return false
    }

    /// What the value holds if it is Base64 of readable text, of at least six bytes.
    static func base64Text(_ value: ArraySlice<UInt8>) -> Base64Text? {
        guard value.count >= 8 else { return nil }
        // Two digits decide the first byte: most words end here.
        guard let high = Base64Text.digit(value[value.startIndex]), high < 32,
            let base64 = Base64Text(value), isReadable(base64.bytes)
        else { return nil }
        return base64
    }

    /// The text that the value spells in hexadecimal, if it is readable, of at least eight bytes.
    static func hexadecimalText(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.count >= 16, value.count % 2 == 0, let first = ASCII.hexDigit(value[value.startIndex]), first < 8
        else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(value.count / 2)
        var index = value.startIndex
        var hasUpper = false
        var hasLower = false
        while index < value.endIndex {
            guard let high = ASCII.hexDigit(value[index]), let low = ASCII.hexDigit(value[index + 1]) else {
                return nil
            }
            for byte in [value[index], value[index + 1]] where byte >= 0x41 {
                if byte < 0x61 { hasUpper = true } else { hasLower = true }
            }
            output.append(high << 4 | low)
            index += 2
        }
        return !(hasUpper && hasLower) && isReadable(output) ? output : nil
    }

    static func hexadecimal(_ bytes: [UInt8], isUpper: Bool) -> [UInt8] {
        let digits = isUpper ? ASCII.upperHexDigits : ASCII.lowerHexDigits
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        for byte in bytes { output += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return output
    }

    /// Whether the bytes are UTF-8 without control characters, and hold a letter or digit.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        var needsValidation = false
        for byte in bytes {
            if byte < 0x20 {
                guard ASCII.isSpace(byte) else { return false }
            } else if byte >= 0x7F {
                guard byte != 0x7F else { return false }
                needsValidation = true
            }
        }
        guard TextShape.hasContent(bytes) else { return false }
        guard needsValidation else { return true }
        // Three bytes in a row that happen to be UTF-8 are no text: there must be more ASCII than anything else.
        let ascii = bytes.count { $0 < 0x80 }
        return ascii * 2 > bytes.count && String(validating: bytes, as: UTF8.self) != nil
    }
}
