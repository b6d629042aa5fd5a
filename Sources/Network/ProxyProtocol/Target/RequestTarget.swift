package import NIOHTTP1

/// The target of a request: its first line, its `Host` and its connection together (RFC 9112 §3.2).
package struct RequestTarget: Equatable {
    /// The destination that is to answer.
    package var destination: Destination
    /// The request-target as the server is sent it: the path with its query, or `*`.
    package private(set) var path: String
    /// The origin that it names, or is taken to name.
    private var origin: Origin
    /// The absolute URL that was written; nil if none was.
    private var written: String?
    /// The value of `Host` on the way to the server; nil keeps the client's.
    package var authority: String?

    /// The kinds of destinations that can answer a request.
    package enum Destination: Equatable {
        /// A server.
        case origin(Origin)
        /// The answerer for this origin in this process.
        case answerer(Origin)
        /// The recorder, because it is asked for what it cannot do.
        case refusal(LocalAnswer)
    }

    /// The absolute URL that is recorded.
    package var url: String { written ?? origin.description + (path.isAsterisk ? "" : path) }

    /// The origin for which it is answered in this process; nil if it is not.
    package var answered: Origin? { if case .answerer(let origin) = destination { origin } else { nil } }

    /// True if it is not refused.
    package var isAnswered: Bool { if case .refusal = destination { false } else { true } }

    /// The target of a request.
    ///
    /// - Parameters:
    ///   - head: the request's head.
    ///   - origin: whom all requests on the connection are for, if that is known.
    ///   - isReverse: whether that is because the recorder stands before this one server.
    ///   - own: where the recorder itself is reached.
    ///   - rules: where else to connect to.
    ///   - answers: whether somebody in this process answers for an origin; by default that is the local endpoint.
    package init(
        _ head: HTTPRequestHead,
        origin: Origin?,
        isReverse: Bool,
        own: OwnAddresses,
        rules: [ConnectTo] = [],
        answers: (Origin) -> Bool = { $0.host == OwnHost.name }
    ) {
        let absolute = AbsoluteTarget(head.uri)
        let host = head.headers.first(name: "host")
        if let origin {
            var path = absolute?.path ?? head.uri
            if head.method == .OPTIONS, absolute?.hasNoPath ?? false { path = "*" }
            let named = isReverse ? host.flatMap { Origin(authority: $0, isSecure: false) } : nil
            let asked = isReverse ? absolute?.origin ?? named : nil
            self.init(asked.flatMap { answers($0) ? $0 : nil } ?? origin, path, own, rules, answers)
            // RFC 9112 §3.2.4: the asterisk is for OPTIONS alone.
            if path.utf8.first != UInt8(ascii: "/"), !path.isAsterisk || isReverse && head.method != .OPTIONS {
                destination = .refusal(.unusableTarget(head.uri))
            }
            if isReverse, let absolute, absolute.origin.authority != origin.authority, !answers(absolute.origin),
                !own.contain(host: absolute.origin.host, port: absolute.origin.port)
            {
                destination = .refusal(.otherServer(absolute.authority, than: origin))
            }
            if isReverse, let refusal = Self.refusal(ofHosts: head, isUsable: named != nil) {
                destination = .refusal(refusal)
            } else if !isReverse, let absolute,
                Origin(authority: absolute.authority, isSecure: origin.isSecure) != origin
            {
                // It would reach the tunnel's server under another name than the one that is recorded.
                destination = .refusal(.otherServer(absolute.authority, than: origin))
            }
            // RFC 9112 §3.2.2: what the request line says counts, and the server is not sent it.
            authority = isReverse || host == nil && absolute == nil ? origin.authority : absolute?.authority
        } else if let absolute {
            self.init(absolute.origin, absolute.path, own, rules, answers)
            // RFC 9112 §3.2.2: what the request line says counts; whatever Host says is replaced.
            authority = absolute.authority
            if head.method == .OPTIONS, absolute.hasNoPath { path = "*" }
            written = head.uri
            // §3.2: without one, or with one that is none, HTTP/1.1 has no request, whatever its line says.
            let isUsable = host.map { Origin(authority: $0, isSecure: false) != nil } ?? true
            if let refusal = Self.refusal(ofHosts: head, isUsable: isUsable) { destination = .refusal(refusal) }
        } else {
            let asked = host.flatMap { Origin(authority: $0, isSecure: false) }
            let isOwn = asked.map { own.contain(host: $0.host, port: $0.port) } ?? false
            let meant = isOwn ? OwnHost.origin : asked
            self.init(meant ?? OwnHost.origin, head.uri, own, rules, answers)
            if meant == nil || answered == nil { destination = .refusal(.notAProxyRequest(port: own.port)) }
        }
        // RFC 9112 §3.2: in a tunnel, that is for the server to say.
        if origin == nil || answered != nil, Self.hasSeveralHosts(head) { destination = .refusal(.severalHosts) }
        // RFC 9112 §3.2: no form of a request-target has a fragment.
        if head.uri.utf8.contains(UInt8(ascii: "#")) { destination = .refusal(.targetWithFragment(head.uri)) }
        if !KnownMethod.contains(head.method) { destination = .refusal(.unknownMethod(head.method.rawValue)) }
    }

    private static func hasSeveralHosts(_ head: HTTPRequestHead) -> Bool {
        var count = 0
        for (name, _) in head.headers where name.utf8.count == 4 && name.isASCII(like: "host") { count += 1 }
        return count > 1
    }

    /// Returns the refusal of an unusable `Host` for a server (RFC 9112 §3.2).
    private static func refusal(ofHosts head: HTTPRequestHead, isUsable: Bool) -> LocalAnswer? {
        let hosts = head.headers["host"]
        guard let host = hosts.first else { return head.version == .http1_0 ? nil : .noHost }
        guard hosts.count == 1 else { return .severalHosts }
        return isUsable ? nil : .unusableHost(host)
    }

    /// A request to an origin, or to who answers for it.
    private init(
        _ origin: Origin,
        _ path: String,
        _ own: OwnAddresses,
        _ rules: [ConnectTo],
        _ answers: (Origin) -> Bool
    ) {
        (self.origin, self.path) = (origin, path)
        guard !answers(origin) else {
            destination = .answerer(origin)
            return
        }
        let (host, port) = ConnectTo.target(host: origin.host, port: origin.port, rules)
        destination = own.contain(host: host, port: port) ? .refusal(.loop(origin)) : .origin(origin)
    }
}

