import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import ProxyProtocol

/// A request that came in at one of the three entrances, as the service that it is for would see it.
struct ServedRequest {
    /// The host that it is for, in lower case, with its port where that is not the scheme's.
    var host: String
    /// The request, with the absolute URL that it would have at that host.
    var request: HTTPRequest
    /// The URL of the proxy's own address, if the host stood in the path behind it.
    var base: String?

    /// A request to the proxy, or to it as if it were the host.
    init(_ request: LocalRequest) {
        self.init(request, to: request.origin, path: request.path)
    }

    /// A request to the proxy's own address whose path begins with a host: `/api.auth.adobe.com/api/v1/…`; nil for any other.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isHost: whether a name without a dot is a host.
    init?(_ request: LocalRequest, isHost: (String) -> Bool) {
        let path = request.path
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let segment = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        guard segment.contains(".") || isHost(segment.lowercased()) else { return nil }
        guard let origin = Origin(authority: String(segment), isSecure: true) else { return nil }
        let rest = path.dropFirst(1 + segment.count)
        self.init(request, to: origin, path: rest.hasPrefix("/") ? String(rest) : "/" + rest)
        let own = request.head.headers.first(name: "host") ?? "127.0.0.1"
        base = "http://" + own
    }

    private init(_ received: LocalRequest, to origin: Origin, path: String) {
        // An operation is called through TLS, however an app was brought here.
        let secure = Origin(isSecure: true, host: origin.host, port: origin.port == 80 ? 443 : origin.port)
        let url = "\(secure)\(path)"
        let authority = String("\(secure)".dropFirst("https://".count))
        host = authority
        let body = Array(received.body.readableBytesView)
        request = HTTPRequest(
            method: received.head.method.rawValue,
            url: url,
            version: received.head.version.major >= 2
                ? "HTTP/2" : "HTTP/\(received.head.version.major).\(received.head.version.minor)",
            headers: received.head.headers.map {
                HeaderField($0.name, $0.name.lowercased() == "host" ? authority : $0.value)
            },
            body: body.isEmpty ? nil : body
        )
    }
}

extension LocalAnswer {
    /// A response as it goes out, without what belonged to another connection or another coding of its body.
    init(_ response: HTTPResponse) {
        var headers = HTTPHeaders()
        for field in response.headers where !Self.isOfConnection(field.name) {
            guard Self.isSendable(field) else { continue }
            headers.add(name: field.name, value: field.value)
        }
        let usual = HTTPResponseStatus(statusCode: response.status)
        let status =
            response.reason.isEmpty || response.reason == usual.reasonPhrase || !Self.isText(response.reason)
            ? usual : .custom(code: UInt(clamping: response.status), reasonPhrase: response.reason)
        self.init(status: status, headers: headers, body: ByteBuffer(bytes: response.body ?? []))
    }

    /// Checks whether a field is about a connection, or about a body as it was before it was recorded (RFC 9110 §7.6.1).
    private static func isOfConnection(_ name: String) -> Bool {
        [
            "connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "upgrade",
            "content-length", "content-encoding",
        ].contains(name.lowercased())
    }

    /// Checks whether a field can be sent at all: a recording may hold what no parser takes.
    private static func isSendable(_ field: HeaderField) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && isText(field.value)
    }

    /// Checks whether a text has no control characters, which would end its line.
    private static func isText(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
