/// Why a text is no acceptable XML document, and where.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// Nothing but white space.
        case empty
        /// A limit of ``XMLLimits`` was passed: which one, and its value.
        case limit(name: String, value: Int)
        /// A document type declaration: refused, whatever is in it.
        case documentType
        /// A NUL byte (in UTF-16: a NUL character).
        case nul
        /// Bytes that are not the encoding's, or an encoding other than UTF-8 and UTF-16.
        case encoding(String)
        /// Not well-formed, in libxml2's words.
        case malformed(String)
        /// A prefix no namespace was declared for, or a namespaced attribute given twice.
        case namespace(String)
        /// A reference to an entity other than the five predefined ones.
        case entity(String)
        /// Bytes after the end of the document.
        case trailingBytes
    }

    /// What is wrong.
    public var cause: Cause
    /// Line, from 1; nil where it is not known.
    public var line: Int?
    /// Column, from 1; nil where it is not known.
    public var column: Int?
    /// Offset in bytes from the start of the input; nil where libxml2 gives none.
    public var byteOffset: Int?

    /// An error of this cause at this place.
    public init(_ cause: Cause, line: Int? = nil, column: Int? = nil, byteOffset: Int? = nil) {
        self.cause = cause
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }
}
