import Documents

/// The problem of a `--filter`, and its place.
public struct FilterExpressionError: Error, Hashable, CustomStringConvertible {
    /// The expression as it was given.
    public var expression: String
    /// The column at which the wrong term begins, in characters from 1.
    public var column: Int
    public var problem: Problem

    /// The kinds of problems.
    public enum Problem: Error, Hashable {
        /// A key that there is not.
        case unknownKey(String)
        /// A key without a pattern.
        case noPattern(String)
        /// No term at all: two commas, or nothing.
        case empty
        /// Longer than an expression may be.
        case tooLong
    }

    /// One line: where, what, and what to write instead.
    public var description: String { "--filter \"\(expression)\", column \(column): \(reason)" }

    private var reason: String {
        switch problem {
        case .unknownKey(let key):
            "\"\(key)\" is none of \(Self.keys.joined(separator: ", "))"
                + (Self.nearest(to: key).map { ". Did you mean \"\($0)\"?" } ?? "")
        case .noPattern(let key): "\"\(key)\" has no pattern. Write a term such as host=*.adobe.com"
        case .empty: "a term is missing. Write one such as host=*.adobe.com, or take the comma out"
        case .tooLong: "it has more than \(FilterExpression.maximumLength) bytes. Give several --filter"
        }
    }

    private static let keys = ["host", "path", "method"]

    /// Returns the key for a common synonym, or the key that is spelled like it.
    private static func nearest(to key: String) -> String? {
        let synonyms = [
            "domain": "host", "hostname": "host", "server": "host", "origin": "host", "url": "path", "uri": "path",
            "verb": "method",
        ]
        return synonyms[key.lowercased()] ?? NearestWord.nearest(to: key, among: keys)
    }
}
