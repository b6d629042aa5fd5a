import Documents

/// A text written in another form: percent-encoded, with entities, in hexadecimal or in Base64.
struct Layer {
    private enum Form {
        case percent
        case entities
        case hexadecimal(isUpper: Bool)
        case base64(Base64Text)
        case looseBase64(LooseBase64)
    }

    private let form: Form
    private let original: ArraySlice<UInt8>
    /// The text that is written in that form.
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
        } else if let base64 = LooseBase64(value) {
            form = .looseBase64(base64)
            text = base64.bytes
        } else {
            return nil
        }
    }

    /// The scope of the text; for Base64 that only lenient readers take no search looks.
    func scope(within scope: Scope) -> Scope {
        if case .looseBase64 = form { return scope.deeper.encoded().encoded() }
        return scope.deeper.encoded()
    }

    /// Other text in the same form.
    func write(_ text: [UInt8]) -> [UInt8] {
        switch form {
        case .percent: Rewriting.write(text, .percent, like: original)
        case .entities: Rewriting.write(text, .xml, like: original)
        case .hexadecimal(let isUpper): Layers.hexadecimal(text, isUpper: isUpper)
        case .base64(let base64): base64.encoding(text)
        case .looseBase64(let base64): base64.encoding(text)
        }
    }
}

/// Base64 as lenient readers take it: broken into lines, with stray bits in its last digit, or with spaces for its plus
/// signs.
///
/// Only where it holds a structure: words with spaces between them may look like it by chance.
struct LooseBase64 {
    private let base64: Base64Text
    /// Without white space.
    private let digitCount: Int
    private let spaces: [(offset: Int, bytes: [UInt8])]
    /// True if a space is a plus sign: the text stood in a query as it is, where a form's reader takes the sign for
    /// one.
    private let hasSpacesForPlus: Bool

    var bytes: [UInt8] { base64.bytes }

    init?(_ value: ArraySlice<UInt8>) {
        guard value.count >= 8, Self.mayBeginStructure(value) else { return nil }
        let (digits, spaces) = TextShape.separatingWhiteSpace(Array(value))
        if let base64 = Self.structure(digits) {
            self.base64 = base64
            self.spaces = spaces
            digitCount = digits.count
            hasSpacesForPlus = false
        } else if value.contains(0x20), let base64 = Self.structure(value.map { $0 == 0x20 ? 0x2B : $0 }) {
            self.base64 = base64
            self.spaces = []
            digitCount = value.count
            hasSpacesForPlus = true
        } else {
            return nil
        }
    }

    /// Returns the content of the digits, if that is readable and a structure.
    private static func structure(_ digits: [UInt8]) -> Base64Text? {
        guard let base64 = Base64Text(digits[...], allowsTrailingBits: true), Layers.isReadable(base64.bytes),
            let first = base64.bytes[...].content.first, structures.contains(first)
        else { return nil }
        return base64
    }

    /// `{`, `[`, `<`.
    private static let structures: [UInt8] = [0x7B, 0x5B, 0x3C]

    /// Checks whether the first four digits allow it; nearly every value ends here.
    private static func mayBeginStructure(_ value: ArraySlice<UInt8>) -> Bool {
        var bits: UInt32 = 0
        for byte in value.lazy.filter({ !isWhiteSpace($0) }).prefix(4) {
            guard let digit = Base64Text.digit(byte) else { return false }
            bits = bits << 6 | UInt32(digit)
        }
        let first = UInt8(truncatingIfNeeded: bits >> 16)
        return structures.contains(first) || isWhiteSpace(first) || bits == Layers.byteOrderMark
    }

    /// Other content with white space where it stood; if it is longer or shorter, in lines as long as the first.
    func encoding(_ content: [UInt8]) -> [UInt8] {
        let digits = base64.encoding(content)
        if hasSpacesForPlus { return digits.map { $0 == 0x2B ? 0x20 : $0 } }
        if digits.count == digitCount { return TextShape.weaving(digits, with: spaces) }
        guard let length = spaces.first?.offset, length > 0 else { return digits }
        var lineBreak: [UInt8] = []
        for space in spaces where space.offset == length + lineBreak.count { lineBreak += space.bytes }
        var output: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if index > 0, index % length == 0 { output += lineBreak }
            output.append(digit)
        }
        return output
    }
}

