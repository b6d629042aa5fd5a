import ProxyProtocol

/// The selection of exchanges to record among those that pass.
///
/// By default everything but plain media, see ``PlainMedia``. An expression such as `host=*.adobe.com,method=POST` names
/// what is recorded instead: all its terms must hold, of several expressions one. A `!` before an expression takes out
/// what it names; where all expressions do that, they take it from the default.
public struct RecordingFilter: Hashable, Sendable {
    private var included: [FilterExpression] = []
    private var excluded: [FilterExpression] = []

    /// The default: everything that is not plainly media.
    public init() {}

    /// The filter of these expressions; the default if there are none.
    ///
    /// - Parameter expressions: as given to `--filter`, see ``FilterExpression``.
    /// - Throws: ``FilterExpressionError``.
    public init(_ expressions: [String]) throws(FilterExpressionError) {
        for text in expressions {
            let expression = try FilterExpression(text)
            if expression.isExclusion { excluded.append(expression) } else { included.append(expression) }
        }
    }

    /// The decisions about an exchange, as far as its request shows.
    enum Decision: Hashable, Sendable {
        /// It is recorded.
        case record
        /// It is left out.
        case leaveOut(SkippedExchange.Reason)
        /// The answer decides.
        case atResponse
    }

    /// The decision at the head of a request; `path` is the URL's path with its query.
    func decision(method: String, origin: Origin, path: String) -> Decision {
        if excluded.contains(where: { $0.holds(method: method, origin: origin, path: path) }) {
            return .leaveOut(.filter)
        }
        guard included.isEmpty else {
            let isNamed = included.contains { $0.holds(method: method, origin: origin, path: path) }
            return isNamed ? .record : .leaveOut(.filter)
        }
        return PlainMedia.canBe(method: method, origin: origin) ? .atResponse : .record
    }
}
