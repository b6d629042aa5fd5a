/// Base64 as RFC 4648 has it: one codec, strict but for what is asked for, or tolerant (``read(_:allowsTrailingBits:)``).
public enum Base64 {
    /// The digits for 62 and 63.
    public enum Alphabet: Hashable, Sendable {
        /// `+` and `/`: RFC 4648 §4.
        case standard
        /// `-` and `_`: RFC 4648 §5.
        case urlSafe

        /// Checks whether `byte` is one of its digits.
        public func holds(_ byte: UInt8) -> Bool {
            (self == .standard ? standardValues : urlSafeValues)[Int(byte)] < 64
        }

        /// The digits, from that of 0 to that of 63.
        package var digits: [UInt8] { self == .standard ? standardDigits : urlSafeDigits }
    }

    /// The rules for `=` that fills the last four digits.
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
        // For an array this shares the storage.
        let bytes = Array(text)
        return try decoder(
            bytes,
            alphabet: alphabet,
            padding: padding,
            allowsWhitespace: allowsWhitespace,
            allowsTrailingBits: allowsTrailingBits
        ).output
    }

    /// Returns a decoder that has read the whole of `bytes`.
    static func decoder(
        _ bytes: [UInt8],
        alphabet: Alphabet,
        padding: Padding,
        allowsWhitespace: Bool,
        allowsTrailingBits: Bool
    ) throws(Base64Error) -> Base64Decoder {
        var decoder = Base64Decoder(padding: padding, allowsWhitespace: allowsWhitespace)
        try decoder.decode(bytes.span, values: alphabet == .standard ? standardValues : urlSafeValues)
        try decoder.finish(at: bytes.count, allowsTrailingBits: allowsTrailingBits)
        return decoder
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
        String(decoding: encoded(Array(bytes)[...], alphabet: alphabet, padding: padding), as: UTF8.self)
    }

    /// The same as ASCII.
    package static func encoded(_ bytes: ArraySlice<UInt8>, alphabet: Alphabet, padding: Bool) -> [UInt8] {
        let digits = alphabet.digits.span
        let input = bytes.span
        var output: [UInt8] = []
        output.reserveCapacity((input.count / 3 &+ 1) &* 4)
        let whole = input.count / 3 &* 3
        var index = 0
        while index < whole {
            let (first, second, third) = (input[index], input[index &+ 1], input[index &+ 2])
            output.append(digits[Int(first >> 2)])
            output.append(digits[Int((first & 3) << 4 | second >> 4)])
            output.append(digits[Int((second & 15) << 2 | third >> 6)])
            output.append(digits[Int(third & 63)])
            index &+= 3
        }
        if whole < input.count {
            let first = input[whole]
            let second = whole &+ 1 < input.count ? input[whole &+ 1] : nil
            output.append(digits[Int(first >> 2)])
            output.append(digits[Int((first & 3) << 4 | (second ?? 0) >> 4)])
            if let second { output.append(digits[Int((second & 15) << 2)]) }
            if padding { for _ in (second == nil ? 2 : 3)..<4 { output.append(UInt8(ascii: "=")) } }
        }
        return output
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
