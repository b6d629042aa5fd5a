import Documents

/// Base64 as redaction needs it: which variant a text is written in, so that it can be written the same way again.
struct Base64Text {
    /// `-` and `_` instead of `+` and `/`.
    var isURLSafe: Bool
    /// True if the text is filled up with `=`.
    var isPadded: Bool
    /// The bytes that the text holds.
    var bytes: [UInt8]

    /// The text's content, or nil if it is not canonical Base64 of either alphabet without white space.
    ///
    /// Stray bits of the last digit are no obstacle if they are allowed; they get lost.
    init?(_ text: ArraySlice<UInt8>, allowsTrailingBits: Bool = false) {
        guard let reading = try? Base64.read(text, allowsTrailingBits: allowsTrailingBits), !reading.hasWhitespace
        else { return nil }
        isURLSafe = reading.writing.alphabet == .urlSafe
        // Who writes for URLs leaves the padding out, where it shows.
        isPadded = text.last == 0x3D || reading.writing.isPadded && !isURLSafe
        bytes = reading.bytes
    }

    /// Other content, written the way this text was.
    func encoding(_ content: [UInt8]) -> [UInt8] {
        Self.encode(content, isURLSafe: isURLSafe, isPadded: isPadded)
    }

    static func encode(_ content: [UInt8], isURLSafe: Bool = false, isPadded: Bool = true) -> [UInt8] {
        Array(Base64.encode(content, alphabet: isURLSafe ? .urlSafe : .standard, padding: isPadded).utf8)
    }

    /// The digit's value in either alphabet.
    static func digit(_ byte: UInt8) -> UInt8? {
        let value = values[Int(byte)]
        return value < 64 ? value : nil
    }

    /// A digit of the same class that may stand before the padding: one whose low bits are zero.
    static func lastDigit(like digit: UInt8, padding: Int, _ random: UInt8) -> UInt8 {
        let step = padding == 2 ? 16 : 4
        let candidates = stride(from: 0, to: 64, by: step).map { Base64.Alphabet.standard.digits[$0] }
        let sameClass = candidates.filter {
            isDigit($0) == isDigit(digit) && (0x41...0x5A).contains($0) == (0x41...0x5A).contains(digit)
        }
        guard !sameClass.isEmpty else { return candidates[Int(random) % candidates.count] }
        return sameClass[Int(random) % sameClass.count]
    }

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for alphabet in [Base64.Alphabet.standard, .urlSafe] {
            for (value, byte) in alphabet.digits.enumerated() { values[Int(byte)] = UInt8(value) }
        }
        return values
    }()
}
