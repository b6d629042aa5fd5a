import Documents
import VirtualTime

/// The text of an instant in any of its forms, and what moving it comes to.
enum InstantText {
    /// The forms of a field.
    enum Form: Hashable, Sendable {
        /// A number of seconds since 1970.
        case seconds
        /// A number of milliseconds since 1970.
        case milliseconds
        /// A number of milliseconds, or of seconds if it is small.
        case millisecondsOrSeconds
        /// A date in words, or a number of milliseconds (tokens.md §5).
        case date
        /// A date in words, and no number: SAML's (Core 2.0 §1.3.3).
        case dateTime
        /// A date of HTTP, in any of its forms (RFC 9110 §5.6.7, RFC 6265 §5.1.1).
        case header
    }

    /// What moving a text comes to.
    enum Outcome: Hashable, Sendable {
        /// It is moved by these replacements; false if the result reads as a sentinel.
        case moved([ByteEdit], isPlain: Bool)
        /// It is a sentinel, or empty: it stays.
        case stays
        /// It is not an instant as the field has them: it stays.
        case unreadable
        /// It would be an instant that cannot be written in its form: it stays.
        case unrepresentable
    }

    /// Moves the instant that stands at `range` of `text`.
    ///
    /// - Parameters:
    ///   - text: the text around it.
    ///   - range: its place; white space at its ends is passed over.
    ///   - form: the form of the field; a date in words is read in any, a number only where it means something.
    ///   - seconds: the distance.
    /// - Returns: what comes of it.
    static func move(_ text: [UInt8], _ range: Range<Int>, _ form: Form, by seconds: Int64) -> Outcome {
        let range = text.trimmed(range)
        guard !range.isEmpty else { return .stays }
        if form == .header, Sentinel.pastHeaders.contains(where: { $0.utf8.elementsEqual(text[range]) }) {
            return .stays
        }
        if let number = WrittenNumber(text, range) {
            switch form {
            case .seconds: return number.moved(by: seconds, unit: 1)
            case .milliseconds, .date: return number.moved(by: seconds, unit: 1_000)
            case .millisecondsOrSeconds:
                let unit = number.isInMilliseconds ? 1_000 : Int64(1)
                let outcome = number.moved(by: seconds, unit: unit)
                guard case .moved(let edits, _) = outcome else { return outcome }
                // What is read in the other unit afterwards would be another instant.
                let moved = text.applying(edits)
                let length = moved.count - text.count
                let again = WrittenNumber(moved, range.lowerBound..<range.upperBound + length)
                return again?.isInMilliseconds == number.isInMilliseconds ? outcome : .unrepresentable
            case .header, .dateTime: return .unreadable
            }
        }
        guard let date = WrittenDate(text, range) else { return .unreadable }
        return date.moved(by: seconds, in: form == .header ? .headers : .anywhere)
    }
}
