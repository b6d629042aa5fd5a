/// The reason that an exchange has no response, or only a part of one.
package struct RelayFailure: Hashable {
    /// A sentence's worth, as it is recorded.
    package var reason: String
    /// The kind of failure.
    package var kind = Kind.other

    /// The kinds of failures, as far as they matter to what is done about them.
    package enum Kind: Hashable {
        /// No one did anything wrong but take too long.
        case timeout
        /// The connection ended; perhaps it had before the request was sent.
        case brokenOff
        /// The server has reset the request's stream of HTTP/2, with this code: it has seen the request.
        case reset(UInt32)
        case other
    }

    package static let clientClosed = RelayFailure(reason: "the client closed the connection")
    /// The client has no more use for this response, and keeps the connection: of a redirect its head is enough.
    package static let clientReset = RelayFailure(reason: "the client reset the stream")
    package static let stopped = RelayFailure(reason: "the recorder was stopped")
    package static let clientIdle = RelayFailure(reason: "the client stood still for too long", kind: .timeout)
    package static let serverClosed = RelayFailure(
        reason: "the server closed the connection before its response was complete",
        kind: .brokenOff
    )
    package static let serverIdle = RelayFailure(reason: "the server stood still for too long", kind: .timeout)
    package static let loop = RelayFailure(reason: "the server's name leads back to this recorder")

    package init(reason: String, kind: Kind = .other) {
        self.reason = reason
        self.kind = kind
    }
}
