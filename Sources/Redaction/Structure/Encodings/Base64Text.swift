/// Base64 as redaction needs it: which variant a text is written in, so that it can be written the same way again.
///
/// It does not replace the strict codec of Documents: here a text that is no Base64 is an ordinary case, not an error.
struct Base64Text {
    /// `-` and `_` instead of `+` and `/`.
    var isURLSafe: Bool
    /// Whether the text is filled up with `=`.
    var isPadded: Bool
    /// What the text holds.
    var bytes: [UInt8]

    /// The text's content, or nil if it is not canonical Base64 of either alphabet without white space.
    ///
    /// Stray bits of the last digit are no obstacle if they are allowed; they get lost.
    init?(_ text: ArraySlice<UInt8>, allowsTrailingBits: Bool = false) {
        var end = text.endIndex
        while end > text.startIndex, text[end - 1] == 0x3D, text.endIndex - end < 2 { end -= 1 }
        let padding = text.endIndex - end
        let digits = text[text.startIndex..<end]
        let remainder = digits.count % 4
        guard remainder != 1, padding == 0 || (remainder + padding) == 4 else { return nil }
        var hasStandard = false
        var hasURLSafe = false
        var bits: UInt32 = 0
        var count = 0
        var isValid = true
        let values = Self.values
        let output = unsafe [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { output, written in
            for byte in digits {
                let value = values[Int(byte)]
                guard value < 64 else {
                    isValid = false
                    return
                }
                if value >= 62 {
                    if byte == 0x2B || byte == 0x2F { hasStandard = true } else { hasURLSafe = true }
                }
                bits = bits << 6 | UInt32(value)
                count &+= 6
                if count >= 8 {
                    count &-= 8
                    unsafe output[written] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
                    written &+= 1
                }
            }
        }
        guard isValid, allowsTrailingBits || bits & ((1 << UInt32(count)) - 1) == 0, !(hasStandard && hasURLSafe)
        else { return nil }
        isURLSafe = hasURLSafe
        isPadded = padding > 0 || (remainder == 0 && !hasURLSafe)
        bytes = output
    }

    /// Other content, written the way this text was.
    func encoding(_ content: [UInt8]) -> [UInt8] {
        Self.encode(content, isURLSafe: isURLSafe, isPadded: isPadded)
    }

    static func encode(_ content: [UInt8], isURLSafe: Bool = false, isPadded: Bool = true) -> [UInt8] {
        let alphabet = isURLSafe ? urlSafeAlphabet : standardAlphabet
        var output: [UInt8] = []
        output.reserveCapacity((content.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in content {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(alphabet[Int(bits >> UInt32(count)) & 63])
            }
        }
        if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
        while isPadded, output.count % 4 != 0 { output.append(0x3D) }
        return output
    }

    /// The digit's value in either alphabet.
    static func digit(_ byte: UInt8) -> UInt8? {
        let value = values[Int(byte)]
        return value < 64 ? value : nil
    }

    /// A digit of the same class that may stand before the padding: one whose low bits are zero.
    static func lastDigit(like digit: UInt8, padding: Int, _ random: UInt8) -> UInt8 {
        let step = padding == 2 ? 16 : 4
        let candidates = stride(from: 0, to: 64, by: step).map { standardAlphabet[$0] }
        let sameClass = candidates.filter {
            ASCII.isDigit($0) == ASCII.isDigit(digit) && (0x41...0x5A).contains($0) == (0x41...0x5A).contains(digit)
        }
        guard !sameClass.isEmpty else { return candidates[Int(random) % candidates.count] }
        return sameClass[Int(random) % sameClass.count]
    }

    static let standardAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let urlSafeAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for alphabet in [standardAlphabet, urlSafeAlphabet] {
            for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        }
        return values
    }()
}
