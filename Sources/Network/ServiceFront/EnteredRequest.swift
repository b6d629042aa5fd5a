import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import ProxyProtocol
import Simulation

/// A request that came in at one of the three entrances, as the service that it is for would see it.
struct EnteredRequest {
    /// The request, with the absolute URL that it would have at its host.
    var asked: AskedRequest
    /// The URL of the proxy's own address, if the host stood in the path behind it.
    var base: String?
    /// True if it calls an operation at the proxy's own address: with a base URL that lacks the host.
    private(set) var lacksHost = false

    /// A request to the proxy, or to it as if it were the host.
    init(_ request: LocalRequest, movedBy lead: Int64) {
        self.init(request, to: request.origin, path: request.path, movedBy: lead)
    }

    /// A request to the proxy's own address whose path begins with a host: `/api.auth.adobe.com/api/v1/…`; nil for any other.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - lead: the seconds by which who answers is likely to be behind the served clock.
    ///   - isHost: whether a name without a dot is a host.
    init?(_ request: LocalRequest, movedBy lead: Int64, isHost: (String) -> Bool) {
        let path = request.path
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let segment = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        guard segment.contains(".") || isHost(segment.lowercased()) else { return nil }
        guard let origin = Origin(authority: String(segment), isSecure: true) else { return nil }
        let rest = path.dropFirst(1 + segment.count)
        self.init(request, to: origin, path: rest.hasPrefix("/") ? String(rest) : "/" + rest, movedBy: lead)
        let own = request.head.headers.first(name: "host") ?? "127.0.0.1"
        base = "http://" + own
    }

    /// A request to the proxy's own address that calls an operation, which no host before the path is there for; nil for any other.
    init?(lackingHost request: LocalRequest, movedBy lead: Int64) {
        let service = Origin(isSecure: true, host: Self.service)
        guard Self(request, to: service, path: request.path, movedBy: lead).asked.isCall else { return nil }
        self.init(request, movedBy: lead)
        lacksHost = true
    }

    /// A host of the service's, at which operations are called.
    static let service = "api.auth.adobe.com"

    private init(_ received: LocalRequest, to origin: Origin, path: String, movedBy lead: Int64) {
        // An operation is called through TLS, however an app was brought here.
        let secure = Origin(isSecure: true, host: origin.host, port: origin.port == 80 ? 443 : origin.port)
        // RFC 9112 §3.2.4: what is asked of a whole server has a URL without a path.
        let url = path == "*" ? "\(secure)" : "\(secure)\(path)"
        let authority = String("\(secure)".dropFirst("https://".count))
        let body = Array(received.body.readableBytesView)
        let request = HTTPRequest(
            method: received.head.method.rawValue,
            url: url,
            version: received.head.version.major >= 2
                ? "HTTP/2" : "HTTP/\(received.head.version.major).\(received.head.version.minor)",
            headers: received.head.headers.map {
                HeaderField($0.name, $0.name.lowercased() == "host" ? authority : Self.trimmed($0.value))
            },
            body: body.isEmpty ? nil : body
        )
        asked = AskedRequest(request, movedBy: lead)
    }

    /// A header's value without the blanks behind it, which are none of it (RFC 9110 §5.5); the parser leaves them.
    private static func trimmed(_ value: String) -> String {
        let end = value.utf8.lastIndex { $0 != 0x20 && $0 != 0x09 }
        guard let end else { return "" }
        let next = value.utf8.index(after: end)
        return next == value.utf8.endIndex ? value : String(value[..<next])
    }
}
