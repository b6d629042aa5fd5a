import Documents

/// The sender of a request on the wire, as far as the connection shows it: cookies come with each request.
public struct WireClient: Hashable, Sendable {
    /// The address the request came from; the throttle counts by it.
    public var address: String

    /// A client of this address.
    public init(address: String) { self.address = address }
}

/// The form of the addresses that a client can follow: links, forms and redirects to the service's own hosts.
///
/// A client that reaches every host below a base URL has them placed there afterwards (``BaseLinks``).
struct WireLinks: Hashable, Sendable {
    /// The port behind the host with its colon, if the client uses one.
    private let after: String
    /// The scheme that the client uses.
    let scheme: String

    /// The form that fits the address of a request.
    init(for url: URLParts) {
        scheme = url.scheme.lowercased() == "http" ? "http" : "https"
        let port = url.port.map(String.init) ?? ""
        let isPort = !port.isEmpty && port.utf8.count <= 5 && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        after = isPort ? ":" + port : ""
    }

    /// The address of a path, with its query, at a host of the service.
    func address(_ host: String, _ pathAndQuery: String) -> String { scheme + "://" + host + after + pathAndQuery }
}
