import Documents

/// The sender of a request on the wire, as far as the connection shows it: cookies come with each request.
public struct WireClient: Hashable, Sendable {
    /// The address the request came from; the throttle counts by it.
    public var address: String
    /// The URL below which the client reaches every host as a first path segment, without a slash at its end
    /// (`http://127.0.0.1:8080` for `http://127.0.0.1:8080/api.auth.adobe.com/…`); nil where it uses the hosts themselves.
    public var base: String?

    /// A client of this address.
    public init(address: String, base: String? = nil) {
        self.address = address
        self.base = base
    }
}

/// The form of the addresses that a client can follow: links, forms and redirects to the service's own hosts.
struct WireLinks: Hashable, Sendable {
    /// The text before the host: `https://`, or the base and a slash.
    private let before: String
    /// The port behind the host with its colon, if the client uses one.
    private let after: String
    /// The scheme that the client uses.
    let scheme: String

    /// The form that fits the address of a request.
    init(for url: URLParts, _ client: WireClient) {
        let own = url.scheme.lowercased() == "http" ? "http" : "https"
        if let base = client.base {
            scheme = base.lowercased().utf8.starts(with: "https:".utf8) ? "https" : "http"
            (before, after) = (base + "/", "")
        } else {
            scheme = own
            before = own + "://"
            let port = url.port.map(String.init) ?? ""
            let isPort = !port.isEmpty && port.utf8.count <= 5 && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
            after = isPort ? ":" + port : ""
        }
    }

    /// The address of a path, with its query, at a host of the service.
    func address(_ host: String, _ pathAndQuery: String) -> String { before + host + after + pathAndQuery }
}
