import Exchanges
import Redaction
import SubscriberAccount

/// Tells the pseudonyms of a recording whose secrets were replaced: what the rules of its structures call secret changes if
/// secrets are replaced once more.
struct SecondRedaction {
    // Whatever the key is: only what changes counts.
    private var redactor = Redactor(key: Array(repeating: 0, count: 32))

    /// That of a recording which has some.
    init() {}

    /// Nil for a recording that has none.
    init?(of information: RecordingInformation) {
        guard information.isRedacted else { return nil }
    }

    /// Finds what other places of these exchanges show to be one, too.
    mutating func study(_ exchanges: [Exchange]) {
        for exchange in exchanges { redactor.study(exchange) }
    }

    /// The exchange with its secrets replaced once more.
    func exchange(_ exchange: Exchange) -> Exchange { redactor.redact(exchange) }

    /// The VSA call with its secrets replaced once more.
    func call(_ call: VSACall) -> VSACall { redactor.redact(call) }
}
