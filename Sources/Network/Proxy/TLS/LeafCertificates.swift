import Crypto
import Foundation
import NIOConcurrencyHelpers
import NIOSSL
import SwiftASN1
import X509

/// The certificates shown to clients, one a host, made when a host is first asked for and kept.
///
/// All of them share one key, which lives as long as the process: making a key for each would cost more than it hides.
final class LeafCertificates: Sendable {
    private let authority: CertificateAuthority
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let key: Certificate.PublicKey
    private let extensions: Certificate.Extensions
    private let keySource: NIOSSLPrivateKeySource
    private let authoritySource: NIOSSLCertificateSource
    private let kept = NIOLockedValueBox(Kept())

    /// Hosts that certificates are kept for; the one that was not asked for longest is forgotten.
    static let maximumHosts = 1_024
    /// A certificate is made anew after this time: long before it ends, and soon after the clock was set to another date.
    static let keptFor: TimeInterval = 7 * CertificateAuthority.day

    private struct Kept {
        var contexts: [CertificateName: Entry] = [:]
        var uses: UInt64 = 0
    }

    private struct Entry {
        var context: NIOSSLContext
        var made: Date
        var lastUse: UInt64
    }

    /// Certificates that `authority` signs.
    ///
    /// - Throws: `NIOSSLError` if the authority's certificate is not one that TLS can send.
    init(
        authority: CertificateAuthority,
        capacity: Int = LeafCertificates.maximumHosts,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let key = P256.Signing.PrivateKey()
        self.authority = authority
        self.capacity = max(1, capacity)
        self.now = now
        self.key = Certificate.PublicKey(key.publicKey)
        let identifier =
            (try? authority.certificate.extensions.subjectKeyIdentifier)?.keyIdentifier
            ?? SubjectKeyIdentifier(hash: authority.key.publicKey).keyIdentifier
        extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            try ExtendedKeyUsage([.serverAuth])
            AuthorityKeyIdentifier(keyIdentifier: identifier)
            SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
        }
        keySource = .privateKey(try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der))
        authoritySource = .certificate(try NIOSSLCertificate(bytes: authority.der, format: .der))
    }

    /// Returns the context that a TLS server for `host` speaks with; ALPN offers `h2` and `http/1.1`.
    ///
    /// `host` is a name or an address, in lower case.
    ///
    /// - Throws: ``LeafCertificateError``; `NIOSSLError` if TLS refuses the certificate.
    func context(for host: String) throws -> NIOSSLContext {
        let name = try CertificateName(host)
        let now = now()
        let found = kept.withLockedValue { kept -> NIOSSLContext? in
            guard let entry = kept.contexts[name], abs(now.timeIntervalSince(entry.made)) < Self.keptFor else {
                return nil
            }
            kept.uses += 1
            kept.contexts[name]?.lastUse = kept.uses
            return entry.context
        }
        if let found { return found }
        // Two threads that ask for the same host at once make one each; either serves.
        let context = try makeContext(for: name, now: now)
        kept.withLockedValue { kept in
            kept.uses += 1
            if kept.contexts[name] == nil, kept.contexts.count >= capacity,
                let oldest = kept.contexts.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            {
                kept.contexts[oldest] = nil
            }
            kept.contexts[name] = Entry(context: context, made: now, lastUse: kept.uses)
        }
        return context
    }

    /// Hosts that a certificate is kept for.
    var count: Int { kept.withLockedValue { $0.contexts.count } }

    private func makeContext(for name: CertificateName, now: Date) throws -> NIOSSLContext {
        let leaf = try certificate(for: name, now: now)
        var serializer = DER.Serializer()
        try serializer.serialize(leaf)
        let source = try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(source), authoritySource],
            privateKey: keySource
        )
        configuration.applicationProtocols = ["h2", "http/1.1"]
        configuration.minimumTLSVersion = .tlsv12
        return try NIOSSLContext(configuration: configuration)
    }

    /// A certificate for `name` that is valid at `now`.
    ///
    /// It starts 30 days ago, for devices whose clock is behind, and lasts 397 days: below the 825 days that Apple allows
    /// where a user added the authority (https://support.apple.com/103769), and below the 398 days that it allows
    /// elsewhere (https://support.apple.com/102028).
    func certificate(for name: CertificateName, now: Date) throws -> Certificate {
        let start = max(now.addingTimeInterval(-30 * CertificateAuthority.day), authority.notValidBefore)
        let end = min(start.addingTimeInterval(397 * CertificateAuthority.day), authority.notValidAfter)
        guard now <= end else { throw LeafCertificateError.authorityHasExpired(subject: authority.subject) }
        var subject = DistinguishedName()
        // A common name has 64 characters at most; without one the alternative names have to be critical (RFC 5280,
        // 4.1.2.6).
        let alternatives = SubjectAlternativeNames([name.generalName])
        var extensions = extensions
        if case .name(let host) = name, host.utf8.count <= 64 {
            subject = try DistinguishedName { CommonName(host) }
            try extensions.append(Certificate.Extension(alternatives, critical: false))
        } else {
            try extensions.append(Certificate.Extension(alternatives, critical: true))
        }
        return try Certificate(
            version: .v3,
            serialNumber: .random,
            publicKey: key,
            notValidBefore: start,
            notValidAfter: end,
            issuer: authority.certificate.subject,
            subject: subject,
            extensions: extensions,
            issuerPrivateKey: authority.key
        )
    }
}
