package import NIOCore

/// The addresses at which the recorder itself can be reached; a request to there would come back forever.
package struct OwnAddresses: Hashable, Sendable {
    /// The port that is listened at; nil before it is known.
    package var port: Int?
    private var hosts: Set<String>

    /// The addresses of a recorder that listens at `host`, on a machine with these interfaces.
    package init(host: String, interfaces: [String]) {
        hosts = Set(interfaces.map(Self.plain))
        hosts.insert(Self.plain(host))
    }

    /// The addresses of a recorder on this machine.
    package static func ofThisMachine(host: String) -> OwnAddresses {
        let devices = (try? System.enumerateDevices()) ?? []
        return OwnAddresses(host: host, interfaces: devices.compactMap { $0.address?.ipAddress })
    }

    /// Checks whether a connection to this host and port gets to the recorder.
    package func contain(host: String, port: Int) -> Bool {
        guard port == self.port else { return false }
        // Most are written as they are listed.
        return hosts.contains(host) || Self.includesLoopback(host: host) || hosts.contains(Self.plain(host))
    }

    /// Checks whether a host is one that the recorder was told to listen at, an address of this machine, or this
    /// machine.
    func know(host: String) -> Bool { Self.isLoopback(host: host) || hosts.contains(Self.plain(host)) }

    /// Checks whether a host is this machine, for any client: by the name that is kept for it (RFC 6761 §6.3), or by an
    /// address.
    package static func isLoopback(host: String) -> Bool {
        let plain = plain(host)
        let isAddress = plain.hasPrefix("127.") && plain.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return plain == "localhost" || plain.hasSuffix(".localhost") || isAddress || plain == "::1"
    }

    /// Checks whether what listens at a host is found at 127.0.0.1: at this machine's own address, or at all of them.
    package static func includesLoopback(host: String) -> Bool {
        isLoopback(host: host) || isEvery(host: host)
    }

    /// Checks whether a host is every address of this machine.
    package static func isEvery(host: String) -> Bool { ["0.0.0.0", "::"].contains(plain(host)) }

    /// The addresses by which other machines of its networks find this one: IPv4, in the system's order, each once.
    package static func ofNetworks() -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        var found: [String] = []
        for case .v4(let address)? in devices.map(\.address) {
            guard let text = SocketAddress.v4(address).ipAddress, !isLoopback(host: text), !found.contains(text) else {
                continue
            }
            found.append(text)
        }
        return found
    }

    /// Checks whether a connection whose other end is `address` has come back to the recorder.
    package func contain(_ address: SocketAddress?) -> Bool {
        guard let address, let port = address.port, let host = address.ipAddress else { return false }
        return contain(host: host, port: port)
    }

    /// A host as it is compared: in lower case, without a scope, a last dot and the prefix of an IPv4 address in IPv6.
    private static func plain(_ host: String) -> String {
        let text = host.lowercased()
        // It is asked for each request of a reverse proxy, and nearly always of a host that has none of these.
        if text.utf8.last != UInt8(ascii: "."),
            !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: ":") })
        {
            return text
        }
        return stripped(Substring(text))
    }

    private static func stripped(_ host: Substring) -> String {
        var text = host
        if text.hasSuffix(".") { text.removeLast() }
        if let scope = text.firstIndex(of: "%") { text = text[..<scope] }
        if text.hasPrefix("::ffff:"), text.contains(".") { text.removeFirst("::ffff:".count) }
        return String(text)
    }
}
