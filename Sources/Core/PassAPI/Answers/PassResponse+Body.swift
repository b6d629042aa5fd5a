import Exchanges

extension PassResponse {
    /// The body's bytes as the service would send them in answer to `request`; nil where it sends none.
    public func body(for request: PassRequest, choices: WireChoices = .default) -> [UInt8]? {
        httpResponse(for: request, choices: choices).body
    }

    /// What a client makes of `body` with this status, as the answer to `operation`.
    ///
    /// It never fails; see ``init(reading:for:)``. No header says anything.
    public init(status: Int, body: [UInt8]?, for operation: Operation) {
        self.init(reading: HTTPResponse(status: status, body: body), for: operation)
    }
}
