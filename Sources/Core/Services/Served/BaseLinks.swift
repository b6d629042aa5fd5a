import Documents
package import Exchanges
import PassAPI

/// The links of a response, for a client that reaches every host below a base URL as a first path segment
/// (`http://127.0.0.1:8080/api.auth.adobe.com/…`).
///
/// What names a served host would lead a browser away from what is served, to the real one. The address of a redirect and the
/// addresses that a browser opens by the markup of a page get the base before their host, in place of the scheme; nothing else
/// changes, nor does what stands in a query. A reference that begins with neither a host nor a slash stays below the base of its
/// own accord (RFC 3986 §5.2).
package struct BaseLinks: Sendable {
    /// The base, with a slash behind it.
    private let base: String
    /// The host of the response, with its port if it has one in the URL.
    private let host: String
    /// The hosts that are served, in lower case, with the port where it is not the scheme's.
    private let hosts: [String]
    /// The port in the URL of the request; the simulated service's hosts have the same one.
    private let port: Substring?
    /// True if the base is reached without TLS: over which no client sends a cookie that is `Secure`.
    private let isPlain: Bool

    /// The links of a response to a request that came below the base URL.
    ///
    /// Nil where that holds what cannot stand in the attribute of a tag.
    ///
    /// - Parameters:
    ///   - base: the base, without a slash at its end.
    ///   - url: the absolute URL of the request, at its host.
    ///   - hosts: the hosts that are served, in lower case, with the port where it is not the scheme's.
    package init?(base: String, url: String, hosts: [String]) {
        let parts = URLParts(url)
        (host, port) = (String(parts.authority), parts.port)
        isPlain = base.lowercased().utf8.starts(with: "http:".utf8)
        guard (base + host).utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.marks.contains($0) }) else { return nil }
        self.base = base + "/"
        self.hosts = hosts
    }

    private static let marks = Array("\"'<>&`".utf8)

    /// Checks whether there may be links in a response: most have neither such a header nor a page.
    package static func mayStand(in response: HTTPResponse) -> Bool {
        response.headers.contains { header in fields.contains { header.isNamed($0) } }
            || response.body != nil && isPage(response)
    }

    /// The header fields that name a host or a path.
    private static let fields = ["Location", "Set-Cookie"] + policies
    private static let policies = ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]

    /// The response with its links below the base: `Location`, and those of an HTML page.
    ///
    /// Below the base all hosts are one to a browser, whose name no policy of theirs has: there is none. A cookie is for what is
    /// below its host.
    package func placed(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers.removeAll { header in Self.policies.contains { header.isNamed($0) } }
        for index in response.headers.indices where response.headers[index].isNamed("Set-Cookie") {
            response.headers[index].value = placed(cookie: response.headers[index].value)
        }
        for index in response.headers.indices where response.headers[index].isNamed("Location") {
            // RFC 9110 §10.2.2: a reference, relative to the URL of the request.
            let value = Array(response.headers[index].value.utf8)
            guard let edit = edit(of: value, value.trimmed(0..<value.count), from: host) else { continue }
            response.headers[index].value = String(decoding: value.applying([edit]), as: UTF8.self)
        }
        guard let body = response.body, Self.isPage(response) else { return response }
        let edits = edits(of: body)
        guard !edits.isEmpty else { return response }
        let placed = body.applying(edits)
        response.body = placed
        for index in response.headers.indices where response.headers[index].isNamed("Content-Length") {
            response.headers[index].value = String(placed.count)
        }
        return response
    }

    /// The text of a cookie without a domain, its path below the base (RFC 6265 §4.1.2.3, §4.1.2.4).
    ///
    /// Without TLS it is not `Secure`, nor `SameSite=None`, which needs that; but for one whose name says that it is.
    private func placed(cookie: String) -> String {
        let parts = cookie.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Array.init)
        var kept = Array(parts.prefix(1))
        let saysSecure = ["__Host-", "__Secure-"].contains { kept[0].starts(with: $0.utf8) }
        for part in parts.dropFirst() {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.count
            let name = part.trimmed(0..<end)
            if part.has("domain", inAnyCaseAt: name) { continue }
            let value = part.trimmed(min(end + 1, part.count)..<part.count)
            if isPlain, !saysSecure {
                if part.has("secure", inAnyCaseAt: name) { continue }
                if part.has("samesite", inAnyCaseAt: name), part.has("none", inAnyCaseAt: value) { continue }
            }
            // RFC 6265bis §4.1.3.2: a cookie of such a name has no other path.
            let isFixed = kept[0].starts(with: "__Host-".utf8)
            let isPath = part.has("path", inAnyCaseAt: name) && !isFixed && part[value].first == UInt8(ascii: "/")
            kept.append(isPath ? part[..<value.lowerBound] + Array("/\(host)".utf8) + part[value.lowerBound...] : part)
        }
        return String(decoding: Array(kept.joined(separator: [UInt8(ascii: ";")])), as: UTF8.self)
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        let type = Array((response.headers[first: "Content-Type"] ?? "").utf8)
        let end = type.firstIndex(of: UInt8(ascii: ";")) ?? type.count
        return type.has("text/html", inAnyCaseAt: type.trimmed(0..<end))
    }
}

// MARK: Addresses

extension BaseLinks {
    /// An address that begins with a host.
    private struct Address {
        /// The host, with what else stands between the slashes.
        var host: String
        /// The place of what stands before it: the scheme and the slashes, or the slashes alone.
        var beginning: Range<Int>
        /// The scheme; that of the page where none is written.
        var scheme: String
    }

