/// Turns digits into bytes, remembering what it needs for the checks at the end.
struct Base64Decoder {
    let padding: Base64.Padding
    let allowsWhitespace: Bool
    /// The decoded bytes, once ``finish(at:allowsTrailingBits:)`` was called; until then with room for more behind them.
    private(set) var output: [UInt8] = []
    private var written = 0
    private var bits: UInt32 = 0
    private var digits = 0
    private var pads = 0
    private var lastDigit = 0
    /// True if there was white space anywhere.
    private(set) var hasWhitespace = false
    /// True if nothing is missing from the last four digits.
    var isFilledUp: Bool { (digits &+ pads) & 3 == 0 }

    init(padding: Base64.Padding, allowsWhitespace: Bool) {
        self.padding = padding
        self.allowsWhitespace = allowsWhitespace
    }

    mutating func decode(_ input: Span<UInt8>, values: [UInt8]) throws(Base64Error) {
        output = [UInt8](repeating: 0, count: input.count / 4 &* 3 &+ 3)
        let table = values.span
        var index = 0
        while index < input.count {
            // Four digits at a time; whatever is none is looked at singly.
            if digits & 3 == 0, pads == 0 { index = decodeGroups(input, from: index, table) }
            guard index < input.count else { return }
            try take(input[index], value: table[Int(input[index])], at: index)
            index &+= 1
        }
    }

    /// Decodes all that follows in groups of four digits, and answers where that ends.
    private mutating func decodeGroups(_ input: Span<UInt8>, from start: Int, _ table: Span<UInt8>) -> Int {
        var index = start
        var end = written
        var bytes = output.mutableSpan
        while input.count &- index >= 4 {
            let group = (
                table[Int(input[index])], table[Int(input[index &+ 1])],
                table[Int(input[index &+ 2])], table[Int(input[index &+ 3])]
            )
            guard (group.0 | group.1 | group.2 | group.3) < 64 else { break }
            bytes[end] = group.0 << 2 | group.1 >> 4
            bytes[end &+ 1] = group.1 << 4 | group.2 >> 2
            bytes[end &+ 2] = group.2 << 6 | group.3
            end &+= 3
            index &+= 4
        }
        digits &+= index &- start
        written = end
        return index
    }

    private mutating func put(_ byte: UInt8) {
        output[written] = byte
        written &+= 1
    }

    private mutating func take(_ byte: UInt8, value: UInt8, at offset: Int) throws(Base64Error) {
        if value < 64 {
            guard pads == 0 else { throw Base64Error(.misplacedPadding, byteOffset: offset) }
            bits = bits << 6 | UInt32(value)
            digits &+= 1
            lastDigit = offset
            guard digits & 3 == 0 else { return }
            for shift: UInt32 in [16, 8, 0] { put(UInt8(truncatingIfNeeded: bits >> shift)) }
            bits = 0
            return
        }
        switch byte {
        case UInt8(ascii: "="):
            // Two or three digits have a byte or two; only they are filled up, to four.
            guard padding != .forbidden, digits & 3 >= 2, digits & 3 &+ pads < 4 else {
                throw Base64Error(.misplacedPadding, byteOffset: offset)
            }
            pads &+= 1
        case 0x20, 0x09, 0x0A, 0x0D:
            guard allowsWhitespace else { throw Base64Error(.whiteSpace, byteOffset: offset) }
            hasWhitespace = true
        default: throw Base64Error(.notInAlphabet(byte), byteOffset: offset)
        }
    }

    mutating func finish(at end: Int, allowsTrailingBits: Bool) throws(Base64Error) {
        defer { output.removeLast(output.count &- written) }
        let rest = digits & 3
        guard rest != 0 else { return }
        guard rest != 1 else { throw Base64Error(.truncated, byteOffset: lastDigit) }
        if pads > 0 || padding == .required {
            guard rest &+ pads == 4 else { throw Base64Error(.missingPadding, byteOffset: end) }
        }
        let spare: UInt32 = rest == 2 ? 4 : 2
        guard allowsTrailingBits || bits & (1 << spare &- 1) == 0 else {
            throw Base64Error(.trailingBits, byteOffset: lastDigit)
        }
        let whole = bits >> spare
        if rest == 3 { put(UInt8(truncatingIfNeeded: whole >> 8)) }
        put(UInt8(truncatingIfNeeded: whole))
    }
}
