extension Base64 {
    /// The form in which a text is written, where texts of the same bytes differ.
    public struct Writing: Hashable, Sendable {
        /// The alphabet; where none of the digits tells, the standard one.
        public var alphabet: Alphabet
        /// True if the last four digits are filled up with `=`, or need not be.
        public var isPadded: Bool

        /// A text written this way.
        public init(alphabet: Alphabet, isPadded: Bool) {
            self.alphabet = alphabet
            self.isPadded = isPadded
        }
    }

    /// The bytes that a text stands for, and how it is written.
    public struct Reading: Hashable, Sendable {
        /// The decoded bytes.
        public var bytes: [UInt8]
        /// The form in which the digits are written.
        public var writing: Writing
        /// True if there is white space between, before or behind them.
        public var hasWhitespace: Bool
    }

    /// The bytes that `text` stands for in either alphabet, padded or not, with white space anywhere, and how it is written.
    ///
    /// - Parameters:
    ///   - text: The digits, as ASCII.
    ///   - allowsTrailingBits: Whether left-over bits may be other than zero; they get lost.
    /// - Returns: The bytes, and how they are written.
    /// - Throws: ``Base64Error`` with the offset of the first fault; where both alphabets occur, of the first digit that only
    ///   the standard one has.
    public static func read(
        _ text: some Collection<UInt8>,
        allowsTrailingBits: Bool = false
    ) throws(Base64Error) -> Reading {
        // For an array this shares the storage.
        let bytes = Array(text)
        let isURLSafe = bytes.span.place(of: UInt8(ascii: "-"), or: UInt8(ascii: "_"), from: 0) < bytes.count
        let alphabet: Alphabet = isURLSafe ? .urlSafe : .standard
        let decoder = try decoder(
            bytes,
            alphabet: alphabet,
            padding: .optional,
            allowsWhitespace: true,
            allowsTrailingBits: allowsTrailingBits
        )
        return Reading(
            bytes: decoder.output,
            writing: Writing(alphabet: alphabet, isPadded: decoder.isFilledUp),
            hasWhitespace: decoder.hasWhitespace
        )
    }

    /// The text that stands for `bytes`, written in this way.
    public static func encode(_ bytes: some Collection<UInt8>, as writing: Writing) -> String {
        encode(bytes, alphabet: writing.alphabet, padding: writing.isPadded)
    }
}

// MARK: Markup that goes around as it is or in Base64: tokens, SAML messages

extension Base64 {
    /// Checks whether `text` is markup as it is: no digit is a `<`.
    public static func isMarkup(_ text: some StringProtocol) -> Bool { text.utf8.first == UInt8(ascii: "<") }

    /// The bytes of markup that `text` is, or is the Base64 of; nil if it is neither.
    ///
    /// - Parameters:
    ///   - text: Markup, or Base64 of the standard alphabet.
    ///   - padding: Whether padding must, may or must not be there.
    ///   - allowsWhitespace: Whether white space may stand anywhere in the Base64.
    ///   - allowsTrailingBits: Whether left-over bits may be other than zero.
    /// - Returns: The bytes; those of Base64 are not looked at.
    public static func markup(
        _ text: String,
        padding: Padding = .required,
        allowsWhitespace: Bool = false,
        allowsTrailingBits: Bool = false
    ) -> [UInt8]? {
        let bytes = Array(text.utf8)
        if isMarkup(text) { return bytes }
        return try? decode(
            bytes,
            padding: padding,
            allowsWhitespace: allowsWhitespace,
            allowsTrailingBits: allowsTrailingBits
        )
    }
}
