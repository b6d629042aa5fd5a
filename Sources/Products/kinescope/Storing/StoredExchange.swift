import Exchanges
import PassAPI
import RecordingStore
import Redaction

/// An exchange on its way into a recording.
///
/// What is imported and what is recorded takes the same three steps: it is redacted, named and appended.
struct StoredExchange {
    /// The exchange without its secrets.
    let exchange: Exchange
    private let request: PassRequest?
    private let matchKey: String?

    /// The exchange without the secrets that `redactor` knows, if there is one, and recognized.
    ///
    /// This needs no other exchange: many can be made at once.
    init(_ seen: Exchange, _ redactor: Redactor?) {
        exchange = redactor?.redact(seen) ?? seen
        request = PassRequest(recognizing: exchange.request)
        matchKey = request?.matchKey
    }

    /// What a recording has in its columns, as far as the exchange tells by itself.
    var columns: (operation: String?, matchKey: String?) { (ExchangeKind(of: exchange).code, matchKey) }

    /// Names the exchange after those that came before it, and appends it.
    ///
    /// - Parameters:
    ///   - writer: what writes the recording.
    ///   - classifier: what has seen the exchanges before.
    ///   - ordinal: its number; nil stands for the next one.
    ///   - hasBegun: whether it has a row already, which is replaced.
    /// - Returns: its name.
    /// - Throws: `RecordingStoreError` if the disk is full or the system refuses.
    func append(
        to writer: RecordingWriter,
        _ classifier: inout ExchangeClassifier,
        at ordinal: Int? = nil,
        hasBegun: Bool = false
    ) throws -> ExchangeKind {
        let kind = classifier.kind(of: exchange, recognizedAs: request)
        if hasBegun, let ordinal {
            try writer.end(ordinal, with: exchange, operation: kind.code, matchKey: matchKey)
        } else {
            try writer.append(exchange, at: ordinal, operation: kind.code, matchKey: matchKey)
        }
        return kind
    }
}
