/// The reason that a text is not a date, and its place.
public struct TokenDateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// Nothing but white space.
        case empty
        /// Longer than ``TokenDate/maximumBytes``.
        case tooLong
        /// Something other than what the form asks for there: what was expected.
        case expected(String)
        /// Fields that make no date: month 13, 30 February, hour 24, second 60.
        case noSuchDate
        /// No offset, so that the text names no instant; a lone `GMT` is noise and does not count as one.
        case noOffset
        /// An offset of fifteen hours and more, or of sixty minutes and more.
        case offsetOutOfRange
        /// A number of milliseconds that 64 bits do not hold.
        case numberOutOfRange
        /// More after the date.
        case trailingBytes
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

    /// The problem and its place, in one line.
    public var description: String {
        let what =
            switch cause {
            case .empty: "the date is empty"
            case .tooLong: "a date of more than \(TokenDate.maximumBytes) bytes"
            case .expected(let expected): "expected \(expected)"
            case .noSuchDate: "there is no such date or time of day"
            case .noOffset: "no offset from Greenwich. Write it like +0000"
            case .offsetOutOfRange: "the offset is beyond ±14:59"
            case .numberOutOfRange: "a number of milliseconds past 64 bits"
            case .trailingBytes: "more text after the date"
            }
        return "\(what), at byte \(byteOffset)"
    }
}
