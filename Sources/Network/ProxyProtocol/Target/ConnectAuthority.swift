/// The server that CONNECT names: `host:port` (RFC 9110 §9.3.6).
package struct ConnectAuthority: Hashable, Sendable, CustomStringConvertible {
    /// The host's name in lower case, or its address; an IPv6 address stands without brackets.
    package let host: String
    package let port: Int

    /// Reads the authority form; nil if it is none: the port is required, and an IPv6 address stands in brackets.
    package init?(_ text: String) {
        guard text.utf8.count <= 300, let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[" {
            guard host.last == "]" else { return nil }
            host = host.dropFirst().dropLast()
            guard host.contains(":"), host.utf8.allSatisfy(Self.isAddressCharacter) else { return nil }
        } else {
            guard host.utf8.allSatisfy(Self.isNameCharacter) else { return nil }
        }
        guard !host.isEmpty else { return nil }
        self.host = host.lowercased()
        self.port = port
    }

    /// True if it names an address, so that the name in the client's TLS tells more.
    package var isAddress: Bool {
        host.contains(":") || host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Int($0) != nil }
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func isAddressCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x2E, 0x3A: true
        default: false
        }
    }
}
