import FuzzReadings
import Fuzzing
import NIOHTTP1
import ProxyProtocol

/// The server that a request is for, found out without the recorder's reader: a URL's beginning taken apart byte by
/// byte, as RFC 3986 §3.2 writes it.
struct NamedServer {
    /// Host and port as they are written.
    var written: [UInt8]
    /// Scheme, host and port in lower case, without brackets and without the port that is the scheme's own.
    var plain: [UInt8]

    /// Nil if the text is no URL of `http` or `https`.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon <= 5,
            bytes[colon...].dropFirst().starts(with: "//".utf8)
        else { return nil }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        written = Array(parts.last ?? [])
        var host = written[...]
        var port = scheme == "https" ? 443 : 80
        if let last = written.lastIndex(of: UInt8(ascii: ":")), !written[last...].contains(UInt8(ascii: "]")) {
            host = written[..<last]
            port = Int(String(decoding: written[last...].dropFirst(), as: UTF8.self)) ?? port
        }
        let isUsual = port == (scheme == "https" ? 443 : 80)
        let name = String(decoding: host, as: UTF8.self).lowercased()
        plain = Self.withoutBrackets("\(scheme)://\(name)\(isUsual ? "" : ":\(port)")")
    }

    private static func withoutBrackets(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    }

    /// Checks that what is sent goes to the server that the request names, names it in its one `Host`, and is recorded
    /// so.
    ///
    /// - Parameters:
    ///   - sent: the request as the server reads it.
    ///   - server: the server that it is sent to.
    ///   - target: what the recorder made of the request.
    ///   - head: the request's head, as it came.
    ///   - entrance: how its connection came.
    /// - Throws: the first property that does not hold.
    static func check(
        _ sent: StrictRequest,
        to server: String,
        _ target: RequestTarget,
        of head: HTTPRequestHead,
        by entrance: SimulatedRelay.Entrance
    ) throws(PropertyFailure) {
        let named = NamedServer(head.uri)
        let host: [UInt8]
        switch entrance {
        case .proxy:
            guard let named else { throw PropertyFailure("names-a-server", head.uri) }
            try requireEqual(withoutBrackets(server), named.plain, "goes-to-whom-it-names")
            try requireEqual(target.url, head.uri, "records-what-was-asked")
            host = named.written
        case .tunnel(let origin):
            try at(origin, sent, server, target)
            // What the request line names counts before what Host says; without both it is whom the client asked for.
            let said = head.headers.first(name: "host").map { Array($0.utf8) }
            host = named?.written ?? said ?? Array(origin.authority.utf8)
        case .reverse(let origin):
            try at(origin, sent, server, target)
            host = Array(origin.authority.utf8)
        }
        try requireEqual(sent.values("host"), [withoutBlanks(host)], "one-host")
    }

    private static func at(
        _ origin: Origin,
        _ sent: StrictRequest,
        _ server: String,
        _ target: RequestTarget
    ) throws(PropertyFailure) {
        try requireEqual(server, origin.description, "goes-to-its-one-server")
        let path = sent.target == "*" ? "" : sent.target
        try requireEqual(target.url, origin.description + path, "records-its-one-server")
    }

    private static func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        return Array(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
