import ProxyProtocol

extension RelayFailure {
    /// The failure that an error on the way to a server means.
    init(_ error: any Error) {
        guard let error = error as? UpstreamError else {
            self.init(reason: "the connection to the server failed: \(ErrorText.text(of: error))")
            return
        }
        let kind: Kind =
            switch error {
            case .timedOut: .timeout
            case .brokenOff: .brokenOff
            case .reset(_, let code): .reset(code)
            case .unknownHost, .cannotConnect, .handshake, .untrusted, .tooLargeHead, .malformedAnswer: .other
            }
        self.init(reason: error.description, kind: kind)
    }
}
