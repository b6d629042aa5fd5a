/// A text written in another form: percent-encoded, with entities, in hexadecimal or in Base64.
struct Layer {
    private enum Form {
        case percent
        case entities
        case hexadecimal(isUpper: Bool)
        case base64(Base64Text)
    }

    private let form: Form
    private let original: ArraySlice<UInt8>
    /// What is written in that form.
    let text: [UInt8]

    /// The layer, if `value` is one and what it holds is readable.
    init?(of value: ArraySlice<UInt8>) {
        original = value
        if Layers.isPercentEncoded(value) {
            form = .percent
            text = Transport.percent.decode(value)
        } else if Layers.isEntityEscaped(value) {
            form = .entities
            text = Transport.xml.decode(value)
        } else if let content = Layers.hexadecimalText(value) {
            form = .hexadecimal(isUpper: value.contains { (0x41...0x46).contains($0) })
            text = content
        } else if let base64 = Layers.base64Text(value) {
            form = .base64(base64)
            text = base64.bytes
        } else {
            return nil
        }
    }

    /// Other text in the same form.
    func write(_ text: [UInt8]) -> [UInt8] {
        switch form {
        case .percent: Rewriting.write(text, .percent, like: original)
        case .entities: Rewriting.write(text, .xml, like: original)
        case .hexadecimal(let isUpper): Layers.hexadecimal(text, isUpper: isUpper)
        case .base64(let base64): base64.encoding(text)
        }
    }
}

/// Whether a value is text written in another form.
enum Layers {
    /// Whether there is a `%XX` in it.
    static func isPercentEncoded(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.firstIndex(of: 0x25) else { return false }
        var index = first
        while index + 2 < value.endIndex {
            if value[index] == 0x25, ASCII.hexDigit(value[index + 1]) != nil, ASCII.hexDigit(value[index + 2]) != nil {
                return true
            }
            index += 1
        }
        return false
    }

    /// Whether the value is markup whose angle brackets are written as entities.
    static func isEntityEscaped(_ value: ArraySlice<UInt8>) -> Bool {
        value.first == 0x26 && value.count >= 8 && Transport.xml.unit(in: value, at: value.startIndex).packed == 0x3C
    }

    /// What the value holds if it is Base64 of readable text, of at least six bytes.
    static func base64Text(_ value: ArraySlice<UInt8>) -> Base64Text? {
        guard value.count >= 8 else { return nil }
        // Four digits are three bytes: if one is no text, neither is the whole. Nearly everything else ends here.
        var bits: UInt32 = 0
        for byte in value.prefix(4) {
            guard let digit = Base64Text.digit(byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
        }
        guard bits & 0x80_00_00 == 0 else { return nil }
        for shift in [UInt32(16), 8, 0] {
            let byte = UInt8(truncatingIfNeeded: bits >> shift)
            if byte < 0x20 && !ASCII.isSpace(byte) || byte == 0x7F { return nil }
        }
        guard let base64 = Base64Text(value), isReadable(base64.bytes) else { return nil }
        return base64
    }

    /// The text that the value spells in hexadecimal, if it is readable, of at least eight bytes.
    static func hexadecimalText(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.count >= 16, value.count % 2 == 0 else { return nil }
        var output: [UInt8] = []
        var index = value.startIndex
        var hasUpper = false
        var hasLower = false
        while index < value.endIndex {
            guard let high = ASCII.hexDigit(value[index]), let low = ASCII.hexDigit(value[index + 1]) else {
                return nil
            }
            let byte = high << 4 | low
            guard byte >= 0x20 && byte != 0x7F || ASCII.isSpace(byte) else { return nil }
            for digit in value[index...index + 1] where digit >= 0x41 {
                if digit < 0x61 { hasUpper = true } else { hasLower = true }
            }
            if output.isEmpty { output.reserveCapacity(value.count / 2) }
            output.append(byte)
            index += 2
        }
        return !(hasUpper && hasLower) && isReadable(output) ? output : nil
    }

    static func hexadecimal(_ bytes: [UInt8], isUpper: Bool) -> [UInt8] {
        let digits = isUpper ? ASCII.upperHexDigits : ASCII.lowerHexDigits
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 15)])
        }
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
