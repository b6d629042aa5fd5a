import Exchanges
import Redaction
import SubscriberAccount

/// Tells the pseudonyms of a recording whose secrets were replaced: what the rules of its structures call secret changes if
/// secrets are replaced once more.
struct SecondRedaction {
    // Whatever the key is: only what changes counts.
    private let redactor = Redactor(key: Array(repeating: 0, count: 32))

    /// Nil for a recording that has none.
    init?(of information: RecordingInformation) {
        guard information.isRedacted else { return nil }
    }

    /// The exchange with its secrets replaced once more.
    func exchange(_ exchange: Exchange) -> Exchange { redactor.redact(exchange) }

    /// The VSA call with its secrets replaced once more.
    func call(_ call: VSACall) -> VSACall { redactor.redact(call) }
}
