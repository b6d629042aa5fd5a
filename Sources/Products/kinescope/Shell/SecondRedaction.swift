import Exchanges
import Redaction

/// Tells the pseudonyms of a recording whose secrets were replaced: to replace secrets once more changes them, and nothing else.
struct SecondRedaction {
    // Whatever the key is: only what changes counts.
    private let redactor = Redactor(key: Array(repeating: 0, count: 32))

    /// Nil for a recording that has none.
    init?(of information: RecordingInformation) {
        guard information.isRedacted else { return nil }
    }

    /// The exchange with what the rules of its structures call secret replaced once more.
    func exchange(_ exchange: Exchange) -> Exchange { redactor.redact(exchange) }
}
