/// Why an exchange has no answer, or only a part of one.
struct RelayFailure: Hashable {
    /// A sentence's worth, as it is recorded.
    var reason: String
    /// What kind of failure it is.
    var kind = Kind.other

    /// What matters to what is done about it.
    enum Kind: Hashable {
        /// Nobody did anything wrong but take too long.
        case timeout
        /// The connection ended; perhaps it had before the request was sent.
        case brokenOff
        case other
    }

    static let clientClosed = RelayFailure(reason: "the client closed the connection")
    static let stopped = RelayFailure(reason: "the recorder was stopped")
    static let clientIdle = RelayFailure(reason: "the client stood still for too long", kind: .timeout)
    static let serverClosed = RelayFailure(
        reason: "the server closed the connection before its answer was complete",
        kind: .brokenOff
    )
    static let serverIdle = RelayFailure(reason: "the server stood still for too long", kind: .timeout)
    static let loop = RelayFailure(reason: "the server's name leads back to this recorder")

    init(reason: String, kind: Kind = .other) {
        self.reason = reason
        self.kind = kind
    }

    /// What an error of the way to a server comes to.
    init(_ error: any Error) {
        guard let error = error as? UpstreamError else {
            self.init(reason: "the connection to the server failed: \(error)")
            return
        }
        let kind: Kind =
            switch error {
            case .timedOut: .timeout
            case .brokenOff: .brokenOff
            case .unknownHost, .cannotConnect, .handshake, .untrusted, .tooLargeHead, .malformedAnswer: .other
            }
        self.init(reason: error.description, kind: kind)
    }
}
