import Exchanges
import PassAPI
import Services

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

    /// Base64 of `<signatureInfo>`, with which every media token begins (tokens.md §6).
    private static let marker = "PHNpZ25hdHVyZUluZm8+"

    /// The exchanges among `exchanges` that carry a media token, in order.
    static func all(in exchanges: [Exchange]) -> [Playback] {
        exchanges.compactMap { exchange in
            let body = exchange.request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let query = URLParts(exchange.request.url).query ?? ""
            let fields = FormField.parse(query) + FormField.parse(body)
            let carrier = fields.first { $0.value.hasPrefix(marker) }
            return carrier.map { Playback(exchange: exchange, field: $0.name, token: $0.value) }
        }
    }

    /// The media token answer that precedes this playback in the recording.
    func source(in calls: [RecordedCall]) -> RecordedCall? {
        calls.last { $0.request.operation == .mediaToken && $0.ordinal < exchange.ordinal }
    }
}

extension RecordedCall {
    /// The media token this call answered with, if it did.
    var serializedToken: String? {
        if case .mediaToken(let details)? = response?.content { details.serializedToken } else { nil }
    }
}
