public import Documents

/// The problems of a file that is imported: a HAR, a VSA log.
///
/// The errors that carry it add the place. No value of the file is quoted: what stands at a wrong place may be a
/// secret.
public enum ImportProblem: Hashable, Sendable {
    /// No acceptable JSON; the inner error has line and column, in a log of lines those of the line alone.
    case json(JSONError)
    /// JSON, but not what was to be imported: why.
    case notThis(String)
    /// A member that must be there is missing.
    case missing(String)
    /// A member that counts stands twice in one object, so that nobody can say which one is meant.
    case duplicate(String)
    /// A value of another type than the format says.
    case wrongType(expected: String, found: String)
    /// A word that is not in the format's list, and the one of the list that was most likely meant.
    case unknownWord(expected: [String], nearest: String? = nil)
    /// A date and time that is not ISO 8601 with a zone.
    case notAnInstant
    /// A number that cannot be right: why.
    case outOfRange(String)
    /// Text that should be Base64 and is not.
    case notBase64(Base64Error)
    /// A named limit was passed.
    case limit(name: String, value: Int)
}

extension ImportProblem: CustomStringConvertible {
    /// The problem and its remedy, without the place.
    public var description: String {
        switch self {
        case .json(let error):
            switch error.cause {
            case .truncated: "the JSON ends in the middle. The file was truncated: export it again"
            case .empty: "the file is empty. Export it again"
            default: error.description
            }
        case .notThis(let reason): reason
        case .missing(let name): "\(Self.shown(name)) is missing. Add it, or export the file again with another tool"
        case .duplicate(let name): "\(Self.shown(name)) is here twice. Remove the one that is wrong"
        case .wrongType(let expected, let found): "expected \(expected), found \(found). Correct the value"
        case .unknownWord(let expected, let nearest):
            (nearest.map { "did you mean \"\($0)\"? " } ?? "")
                + "expected one of \(expected.map { "\"\($0)\"" }.joined(separator: ", ")); correct the value"
        case .notAnInstant:
            "not an ISO 8601 date and time with a zone, such as 2026-11-20T21:59:12.599Z. Correct the value"
        case .outOfRange(let reason): "\(reason). Correct the value"
        case .notBase64(let error): "\(error). Export the file again"
        case .limit(let name, let value): "the limit \(name) of \(value) is passed. Raise it if the file can be trusted"
        }
    }

    /// A name of the file in quotes: in one line, and no longer than a path may be, whatever the file holds.
    private static func shown(_ name: String) -> String {
        guard name.utf8.count > FieldPath.maximumBytes else { return name.quoted }
        return (String(decoding: name.utf8.prefix(FieldPath.maximumBytes - 3), as: UTF8.self) + "…").quoted
    }
}
