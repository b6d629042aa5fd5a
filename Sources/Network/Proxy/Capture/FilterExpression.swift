import ProxyProtocol

/// One `--filter`: terms joined by commas, all of which must hold.
///
/// A term is `host=`, `path=` or `method=` and a pattern in which `*` stands for any characters, or none. A `!` before
/// the pattern turns the term round, one before the expression makes it name what is left out.
///
/// - `host` is compared in lower case; a port is compared if the pattern has one: `localhost:8080`.
/// - `path` is the path alone, unless the pattern has a `?`: then the query belongs to it. A comma in it is written `*`.
/// - `method` is compared in upper case.
struct FilterExpression: Hashable, Sendable {
    /// True if it names what is omitted.
    let isExclusion: Bool
    private let terms: [Term]

    private struct Term: Hashable, Sendable {
        var key: Key
        var isNegated: Bool
        var pattern: [UInt8]
    }

    private enum Key: String, CaseIterable {
        case host, path, method
    }

    /// Characters in an expression at most.
    static let maximumLength = 2_000

    /// The expression that `text` writes.
    init(_ text: String) throws(FilterExpressionError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw FilterExpressionError(expression: String(text.prefix(40)) + "…", column: 1, problem: .tooLong)
        }
        isExclusion = text.hasPrefix("!")
        var column = isExclusion ? 2 : 1
        var terms: [Term] = []
        for part in text.dropFirst(isExclusion ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false) {
            do throws(FilterExpressionError.Problem) { terms.append(try Self.term(part)) } catch {
                throw FilterExpressionError(expression: text, column: column, problem: error)
            }
            column += part.count + 1
        }
        self.terms = terms
    }

    private static func term(_ text: Substring) throws(FilterExpressionError.Problem) -> Term {
        guard !text.isEmpty else { throw .empty }
        guard let equals = text.firstIndex(of: "=") else { throw .noPattern(String(text)) }
        let name = String(text[..<equals])
        guard let key = Key(rawValue: name.lowercased()) else { throw .unknownKey(name) }
        var pattern = text[text.index(after: equals)...]
        let isNegated = pattern.hasPrefix("!")
        if isNegated { pattern = pattern.dropFirst() }
        guard !pattern.isEmpty else { throw .noPattern(name) }
        let spelled =
            switch key {
            case .host: pattern.lowercased()
            case .method: pattern.uppercased()
            case .path: String(pattern)
            }
        return Term(key: key, isNegated: isNegated, pattern: Array(spelled.utf8))
    }

    /// Checks whether all terms hold; `path` is the URL's path with its query.
    func holds(method: String, origin: Origin, path: String) -> Bool {
        terms.allSatisfy { term in
            let matches =
                switch term.key {
                case .host:
                    Wildcard.matches(term.pattern, origin.host.utf8)
                        || Wildcard.matches(term.pattern, "\(origin.hostText):\(origin.port)".utf8)
                case .method: Wildcard.matches(term.pattern, method.uppercased().utf8)
                case .path:
                    term.pattern.contains(UInt8(ascii: "?"))
                        ? Wildcard.matches(term.pattern, path.utf8)
                        : Wildcard.matches(term.pattern, path.utf8.prefix { $0 != UInt8(ascii: "?") })
                }
            return matches != term.isNegated
        }
    }
}
