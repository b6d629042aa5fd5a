/// Why a text is no acceptable JSON, and where.
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

    /// What is wrong.
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