/// The tests for a value that is text written in another form.
enum Layers {
    /// Checks whether there is a `%XX` in it.
    static func isPercentEncoded(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.firstIndex(of: 0x25) else { return false }
        return (first..<value.endIndex).contains { index in
            value[index] == 0x25 && PercentEncoding.escapedByte(in: value, at: index) != nil
        }
    }

    /// Checks whether something may be written in the value with escapes, in Base64 or in hexadecimal.
    static func mayHoldEncoding(_ value: ArraySlice<UInt8>) -> Bool {
        var digits = 0
        for byte in value {
            if SecretFilter.mayEscape(byte) { return true }
            digits = Base64Text.digit(byte) == nil ? 0 : digits + 1
            // Six bits each: fewer are of no secret that is long enough to be searched for.
            if digits * 6 >= Searchability.minimumBytes * 8 { return true }
        }
        return false
    }

    /// Checks whether the value is markup whose angle brackets are written as entities.
    static func isEntityEscaped(_ value: ArraySlice<UInt8>) -> Bool {
        value.first == 0x26 && value.count >= 8 && Transport.xml.unit(in: value, at: value.startIndex).packed == 0x3C
    }

    /// The three bytes of a byte order mark, as four digits of Base64 spell them.
    static let byteOrderMark: UInt32 = 0xEF_BB_BF

    /// Returns the content of the value if it is Base64 of readable text, of at least six bytes.
    static func base64Text(_ value: ArraySlice<UInt8>) -> Base64Text? {
        guard value.count >= 8 else { return nil }
        // Four digits are three bytes: if one is no text, neither is the whole. Nearly everything else ends here, before it is
        // decoded: among bytes drawn by chance every ninth is no text.
        var bits: UInt32 = 0
        for byte in value.prefix(4) {
            guard let digit = Base64Text.digit(byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
        }
        guard bits == byteOrderMark || bits & 0x80_00_00 == 0, !holdsControl(bits) else { return nil }
        var index = value.startIndex + 4
        // The last digits may be less than four, or have padding behind them.
        while index + 8 <= value.endIndex {
            bits = 0
            for byte in value[index..<index + 4] {
                guard let digit = Base64Text.digit(byte) else { return nil }
                bits = bits << 6 | UInt32(digit)
            }
            guard !holdsControl(bits) else { return nil }
            index += 4
        }
        guard let base64 = Base64Text(value), isReadable(base64.bytes) else { return nil }
        return base64
    }

    /// Checks whether one of three bytes is a control character other than white space, which is in no text.
    private static func holdsControl(_ bits: UInt32) -> Bool {
        for shift in [UInt32(16), 8, 0] {
            let byte = UInt8(truncatingIfNeeded: bits >> shift)
            if byte < 0x20 && !isWhiteSpace(byte) || byte == 0x7F { return true }
        }
        return false
    }

    /// The text that the value spells in hexadecimal, if it is readable, of at least eight bytes.
    static func hexadecimalText(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard value.count >= 16, value.count % 2 == 0 else { return nil }
        var output: [UInt8] = []
        var index = value.startIndex
        var hasUpper = false
        var hasLower = false
        while index < value.endIndex {
            guard let high = Hexadecimal.value(of: value[index]), let low = Hexadecimal.value(of: value[index + 1])
            else {
                return nil
            }
            let byte = high << 4 | low
            guard byte >= 0x20 && byte != 0x7F || isWhiteSpace(byte) else { return nil }
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
        Array(Hexadecimal.text(of: bytes, isUpper: isUpper).utf8)
    }

    /// Checks whether the bytes are UTF-8 without control characters, and hold a letter or digit.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        var needsValidation = false
        for byte in bytes {
            if byte < 0x20 {
                guard isWhiteSpace(byte) else { return false }
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
