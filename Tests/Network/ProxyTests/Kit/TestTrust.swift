import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate authority for servers in tests, and what it has signed; another one is trusted by nobody.
struct TestTrust: Sendable {
    /// The one that most tests use: made once a process.
    static let shared: TestTrust = {
        do { return try TestTrust() } catch { preconditionFailure("no test authority: \(error)") }
    }()

    /// The authority's certificate in PEM.
    let pem: String
    /// A file that holds it, for `additionalTrust`.
    let path: String
    private let authority: Certificate
    private let key: P256.Signing.PrivateKey
    private let name: DistinguishedName

    /// Where the certificates of this process are; it goes with the process.
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kinescope-trust-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TestTrust.folder) }
        return folder
    }()

    init(named commonName: String = "Kinescope Test Authority") throws {
        key = P256.Signing.PrivateKey()
        name = try DistinguishedName { CommonName(commonName) }
        let signer = Certificate.PrivateKey(key)
        authority = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: signer.publicKey,
            notValidBefore: Date(timeIntervalSinceNow: -86_400),
            notValidAfter: Date(timeIntervalSinceNow: 86_400),
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: signer
        )
        pem = try authority.serializeAsPEM().pemString
        path = Self.folder.appending(path: "\(UUID().uuidString).pem").path
        try pem.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Returns the roots of a client that trusts this authority.
    func roots() throws -> NIOSSLTrustRoots {
        .certificates([try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)])
    }

    /// A server's side of TLS, with a certificate for these names; addresses may be among them.
    func serverConfiguration(
        names: [String] = ["localhost", "127.0.0.1"],
        validUntil: Date = Date(timeIntervalSinceNow: 3_600),
        protocols: [String] = ["h2", "http/1.1"]
    ) throws -> TLSConfiguration {
        let leafKey = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(names.first ?? "localhost") }
        let alternatives: [GeneralName] = names.map { name in
            let octets = name.split(separator: ".").compactMap { UInt8($0) }
            return octets.count == 4 ? .ipAddress(ASN1OctetString(contentBytes: octets[...])) : .dnsName(name)
        }
        let leaf = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PrivateKey(leafKey).publicKey,
            notValidBefore: Date(timeIntervalSinceNow: -86_400),
            notValidAfter: validUntil,
            issuer: name,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                SubjectAlternativeNames(alternatives)
                try ExtendedKeyUsage([.serverAuth])
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        let chain = try NIOSSLCertificate(bytes: Array(leaf.serializeAsPEM().pemString.utf8), format: .pem)
        let secret = try NIOSSLPrivateKey(bytes: Array(leafKey.pemRepresentation.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(chain)],
            privateKey: .privateKey(secret)
        )
        configuration.applicationProtocols = protocols
        return configuration
    }
}
