/// The reason that a text is not an acceptable XML document, and its place.
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
        /// A comment that begins with `>` or `->`: XML reads on to its `-->`, HTML takes it for ended.
        case comment
        /// Not well-formed, in libxml2's words.
        case malformed(String)
        /// A prefix no namespace was declared for, or a namespaced attribute given twice.
        case namespace(String)
        /// A reference to an entity other than the five predefined ones.
        case entity(String)
        /// Bytes after the end of the document.
        case trailingBytes
    }

    /// The cause of the error.
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

extension XMLError {
    /// The problem, its place and its remedy, in one line.
    public var description: String {
        let reason =
            switch cause {
            case .empty: "no XML: the text is empty. Check that it was written completely"
            case .limit(let name, let value):
                "the XML passes the limit of \(value) for \(name). Raise that limit if the document can be trusted"
            case .documentType: "document type declarations are refused, whatever is in them. Remove <!DOCTYPE …>"
            case .nul: "the XML holds a NUL character, which no XML may. Look for what put it there"
            case .encoding(let what): "the XML is refused for its encoding (\(what)). Write it as UTF-8"
            case .comment:
                "a comment begins with > or ->, where HTML ends it and XML does not: refused, since readers see two "
                    + "documents. Remove the comment"
            case .malformed(let what): "the XML is not well-formed: \(what). Correct it there"
            case .namespace(let what):
                "the XML uses namespaces wrongly: \(what). Declare the prefix, once, with a full URI"
            case .entity(let what):
                "the XML refers to an entity that XML does not predefine (\(what)). Write the character itself"
            case .trailingBytes: "more follows the end of the XML document. Remove it"
            }
        var place: [String] = []
        if let line { place.append("line \(line)") }
        if let column { place.append("column \(column)") }
        if let byteOffset { place.append("byte \(byteOffset)") }
        return (place.isEmpty ? reason : reason + " (\(place.joined(separator: ", ")))").inOneLine
    }
}
