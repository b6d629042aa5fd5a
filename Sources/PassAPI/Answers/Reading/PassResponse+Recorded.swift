public import Exchanges

extension PassResponse {
    /// What the recorded response to `operation` meant to the client that waited for it.
    ///
    /// Nil where there was none, or where it broke off: that was none to the client. A response of which the recording
    /// holds less than passed means nothing, unless its body does not matter.
    public init?(of exchange: Exchange, for operation: Operation) {
        guard case .response(let response) = exchange.outcome else { return nil }
        let notes = exchange.notes
        guard notes.interruption == nil else { return nil }
        self.init(reading: response, for: operation)
        guard let explanation = notes.responseBody.explanation(of: response.body) else { return }
        switch content {
        case .redirect, .throttled, .page, .signedURL: break
        case .empty where status < 400: break
        default: content = .unreadable("not whole: \(explanation)")
        }
    }
}
