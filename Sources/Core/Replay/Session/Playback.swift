import Documents
import Exchanges
import PassAPI
import Services
import Tokens

/// The media tokens that a recorded client took to its own service.
///
/// What the Programmer's player does with a token is no call of Adobe Pass, but it shows which token the app held: it has
/// to be the one the recording issued last for that playback (conformance-rules.md §C.6).
struct Playback {
    /// The exchange that carried a token.
    let exchange: Exchange
    /// The form or query field it stood in.
    let field: String
    /// The token, Base64 as `tokens/media` hands it out.
    let token: String
    /// True if the token stands there with a raw `+`, which whoever reads the form or query takes for a space.
    let hasRawPlus: Bool
    /// The media token answer that precedes it in the recording.
    let source: RecordedCall?

    /// A body longer than this many bytes is no form that carries a token.
    private static let longestForm = 1 << 20

    /// The exchanges of `session` that carry a media token, in order, each with the answer that issued the last one.
    static func all(in session: RecordedSession) -> [Playback] {
        var issues = session.calls.lazy
            .filter { $0.request.operation.role == .media || !$0.serializedTokens.isEmpty }.makeIterator()
        var next = issues.next()
        var source: RecordedCall?
        return session.foreign.compactMap { exchange, _ in
            while let issue = next, issue.ordinal < exchange.ordinal {
                source = issue
                next = issues.next()
            }
            return carrier(in: exchange).map {
                Playback(
                    exchange: exchange,
                    field: $0.name,
                    token: $0.token,
                    hasRawPlus: $0.hasRawPlus,
                    source: source
                )
            }
        }
    }

    private static func carrier(in exchange: Exchange) -> (name: String, token: String, hasRawPlus: Bool)? {
        var fields = FormField.parse(URLParts(exchange.request.url).query ?? "")
        let inQuery = fields.count
        if let body = exchange.request.body, body.count <= longestForm {
            fields += FormField.parse(String(decoding: body, as: UTF8.self))
        }
        let type = exchange.request.headers[first: "Content-Type"]?.lowercased()
        let isForm = type?.hasPrefix("application/x-www-form-urlencoded") ?? true
        for (place, field) in fields.enumerated() where field.value.utf8.starts(with: MediaToken.base64Beginning.utf8) {
            let token = field.value.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "+")
            let hasRawPlus = field.rawValue?.utf8.contains(UInt8(ascii: "+")) ?? false
            return (field.name, token, hasRawPlus && (place < inQuery || isForm))
        }
        return nil
    }
}

extension RecordedCall {
    /// The media tokens this call answered with: decisions of REST API V2 bring one for each resource.
    var serializedTokens: [String] {
        switch response?.content {
        case .mediaToken(let details)?: [details.serializedToken]
        case .decisions(let decisions)?: decisions.compactMap(\.token?.serializedToken)
        default: []
        }
    }
}
