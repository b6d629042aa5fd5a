import Documents
public import Foundation
import Crypto
import SwiftASN1
import VirtualTime
import X509

/// The local certificate authority whose certificate a device is told to trust.
///
/// Whoever has its key can pose as any server to those who trust it: it is made on the machine that uses it, and its key
/// never leaves the file it was written to.
public struct CertificateAuthority: Sendable {
    /// The certificate in PEM, with a line's end at the end.
    public let pem: String
    /// The certificate in DER.
    public let der: [UInt8]
    /// The SHA-256 digest of the certificate, as trust stores show it: upper-case hexadecimal, with colons.
    public let fingerprint: String
    /// The name that a trust store shows: the common name, or the whole name if there is none.
    public let subject: String
    /// The first instant of its validity.
    public let notValidBefore: Date
    /// The last instant of its validity.
    public let notValidAfter: Date
    /// A profile that iOS and tvOS install from a browser or from Apple Configurator (`.mobileconfig`).
    public let mobileConfiguration: [UInt8]

    let certificate: Certificate
    let key: Certificate.PrivateKey

    /// An authority of a certificate and the key that belongs to it.
    init(certificate: Certificate, key: Certificate.PrivateKey) throws {
        let document = try certificate.serializeAsPEM()
        let digest = SHA256.hash(data: document.derBytes)
        self.certificate = certificate
        self.key = key
        pem = document.pemString + "\n"
        der = document.derBytes
        fingerprint = digest.map { Hexadecimal.text(of: CollectionOfOne($0), isUpper: true) }
            .joined(separator: ":")
        subject = Self.commonName(of: certificate.subject) ?? String(describing: certificate.subject)
        notValidBefore = certificate.notValidBefore
        notValidAfter = certificate.notValidAfter
        mobileConfiguration = try MobileConfiguration(der: document.derBytes, digest: Array(digest), name: subject)
            .serialized()
    }

    /// A new authority with a key of its own, valid from a year before `now` for ten years.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine it is made on, so that two authorities in a trust store can be told apart.
    ///   - now: The date it is made at.
    /// - Returns: The authority, which is nowhere but in memory.
    /// - Throws: ``CertificateAuthorityError/cannotBeMade(reason:)`` if a date cannot be told in a certificate.
    public static func make(machine: String, now: Date) throws(CertificateAuthorityError) -> CertificateAuthority {
        do {
            let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
            let name = try DistinguishedName {
                OrganizationName("Kinescope")
                CommonName(Self.commonName(machine: machine, now: now))
            }
            // The clocks of devices in a lab are wrong, or set to another date on purpose.
            let start = now.addingTimeInterval(-365 * Self.day)
            let certificate = try Certificate(
                version: .v3,
                serialNumber: .random,
                publicKey: key.publicKey,
                notValidBefore: start,
                notValidAfter: start.addingTimeInterval(3_652 * Self.day),
                issuer: name,
                subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: key.publicKey)
                },
                issuerPrivateKey: key
            )
            return try CertificateAuthority(certificate: certificate, key: key)
        } catch {
            throw .cannotBeMade(reason: String(describing: error))
        }
    }

    static let day: TimeInterval = 86_400

    /// `Kinescope CA (atlas 2026-11-21)`; a common name has 64 characters at most (RFC 5280,
    /// ub-common-name).
    private static func commonName(machine: String, now: Date) -> String {
        let label = machine.split(separator: ".").first ?? ""
        let plain = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.prefix(19)
        let date = Instant(secondsSince1970: Int64(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0)
        return "Kinescope CA (\((plain.isEmpty ? "" : plain + " ") + "\(date)".prefix(10)))"
    }

    private static func commonName(of name: DistinguishedName) -> String? {
        for attribute in name.flatMap({ $0 }) where attribute.type == .RDNAttributeType.commonName {
            return String(attribute.value)
        }
        return nil
    }
}

extension Certificate.SerialNumber {
    /// A positive number of 126 random bits, in 16 octets.
    ///
    /// The library's own is of 160 bits, which half the time takes 21 octets; RFC 5280, 4.1.2.2 allows 20.
    static var random: Certificate.SerialNumber {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes[0] = bytes[0] & 0x7F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }
}
