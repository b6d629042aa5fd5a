package import NIOHTTP1

/// Where a request goes: what its first line, its `Host` and its connection say together (RFC 9112 §3.2).
package struct RequestTarget: Equatable {
    /// Who is to answer.
    package var destination: Destination
    /// The request-target as the server is sent it: the path with its query, or `*`.
    package var path: String
    /// The absolute URL that is recorded.
    package var url: String
    /// What `Host` says on the way to the server; nil keeps what the client said.
    package var authority: String?

    /// Who can answer a request.
    package enum Destination: Equatable {
        /// A server.
        case origin(Origin)
        /// The recorder, for its magic host.
        case magicHost
        /// The recorder, because it is asked for what it cannot do.
        case refusal(LocalAnswer)
    }

    /// The target of a request.
    ///
    /// - Parameters:
    ///   - head: the request's head.
    ///   - origin: whom all requests on the connection are for, if that is known.
    ///   - isReverse: whether that is because the recorder stands before this one server.
    ///   - own: where the recorder itself is reached.
    ///   - rules: where else to connect to.
    package init(
        _ head: HTTPRequestHead,
        origin: Origin?,
        isReverse: Bool,
        own: OwnAddresses,
        rules: [ConnectTo] = []
    ) {
        let absolute = AbsoluteTarget(head.uri)
        let host = head.headers.first(name: "host")
        if let origin {
            let path = absolute?.path ?? head.uri
            let asked = isReverse ? absolute?.origin ?? Origin(authority: host ?? "", isSecure: false) : origin
            self.init(origin: asked?.host == OwnHost.name ? nil : origin, path: path, own: own, rules)
            if !path.hasPrefix("/"), path != "*" { destination = .refusal(.unusableTarget(head.uri)) }
            if isReverse || host == nil { authority = origin.authority }
        } else if let absolute {
            self.init(
                origin: absolute.origin.host == OwnHost.name ? nil : absolute.origin,
                path: absolute.path,
                own: own,
                rules
            )
            // RFC 9112 §3.2.2: what the request line says counts; whatever Host says is replaced.
            authority = absolute.authority
            if head.method == .OPTIONS, absolute.hasNoPath { path = "*" }
            url = head.uri
        } else {
            let asked = host.flatMap { Origin(authority: $0, isSecure: false) }
            self.init(origin: nil, path: head.uri, own: own, rules)
            let isOwn = asked.map { $0.host == OwnHost.name || own.contain(host: $0.host, port: $0.port) } ?? false
            if !isOwn { destination = .refusal(.notAProxyRequest(port: own.port)) }
        }
        // RFC 9112 §3.2: no form of a request-target has a fragment.
        if head.uri.utf8.contains(UInt8(ascii: "#")) { destination = .refusal(.targetWithFragment(head.uri)) }
    }

    /// A request to an origin, or to the magic host.
    private init(origin: Origin?, path: String, own: OwnAddresses, _ rules: [ConnectTo]) {
        self.path = path
        url = (origin?.description ?? "http://\(OwnHost.name)") + (path == "*" ? "" : path)
        destination = .magicHost
        guard let origin else { return }
        let (host, port) = ConnectTo.target(host: origin.host, port: origin.port, rules)
        destination = own.contain(host: host, port: port) ? .refusal(.loop(origin)) : .origin(origin)
    }
}

/// A request-target in absolute form, taken apart: `http://host:port/path?query`.
package struct AbsoluteTarget: Equatable {
    /// Whom it names.
    package var origin: Origin
    /// The host and port as they are written, without a user's name.
    package var authority: String
    /// The path with its query, `/` where none is written.
    package var path: String
    /// Whether neither path nor query is written.
    package var hasNoPath: Bool

    /// Nil if the text is in another form, or names another scheme than `http` and `https`.
    package init?(_ text: String) {
        guard text.utf8.first != UInt8(ascii: "/"), let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let afterSlashes = rest.dropFirst(2)
        let end = afterSlashes.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? afterSlashes.endIndex
        var authority = afterSlashes[..<end]
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        guard let origin = Origin(authority: String(authority), isSecure: scheme == "https") else { return nil }
        let path = afterSlashes[end...]
        self.origin = origin
        self.authority = String(authority)
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
        hasNoPath = path.isEmpty
    }
}

extension Origin {
    /// The origin that a URL names without anything beyond it: `https://api.example.com`, `http://localhost:9000/`.
    ///
    /// Nil if there is a path, a query or the name of a user, or another scheme.
    public init?(url: String) {
        guard let target = AbsoluteTarget(url), target.path == "/", !url.utf8.contains(UInt8(ascii: "@")) else {
            return nil
        }
        self = target.origin
    }

    /// What `Host` says of it: the port only where it is not the scheme's own.
    package var authority: String { port == (isSecure ? 443 : 80) ? hostText : "\(hostText):\(port)" }

    /// The origin that an authority, or a `Host`, names; nil if it names none.
    package init?(authority: String, isSecure: Bool) {
        var host = Substring(authority)
        var port: Int?
        let afterAddress = host.lastIndex(of: "]").map { host.index(after: $0) } ?? host.startIndex
        if let colon = host[afterAddress...].firstIndex(of: ":") {
            let digits = host[host.index(after: colon)...]
            if !digits.isEmpty {
                guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits), number > 0
                else { return nil }
                port = Int(number)
            }
            host = host[..<colon]
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }) else {
            return nil
        }
        self.init(isSecure: isSecure, host: String(host), port: port)
    }
}
