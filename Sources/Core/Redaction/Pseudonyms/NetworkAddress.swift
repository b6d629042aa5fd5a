import Documents

/// Internet addresses: replaced by addresses that belong to nobody.
enum NetworkAddress {
    /// An address of 198.18.0.0/15 (RFC 2544) or 2001:db8::/32 (RFC 3849), if the text is an address.
    static func documentationAddress(insteadOf text: [UInt8], _ stream: inout KeyStream) -> [UInt8]? {
        if isIPv4(text) {
            for _ in 0..<8 {
                let octets = [198, 18 + stream.next(below: 2), Int(stream.next()), Int(stream.next())]
                let address = Array(octets.map(String.init).joined(separator: ".").utf8)
                if address != text { return address }
            }
            return Array("198.18.0.1".utf8)
        }
        if isIPv6(text) {
            let groups = (0..<6).map { _ in String(stream.next(below: 0x10000), radix: 16) }
            return Array(("2001:db8:" + groups.joined(separator: ":")).utf8)
        }
        return nil
    }

    static func isIPv4(_ text: some Collection<UInt8>) -> Bool {
        guard (7...15).contains(text.count) else { return false }
        let octets = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard octets.count == 4 else { return false }
        return octets.allSatisfy { octet in
            guard (1...3).contains(octet.count), octet.allSatisfy(isDigit) else { return false }
            return octet.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
        }
    }

    static func isIPv6(_ text: some Collection<UInt8>) -> Bool {
        guard (3...39).contains(text.count), text.contains(0x3A) else { return false }
        let groups = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        let isDigits = groups.allSatisfy { $0.count <= 4 && $0.allSatisfy { Hexadecimal.value(of: $0) != nil } }
        guard isDigits else { return false }
        let inner = groups.dropFirst().dropLast()
        return inner.contains(where: \.isEmpty)
            ? groups.count <= 8 : groups.count == 8 && !groups.contains(where: \.isEmpty)
    }
}
