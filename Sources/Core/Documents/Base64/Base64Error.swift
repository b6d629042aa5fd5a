/// The reason that a text is not acceptable Base64, and its place.
public struct Base64Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// A byte that is not in the alphabet.
        case notInAlphabet(UInt8)
        /// White space, where it was not allowed.
        case whiteSpace
        /// Padding where none may stand, or too much of it, or something after it.
        case misplacedPadding
        /// Padding is required and missing.
        case missingPadding
        /// A single digit at the end, which holds no whole byte.
        case truncated
        /// Bits after the last byte that are not zero: another text would give the same bytes.
        case trailingBits
    }

    /// The cause of the error.
    public var cause: Cause
    /// Offset in bytes from the start of the text.
    public var byteOffset: Int

    /// An error of this cause at this place.
    public init(_ cause: Cause, byteOffset: Int) {
        self.cause = cause
        self.byteOffset = byteOffset
    }

    /// The problem, its place and its remedy, in one line.
    public var description: String {
        let reason =
            switch cause {
            case .notInAlphabet(let byte):
                "the byte 0x\(String(byte, radix: 16)) is not in the alphabet. Check which of the two alphabets it is"
            case .whiteSpace: "white space is not allowed here. Remove it"
            case .misplacedPadding: "the padding is not at the end. Remove the text after it, or pad to four digits"
            case .missingPadding: "the padding is missing. Add = until the length is a multiple of four"
            case .truncated: "it ends with a single digit, which holds no byte. It was truncated"
            case .trailingBits: "bits are left over at its end that should be zero. It was truncated or changed"
            }
        return "bad Base64 at byte \(byteOffset): \(reason)"
    }
}
