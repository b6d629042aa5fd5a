/// Base64 as RFC 4648 has it: the one codec of the house, strict but for what is asked for.
public enum Base64 {
    /// The digits for 62 and 63.
    public enum Alphabet: Hashable, Sendable {
        /// `+` and `/`: RFC 4648 §4.
        case standard
        /// `-` and `_`: RFC 4648 §5.
        case urlSafe
    }

    /// Whether `=` fills the last four digits.
    public enum Padding: Hashable, Sendable {
        /// It must be there, exactly as much as is needed.
        case required
        /// It is there as much as is needed, or not at all.
        case optional
        /// It must not be there.
        case forbidden
    }

    /// The bytes that `text` stands for.
    ///
    /// - Parameters:
    ///   - text: The digits, as ASCII.
    ///   - alphabet: The two alphabets are never mixed.
    ///   - padding: Whether padding must, may or must not be there.
    ///   - allowsWhitespace: Whether blanks, tabs and line ends may stand anywhere, as in MIME and SAML.
    ///   - allowsTrailingBits: Whether left-over bits may be other than zero; they are refused by default, because
    ///     otherwise several texts stand for the same bytes.
    /// - Returns: The decoded bytes.
    /// - Throws: ``Base64Error`` with the offset of the first fault.
    public static func decode(
        _ text: some Collection<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Padding = .required,
        allowsWhitespace: Bool = false,
        allowsTrailingBits: Bool = false
    ) throws(Base64Error) -> [UInt8] {
        var decoder = Base64Decoder(padding: padding, allowsWhitespace: allowsWhitespace)
        // For an array this shares the storage.
        let bytes = Array(text)
        try decoder.decode(bytes.span, values: alphabet == .standard ? standardValues : urlSafeValues)
        try decoder.finish(at: bytes.count, allowsTrailingBits: allowsTrailingBits)
        return decoder.output
    }

    /// The bytes that `text` stands for; see ``decode(_:alphabet:padding:allowsWhitespace:allowsTrailingBits:)``.
    ///
    /// - Throws: ``Base64Error`` with the offset of the first fault in the text's UTF-8.
    public static func decode(
        _ text: some StringProtocol,
        alphabet: Alphabet = .standard,
        padding: Padding = .required,
        allowsWhitespace: Bool = false,
        allowsTrailingBits: Bool = false
    ) throws(Base64Error) -> [UInt8] {
        try decode(
            Array(text.utf8),
            alphabet: alphabet,
            padding: padding,
            allowsWhitespace: allowsWhitespace,
            allowsTrailingBits: allowsTrailingBits
        )
    }

    /// The text that stands for `bytes`, in one line.
    public static func encode(
        _ bytes: some Collection<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> String {
        let digits = alphabet == .standard ? standardDigits : urlSafeDigits
        let input = Array(bytes)
        var output: [UInt8] = []
        output.reserveCapacity((input.count / 3 &+ 1) &* 4)
        var index = 0
        while index < input.count {
            let count = min(3, input.count &- index)
            var group = UInt32(input[index]) << 16
            if count > 1 { group |= UInt32(input[index &+ 1]) << 8 }
            if count > 2 { group |= UInt32(input[index &+ 2]) }
            output.append(digits[Int(group >> 18)])
            output.append(digits[Int(group >> 12 & 63)])
            if count > 1 { output.append(digits[Int(group >> 6 & 63)]) }
            if count > 2 { output.append(digits[Int(group & 63)]) }
            if padding { for _ in count..<3 { output.append(UInt8(ascii: "=")) } }
            index &+= 3
        }
        return String(decoding: output, as: UTF8.self)
    }
}

private let commonDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
private let standardDigits = Array((commonDigits + "+/").utf8)
private let urlSafeDigits = Array((commonDigits + "-_").utf8)
private let standardValues = values(of: standardDigits)
private let urlSafeValues = values(of: urlSafeDigits)

/// The value of every byte as a digit; 255 for what is none.
private func values(of digits: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(truncatingIfNeeded: value) }
    return values
}