/// A request-target in absolute form, taken apart: `http://host:port/path?query`.
struct AbsoluteTarget: Equatable {
    /// The origin that it names.
    var origin: Origin
    /// The host and port as they are written, without a user's name.
    var authority: String
    /// The path with its query, `/` where none is written.
    var path: String
    /// True if neither path nor query is written.
    var hasNoPath: Bool

    fileprivate static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Nil if the text is in another form, or names another scheme than `http` and `https`.
    init?(_ text: String) {
        // By bytes: a slash counts even where a combining mark follows it, as it does for the server.
        let bytes = text.utf8
        guard bytes.first != UInt8(ascii: "/"), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        let isSecure = scheme.isASCII(like: "https")
        guard isSecure || scheme.isASCII(like: "http") else { return nil }
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        let afterSlashes = rest.dropFirst(2)
        let end = afterSlashes.firstIndex(where: Self.endsAuthority) ?? afterSlashes.endIndex
        var authority = afterSlashes[..<end]
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            authority = authority[authority.index(after: at)...]
        }
        self.authority = String(Substring(authority))
        guard let origin = Origin(authority: self.authority, isSecure: isSecure) else { return nil }
        let path = afterSlashes[end...]
        self.origin = origin
        self.path = (path.first == UInt8(ascii: "/") ? "" : "/") + String(Substring(path))
        hasNoPath = path.isEmpty
    }
}

extension Origin {
    /// The origin that a URL names without anything beyond it: `https://api.example.com`, `http://localhost:9000/`.
    ///
    /// Nil if there is a path, a query or the name of a user, or another scheme.
    public init?(url: String) {
        guard let target = AbsoluteTarget(url), target.path.utf8.elementsEqual("/".utf8),
            !url.utf8.contains(UInt8(ascii: "@"))
        else {
            return nil
        }
        self = target.origin
    }

    /// The value of `Host` for it: the port only where it is not the scheme's own.
    package var authority: String { port == (isSecure ? 443 : 80) ? hostText : hostText + ":" + String(port) }

    /// The origin that an authority, or a `Host`, names; nil if it names none, or is longer than any can be.
    package init?(authority: String, isSecure: Bool) {
        guard authority.utf8.count <= 300 else { return nil }
        // By bytes in an array, where looking at one costs a fraction: a reverse proxy asks this more than once a request.
        let bytes = Array(authority.utf8)
        var host = bytes[...]
        var port: Int?
        let afterAddress = bytes.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
        if let colon = bytes[afterAddress...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = bytes[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
                    let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
                else { return nil }
                port = Int(number)
            }
            host = bytes[..<colon]
        }
        let isName = host.allSatisfy { byte in
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "@") && !AbsoluteTarget.endsAuthority(byte)
        }
        guard !host.isEmpty, isName else { return nil }
        self.init(isSecure: isSecure, host: String(decoding: host, as: UTF8.self), port: port)
    }
}

extension String {
    /// True if it is the request-target for a whole server.
    fileprivate var isAsterisk: Bool { utf8.elementsEqual("*".utf8) }
}
