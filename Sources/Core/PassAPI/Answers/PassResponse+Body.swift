import Exchanges

extension PassResponse {
    /// The body's bytes as the service would send them in answer to `request`; nil where it sends none.
    public func body(for request: PassRequest, choices: WireChoices = .default) -> [UInt8]? {
        httpResponse(for: request, choices: choices).body
    }

    /// The meaning of `body` with this status to a client, as the response to `operation`.
    ///
    /// It never fails; see ``init(reading:for:)``. Headers do not count.
    public init(status: Int, body: [UInt8]?, for operation: Operation) {
        self.init(reading: HTTPResponse(status: status, body: body), for: operation)
    }
}
