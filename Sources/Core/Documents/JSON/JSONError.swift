/// The reason that a text is not acceptable JSON, and its place.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// Nothing but white space.
        case empty
        /// A limit of ``JSONLimits`` was passed: which one, and its value.
        case limit(name: String, value: Int)
        /// The text ends inside a value.
        case truncated
        /// Something other than what JSON allows here: what was expected.
        case unexpected(expected: String)
        /// A string with a bad escape, a control character or a lone surrogate.
        case badString(String)
        /// Bytes that are not UTF-8.
        case encoding
        /// More after the value.
        case trailingBytes
    }

    /// The cause of the error.
    public var cause: Cause
    /// Offset in bytes from the start of the input.
    public var byteOffset: Int
    /// Line, from 1.
    public var line: Int
    /// Column in bytes, from 1.
    public var column: Int

    /// An error of this cause at this place.
    public init(_ cause: Cause, byteOffset: Int, line: Int, column: Int) {
        self.cause = cause
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }
}

extension JSONError {
    /// The problem, its place and its remedy, in one line.
    public var description: String {
        let place = "at line \(line), column \(column) (byte \(byteOffset))"
        return switch cause {
        case .empty:
            "no JSON: the text is empty. Check that it was written completely"
        case .limit(let name, let value):
            "the JSON \(place) passes the limit of \(value) for \(name). Raise that limit if the text can be trusted"
        case .truncated:
            "the JSON ends inside a value \(place). It was truncated: write or fetch it again"
        case .unexpected(let expected):
            "not JSON \(place): expected \(expected). Correct the text there"
        case .badString(let reason):
            "bad JSON string \(place): \(reason). Correct the text there"
        case .encoding:
            "the JSON is not UTF-8 \(place). Save it as UTF-8"
        case .trailingBytes:
            "more text follows the JSON value \(place). Remove it, or read the values one by one"
        }
    }
}