    /// The beginnings of an address with a host (RFC 3986 §4.2 and §4.3), and their schemes.
    private static let beginnings = [("https://", "https"), ("http://", "http"), ("//", "https")]

    private static func address(in text: [UInt8], at range: Range<Int>) -> Address? {
        for (beginning, scheme) in beginnings {
            let place = range.prefix(beginning.utf8.count)
            guard text.has(beginning, inAnyCaseAt: place) else { continue }
            let rest = text[place.upperBound..<range.upperBound]
            // A browser takes a backslash for a slash (URL Standard §4.4).
            let host = rest.prefix { !"/?#\\".utf8.contains($0) }
            return Address(host: String(decoding: host, as: UTF8.self), beginning: place, scheme: scheme)
        }
        return nil
    }

    /// The change that lets an address lead below the base; nil where it does so anyway, or leads elsewhere.
    ///
    /// - Parameters:
    ///   - text: the text that the address stands in.
    ///   - range: its place.
    ///   - host: the host that a path belongs to; nil where that is not below the base.
    /// - Returns: the change, in that text.
    private func edit(of text: [UInt8], _ range: Range<Int>, from host: String?) -> ByteEdit? {
        if let address = Self.address(in: text, at: range) {
            return isServed(address) ? ByteEdit(range: address.beginning, bytes: Array(base.utf8)) : nil
        }
        guard let host, !range.isEmpty, text[range.lowerBound] == UInt8(ascii: "/") else { return nil }
        return ByteEdit(range: range.lowerBound..<range.lowerBound, bytes: Array((base + host).utf8))
    }

    private func isServed(_ address: Address) -> Bool {
        let url = URLParts(address.scheme + "://" + address.host)
        // Nobody's name stands in a path segment that is a host.
        guard url.userInformation == nil, !url.host.isEmpty else { return false }
        // Adobe's are answered for whether they are in a recording or not, if only by saying so.
        return hosts.contains(exactly: url.hostAndPort) || ServiceEnvironment.isAdobe(host: url.host)
            || url.port == port && hosts.contains(exactly: url.host)
    }
}

// MARK: Pages

extension BaseLinks {
    /// The attributes that hold the address of what a browser opens or loads.
    private static let attributes = ["href", "action", "src", "formaction"]

    /// The elements whose content is a text, whatever it looks like (HTML Living Standard §13.1.2).
    private static let texts = ["textarea", "title"]

    private func edits(of body: [UInt8]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var root: String? = host
        var isBased = false
        var walk = MarkupWalk(body)
        while let piece = walk.next() {
            guard case .tag(let tag) = piece, !tag.attributes.isEmpty else { continue }
            let isText = walk.path.contains { name in Self.texts.contains { sameLetters($0, name) } }
            if isText { continue }
            let isRefresh = Self.isMeta(tag, "refresh", in: body)
            if Self.policies.contains(where: { Self.isMeta(tag, $0, in: body) }) {
                edits += tag.attributes.filter { body.has("content", inAnyCaseAt: $0.name) }
                    .map { ByteEdit(range: $0.value, bytes: []) }
            }
            for attribute in tag.attributes {
                let isLink = Self.attributes.contains { body.has($0, inAnyCaseAt: attribute.name) }
                guard isLink || isRefresh && body.has("content", inAnyCaseAt: attribute.name) else { continue }
                let spelled = SpelledText(body, attribute.value, .entities)
                let text = spelled.bytes
                let range = isLink ? text.trimmed(0..<text.count) : Self.refreshed(text)
                if let edit = edit(of: text, range, from: root) { edits += spelled.lifted([edit]) }
                // HTML Living Standard §4.2.3: the first one counts, for every path behind it.
                if isLink, !isBased, body.has("base", inAnyCaseAt: tag.name) {
                    isBased = true
                    if let base = Self.address(in: text, at: range) { root = isServed(base) ? base.host : nil }
                }
            }
        }
        return edits
    }

    /// Checks whether a tag stands for a header field of this name.
    private static func isMeta(_ tag: MarkupPiece.MarkupTag, _ field: String, in body: [UInt8]) -> Bool {
        guard body.has("meta", inAnyCaseAt: tag.name), let value = tag.value(of: "http-equiv", in: body) else {
            return false
        }
        return body.has(field, inAnyCaseAt: body.trimmed(value))
    }

    /// The place of the address in the content of a refresh, `0;url=…` (HTML Living Standard §4.2.5.3); empty where there is none.
    private static func refreshed(_ text: [UInt8]) -> Range<Int> {
        let whole = text.trimmed(0..<text.count)
        let end = whole.upperBound
        func place(behind start: Int, _ isPassed: (UInt8) -> Bool) -> Int {
            text[start..<end].firstIndex { !isPassed($0) } ?? end
        }
        let time = place(behind: whole.lowerBound) { isDigit($0) || $0 == UInt8(ascii: ".") }
        var start = place(behind: time) { isSpace($0) || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
        guard start > time, start < end else { return end..<end }
        if text.has("url", inAnyCaseAt: (start..<end).prefix(3)) {
            let sign = place(behind: start + 3, isSpace)
            if sign < end, text[sign] == UInt8(ascii: "=") { start = place(behind: sign + 1, isSpace) }
        }
        guard start < end, text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") else {
            return start..<end
        }
        return start + 1..<(text[(start + 1)..<end].firstIndex(of: text[start]) ?? end)
    }
}
