public import Exchanges

extension PassResponse {
    /// The meaning of the recorded response to `operation` to the client that waited for it.
    ///
    /// Nil where there was none, or where it broke off: that was none to the client, but for a redirect, whose body no
    /// one waits for (browsers reset the stream at its head). A response of which the recording holds less than passed
    /// means nothing, unless its body does not matter.
    public init?(of exchange: Exchange, for operation: Operation) {
        guard case .response(let response) = exchange.outcome else { return nil }
        let notes = exchange.notes
        self.init(reading: response, for: operation)
        if notes.interruption != nil {
            guard case .redirect = content else { return nil }
        }
        guard let explanation = notes.responseBody.explanation(of: response.body) else { return }
        switch content {
        case .redirect, .throttled, .page, .signedURL: break
        case .empty where status < 400: break
        default: content = .unreadable("not whole: \(explanation)")
        }
    }
}
