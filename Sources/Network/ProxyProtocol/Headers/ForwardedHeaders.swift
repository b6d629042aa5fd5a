import Documents
package import NIOHTTP1

/// The changes that a proxy makes to headers on their way: those that are for one connection only end there (RFC 9110
/// §7.6.1).
package enum ForwardedHeaders {
    /// The head of a request as the server is sent it.
    ///
    /// - Parameters:
    ///   - head: as the client sent it, without what was for the proxy alone.
    ///   - target: where it goes.
    ///   - framing: how its body ends.
    ///   - upgrade: the protocols that the connection is asked to speak afterwards, as one header lists them.
    /// - Returns: the head for the server.
    package static func request(
        _ head: HTTPRequestHead,
        to target: RequestTarget,
        framing: RequestFraming,
        upgrade: String?
    ) -> HTTPRequestHead {
        let named = connectionOptions(head.headers)
        var headers: [(String, String)] = []
        headers.reserveCapacity(head.headers.count + 2)
        var hasHost = false
        var hasLength = false
        var hasEncodings = false
        var codings: [String] = []
        var takesTrailers = false
        for (name, value) in head.headers {
            switch HeaderRole(name) {
            case .connection, .keepAlive, .proxyConnection, .proxyAuthenticate: continue
            case .transferEncoding:
                if framing == .chunked, !headers.contains(where: { HeaderRole($0.0) == .transferEncoding }) {
                    headers.append((name, "chunked"))
                }
            case .contentLength:
                // One number, as digits: what else is written there two servers may read differently.
                let digits = String(Substring(value).trimmedSpaces)
                guard framing == .length, !hasLength, case .bytes(let bytes) = ContentLength([digits]) else { continue }
                hasLength = true
                headers.append((name, String(bytes)))
            case .te:
                let asksForTrailers = value.utf8.split(separator: UInt8(ascii: ",")).contains {
                    Substring($0).trimmedSpaces.isASCII(like: "trailers")
                }
                guard asksForTrailers else { continue }
                headers.append((name, "trailers"))
                takesTrailers = true
            case .upgrade:
                // One says all: what was decided is what is sent, however many there were.
                guard let upgrade, !headers.contains(where: { HeaderRole($0.0) == .upgrade }) else { continue }
                headers.append((name, upgrade))
            case .host:
                guard !hasHost else { continue }
                hasHost = true
                headers.append((name, target.authority ?? value))
            case .acceptEncoding:
                hasEncodings = true
                guard let narrowed = AcceptEncoding.narrowed(value) else { continue }
                codings.append(narrowed)
                headers.append((name, narrowed))
            case .plain:
                if named.isEmpty || !named.contains(name.lowercased()) { headers.append((name, value)) }
            }
        }
        if !hasHost { headers.insert(("Host", target.authority ?? ""), at: 0) }
        if hasEncodings, codings.isEmpty { headers.append(("Accept-Encoding", "identity")) }
        if framing == .chunked, !headers.contains(where: { HeaderRole($0.0) == .transferEncoding }) {
            headers.append(("Transfer-Encoding", "chunked"))
        }
        if upgrade != nil {
            headers.append(("Connection", "Upgrade"))
        } else if takesTrailers {
            headers.append(("Connection", "TE"))
        }
        return HTTPRequestHead(version: .http1_1, method: head.method, uri: target.path, headers: HTTPHeaders(headers))
    }

    /// Returns the fields of a request that the server is sent otherwise than the client sent them, but for the
    /// connection's own.
    package static func changed(from head: HTTPHeaders, to sent: HTTPHeaders) -> [(String, String)] {
        let (came, went) = (noted(head), noted(sent))
        // Looked at once for all: a head may have thousands of one name.
        let changed = [HeaderRole.host, .acceptEncoding, .contentLength].filter { role in
            !values(role, in: went).elementsEqual(values(role, in: came)) { $0.value.utf8.elementsEqual($1.value.utf8) }
        }
        guard !changed.isEmpty else { return [] }
        return went.filter { changed.contains($0.role) }.map { ($0.name, $0.value) }
    }

    private typealias NotedField = (role: HeaderRole, name: String, value: String)

    /// The fields of which it is noted what becomes of them: three at most in nearly every head.
    private static func noted(_ headers: HTTPHeaders) -> [NotedField] {
        var fields: [NotedField] = []
        for (name, value) in headers {
            let role = HeaderRole(name)
            if role.isNoted { fields.append((role, name, value)) }
        }
        return fields
    }

    private static func values(_ role: HeaderRole, in fields: [NotedField]) -> some Sequence<NotedField> {
        fields.lazy.filter { $0.role == role }
    }

    /// The head of a request without what is meant for the proxy alone: it is neither sent on nor recorded.
    package static func forServer(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var head = head
        // NIO writes it without its hyphen, and so another method than the client's; in HTTP/2 it is read as it is written.
        if head.version.major == 1, head.method == .MSEARCH { head.method = .RAW(value: "M-SEARCH") }
        for name in ["proxy-authorization", "proxy-connection"] where head.headers.contains(name: name) {
            head.headers.remove(name: name)
        }
        return head
    }

    /// The headers of an answer without those of the connection it came on; its framing is left to the caller.
    package static func answer(_ head: HTTPResponseHead) -> [(String, String)] {
        let named = connectionOptions(head.headers)
        let status = head.status.code
        let keepsUpgrade = status == 101 || status == 426
        // RFC 9110 §8.6: there is no body whose length it could be, and a client might wait for one.
        let hasNoLength = (100..<200).contains(status) || status == 204
        var headers: [(String, String)] = []
        headers.reserveCapacity(head.headers.count + 2)
        for (name, value) in head.headers {
            switch HeaderRole(name) {
            case .connection, .keepAlive, .proxyConnection, .proxyAuthenticate, .te, .transferEncoding: continue
            case .upgrade:
                if keepsUpgrade { headers.append((name, value)) }
            case .contentLength:
                if !hasNoLength { headers.append((name, value)) }
            case .host, .acceptEncoding:
                headers.append((name, value))
            case .plain:
                if named.isEmpty || !named.contains(name.lowercased()) { headers.append((name, value)) }
            }
        }
        return headers
    }

    /// Trailers without what is for one connection only, decides how a message is read, or is meant for the proxy alone; nil
    /// if nothing is left of them.
    ///
    /// RFC 9110 §6.5.1 lets no such field stand there, and a server may count it for one of the head.
    ///
    /// - Parameters:
    ///   - trailers: as they came.
    ///   - headers: of the head before them, whose `Connection` names trailers, too (§7.6.1).
    /// - Returns: what is passed on, and recorded.
    package static func trailers(_ trailers: HTTPHeaders?, of headers: HTTPHeaders) -> HTTPHeaders? {
        guard let trailers else { return nil }
        let named = connectionOptions(headers)
        let passed = trailers.filter { name, value in
            // HTTP/2 brings what HTTP/1.1 cannot hold; a trailer may be left out (§6.5.2), a request would be refused for it.
            value.isFieldValue && HeaderRole(name) == .plain
                && !name.isASCII(like: "proxy-authorization")
                && (named.isEmpty || !named.contains(name.lowercased()))
        }
        return passed.isEmpty ? nil : HTTPHeaders(passed)
    }

    /// The headers that `Connection` names, in lower case.
    ///
    /// A set, since a head of 256 KiB names a hundred thousand; and of ASCII, since a header's name is: to compare with other
    /// texts takes as long as the square of the accents in them.
    private static func connectionOptions(_ headers: HTTPHeaders) -> Set<String> {
        guard let first = headers.first(name: "connection") else { return [] }
        // The usual single word names a header that ends here anyway.
        if first.isASCII(like: "keep-alive"), headers["connection"].count == 1 { return [] }
        let names = headers.listed("connection").filter { $0.utf8.allSatisfy { $0 < 0x80 } }
        return Set(names.map { $0.lowercased() })
    }
}

