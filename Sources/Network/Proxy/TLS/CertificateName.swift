import Foundation
import SwiftASN1
import X509

/// A host as a certificate names it.
enum CertificateName: Hashable, Sendable {
    /// A DNS name, in lower case, without a dot at the end.
    case name(String)
    /// An IP address: its 4 or 16 octets.
    case address([UInt8])

    /// The host that a client asked for: a name, or an address with or without brackets.
    ///
    /// - Throws: ``LeafCertificateError/unusableName(_:reason:)``.
    init(_ host: String) throws(LeafCertificateError) {
        if let octets = Self.octets(of: host) {
            self = .address(octets)
            return
        }
        let name = (host.hasSuffix(".") ? host.dropLast() : host[...]).lowercased()
        // RFC 1035, 2.3.4: 255 octets on the wire, which a text of 253 takes.
        guard !name.isEmpty else { throw .unusableName(host, reason: "it is empty") }
        guard name.utf8.count <= 253 else { throw .unusableName(host, reason: "it is longer than 253 characters") }
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty else { throw .unusableName(host, reason: "a part between two dots is empty") }
            guard label.utf8.count <= 63 else {
                throw .unusableName(host, reason: "a part between two dots is longer than 63 characters")
            }
            // Underscores are in no host name by the book, and in names that are resolved all the same.
            guard label.utf8.allSatisfy({ Self.isAllowed($0) }) else {
                throw .unusableName(host, reason: "it has other characters than letters, digits, - and _")
            }
        }
        self = .name(name)
    }

    /// As it stands in the certificate.
    var generalName: GeneralName {
        switch self {
        case .name(let name): .dnsName(name)
        case .address(let octets): .ipAddress(ASN1OctetString(contentBytes: octets[...]))
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func octets(of host: String) -> [UInt8]? {
        // C would read no further than a zero.
        guard !host.utf8.contains(0) else { return nil }
        var text = host[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        var octets = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, String(text), &octets) == 1 { return Array(octets.prefix(4)) }
        // A zone (fe80::1%eth0) says which way to go, not who is there: no certificate has one.
        guard text.contains(":") else { return nil }
        return unsafe inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &octets) == 1 ? octets : nil
    }
}
