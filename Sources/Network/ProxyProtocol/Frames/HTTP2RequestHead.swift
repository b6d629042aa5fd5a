package import NIOHTTP1

/// The head of a request as HTTP/2 has it (RFC 9113 §8.3.1), looked at before it is taken for one of HTTP/1.1.
///
/// A library checks names, values and which pseudo-header fields there are. What it leaves to others is what one server
/// reads in another way than the next: how long a body is, and which host is meant.
package struct HTTP2RequestHead: Hashable, Sendable {
    /// The fields, pseudo-header fields first, with one `:authority` and no `host` beside it, and one `cookie` at most.
    package let fields: [Field]
    /// True if they are those that came.
    package let isAsReceived: Bool
    /// Their size as RFC 9113 §6.5.2 counts it: with 32 bytes for each.
    package let listBytes: Int

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The problem of a head; its stream is reset (RFC 9113 §8.1.1).
    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        /// No length, or one that can be read in two ways.
        case contentLength(String)
        /// Two different hosts, or more than one field for them.
        case twoHosts(String, String)
        /// `:method` is not a token (RFC 9110 §9.1).
        case method(String)
        /// `:path` is none.
        case path(String)
        /// The value of this field has a control character in it.
        case value(String)
        /// `:authority` has a user's name before the host.
        case userInformation(String)
        /// There is no `:path`, as in CONNECT, or it names no host.
        case missing(String)

        /// A sentence's worth.
        package var description: String {
            switch self {
            case .contentLength(let value): "its content-length is \"\(value.prefix(200))\", which is not a number"
            case .twoHosts(let authority, let host):
                "it names two hosts, \"\(authority.prefix(200))\" and \"\(host.prefix(200))\""
            case .userInformation(let host): "its `:authority` has a user's name before \"\(host.prefix(200))\""
            case .missing(let name): "it has no \(name)"
            case .method(let method):
                "its method is \"\(String(method.unicodeScalars.prefix(200)))\", which is not a token of HTTP"
            case .value(let name): "the value of \"\(name.prefix(200))\" has a control character"
            case .path(let path):
                "its path is \"\(path.prefix(200))\", which is not an ASCII path that begins with a slash"
            }
        }
    }

    /// The size of a list of fields (RFC 9113 §6.5.2).
    package static func listBytes(_ headers: HTTPHeaders) -> Int {
        headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }

    /// A head of these fields, if it is one.
    package init(_ received: [Field]) throws(Malformed) {
        var seen = Seen()
        for field in received {
            // RFC 9110 §5.5: HTTP/1.1 has no such value, and not every server reads it as another does.
            guard field.value.isFieldValue else {
                throw .value(field.name)
            }
            seen.take(field)
        }
        // No request line has it; and a letter with thousands of marks takes as long as their square to be compared.
        if let method = seen.method, !method.isToken { throw .method(method) }
        if case .unusable(let value) = ContentLength(seen.lengths) { throw .contentLength(value) }
        // §8.3.1: a path begins with a slash, but for OPTIONS of a whole server. A URL would name another host.
        guard let path = seen.path else { throw .missing(":path") }
        if path.utf8.first != UInt8(ascii: "/"), !(path.utf8.elementsEqual("*".utf8) && seen.method == "OPTIONS") {
            throw .path(path)
        }
        // RFC 9112 §3.2: a request line has nothing else but ASCII, and a URI neither.
        guard path.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { throw .path(path) }
        if seen.hosts.count > 1 { throw .twoHosts(seen.hosts[0], seen.hosts[1]) }
        // What http and https have, a request names, and it is not empty.
        guard let named = seen.authority ?? seen.hosts.first, !named.isEmpty else { throw .missing("host") }
        // §8.3.1: it must not have one for http and https.
        if let at = named.utf8.lastIndex(of: UInt8(ascii: "@")) {
            throw .userInformation(String(named[named.utf8.index(after: at)...]))
        }
        if let authority = seen.authority, let host = seen.hosts.first,
            !Self.names(authority, sameAs: host, isSecure: seen.isSecure)
        {
            throw .twoHosts(authority, host)
        }
        listBytes = seen.bytes
        isAsReceived = seen.hosts.isEmpty && seen.crumbs <= 1
        guard !isAsReceived else {
            fields = received
            return
        }
        var fields = received.filter { !$0.name.isASCII(like: "host") }
        // `host` alone is legal: a proxy has made it of a request of HTTP/1.1.
        if seen.authority == nil {
            let end = fields.firstIndex { $0.name.utf8.first != UInt8(ascii: ":") } ?? fields.endIndex
            fields.insert(Field(":authority", named), at: end)
        }
        self.fields = Self.withOneCookie(fields)
    }

    /// The facts that are looked at, found in one pass.
    private struct Seen {
        var bytes = 0
        var path: String?
        var authority: String?
        var isSecure = true
        var method: String?
        var hosts: [String] = []
        var lengths: [String] = []
        var crumbs = 0

        mutating func take(_ field: Field) {
            let name = field.name
            bytes += name.utf8.count + field.value.utf8.count + 32
            // The length tells nearly all others apart before a letter is compared.
            switch name.utf8.count {
            case 4 where name.isASCII(like: "host"): hosts.append(field.value)
            case 5 where name.isASCII(like: ":path"): path = path ?? field.value
            case 6 where name.isASCII(like: "cookie"): crumbs += 1
            case 7 where name.isASCII(like: ":scheme"): isSecure = field.value.isASCII(like: "https")
            case 7 where name.isASCII(like: ":method"): method = method ?? field.value
            case 10 where name.isASCII(like: ":authority"): authority = authority ?? field.value
            case 14 where name.isASCII(like: "content-length"): lengths.append(field.value)
            default: break
            }
        }
    }

    /// Checks whether both name one host and port, however they are written (RFC 3986 §6.2.3).
    private static func names(_ authority: String, sameAs host: String, isSecure: Bool) -> Bool {
        if authority.utf8.elementsEqual(host.utf8) { return true }
        guard let one = Origin(authority: authority, isSecure: isSecure) else { return false }
        return one == Origin(authority: host, isSecure: isSecure)
    }

    /// The pieces that a cookie came in as the one field that it is (§8.2.3): elsewhere than in HTTP/2 there is only one.
    private static func withOneCookie(_ fields: [Field]) -> [Field] {
        let crumbs = fields.filter { $0.name.isASCII(like: "cookie") }
        guard crumbs.count > 1, let first = fields.firstIndex(where: { $0.name.isASCII(like: "cookie") }) else {
            return fields
        }
        var joined = fields
        joined[first].value = crumbs.map(\.value).joined(separator: "; ")
        let rest = joined[(first + 1)...].filter { !$0.name.isASCII(like: "cookie") }
        return Array(joined[...first]) + rest
    }
}