/// The headers that a proxy does something about.
enum HeaderRole {
    case connection, keepAlive, proxyConnection, proxyAuthenticate
    case te, transferEncoding, contentLength, upgrade, host, acceptEncoding
    /// Every other: it is passed on as it is.
    case plain

    /// True if its change on the way is noted: it is the request's, not the connection's.
    fileprivate var isNoted: Bool { self == .host || self == .acceptEncoding || self == .contentLength }

    /// The role of a header, by its name.
    init(_ name: String) {
        // The length tells nearly all others apart before a letter is compared.
        switch name.utf8.count {
        case 2 where name.isASCII(like: "te"): self = .te
        case 4 where name.isASCII(like: "host"): self = .host
        case 7 where name.isASCII(like: "upgrade"): self = .upgrade
        case 10 where name.isASCII(like: "connection"): self = .connection
        case 10 where name.isASCII(like: "keep-alive"): self = .keepAlive
        case 14 where name.isASCII(like: "content-length"): self = .contentLength
        case 15 where name.isASCII(like: "accept-encoding"): self = .acceptEncoding
        case 16 where name.isASCII(like: "proxy-connection"): self = .proxyConnection
        case 17 where name.isASCII(like: "transfer-encoding"): self = .transferEncoding
        case 18 where name.isASCII(like: "proxy-authenticate"): self = .proxyAuthenticate
        default: self = .plain
        }
    }
}

extension StringProtocol {
    /// True if HTTP/1.1 has room for it as a field's value: no control characters but the tab (RFC 9110 §5.5).
    var isFieldValue: Bool { utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F } }

    /// True if it is a token, as methods and names of fields are (RFC 9110 §5.6.2).
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x5E...0x7A).contains(byte)
                    || "!#$%&'*+-.|~".utf8.contains(byte)
            }
    }

    /// Checks whether it is `other`, which is in lower case, but for the case of ASCII letters.
    package func isASCII(like other: StaticString) -> Bool {
        let wanted = unsafe UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
        return unsafe utf8.elementsEqual(wanted) { mine, its in
            mine == its || ((0x41...0x5A).contains(mine) && mine | 0x20 == its)
        }
    }
}

extension HTTPHeaders {
    /// Returns the items between the commas of the headers of this name, without spaces and tabs around them.
    ///
    /// NIO's own `canonicalForm` goes by letters: to compare one that bears thousands of accents with a comma takes seconds.
    func listed(_ name: String) -> [Substring] {
        self[name].flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).trimmedSpaces }
        }
    }
}
