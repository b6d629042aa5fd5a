import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import Proxy

@Suite struct CertificateAuthorityTests {
    static let now = AuthorityFolder.now

    @Test("A new authority may sign servers' certificates, and nothing below them")
    func extensions() throws {
        let authority = try CertificateAuthority.make(machine: "atlas.lab.example", now: Self.now)
        let extensions = authority.certificate.extensions
        #expect(try extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(try extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
        #expect(try extensions.subjectKeyIdentifier != nil)
        #expect(extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true)
        #expect(extensions[oid: .X509ExtensionID.keyUsage]?.critical == true)
        #expect(authority.certificate.issuer == authority.certificate.subject)
        #expect(authority.key.publicKey.isValidSignature(authority.certificate.signature, for: authority.certificate))
    }

    @Test("Its name says whose it is, on which machine and when it was made")
    func name() throws {
        let authority = try CertificateAuthority.make(machine: "atlas.lab.example", now: Self.now)
        #expect(authority.subject == "Kinescope CA (atlas 2026-11-21)")
    }

    @Test(
        "A common name has 64 characters at most, whatever the machine is called",
        arguments: [
            ("", "Kinescope CA (2026-11-21)"),
            (".local", "Kinescope CA (local 2026-11-21)"),
            ("Küche & Bad", "Kinescope CA (KcheBad 2026-11-21)"),
            (String(repeating: "a", count: 300), "Kinescope CA (aaaaaaaaaaaaaaaaaaa 2026-11-21)"),
        ]
    )
    func oddMachines(machine: String, subject: String) throws {
        let authority = try CertificateAuthority.make(machine: machine, now: Self.now)
        #expect(authority.subject == subject)
        #expect(authority.subject.count <= 64)
    }

    @Test("It is valid from a year before it was made, for ten years")
    func validity() throws {
        let authority = try CertificateAuthority.make(machine: "atlas", now: Self.now)
        #expect(authority.notValidBefore == Self.now.addingTimeInterval(-365 * 86_400))
        #expect(authority.notValidAfter == Self.now.addingTimeInterval((3_652 - 365) * 86_400))
    }

    @Test("Two authorities share neither key, serial number nor fingerprint; a serial number takes 16 octets")
    func distinct() throws {
        let authorities = try (0..<8).map { _ in try CertificateAuthority.make(machine: "atlas", now: Self.now) }
        #expect(Set(authorities.map(\.fingerprint)).count == 8)
        #expect(Set(authorities.map(\.certificate.publicKey)).count == 8)
        #expect(Set(authorities.map(\.certificate.serialNumber)).count == 8)
        for authority in authorities {
            let bytes = authority.certificate.serialNumber.bytes
            #expect(bytes.count == 16 && (0x40...0x7F).contains(bytes.first ?? 0))
        }
    }

    @Test("PEM, DER and fingerprint are of the same certificate")
    func forms() throws {
        let authority = try CertificateAuthority.make(machine: "atlas", now: Self.now)
        let document = try PEMDocument(pemString: authority.pem)
        #expect(document.derBytes == authority.der && authority.pem.hasSuffix("-----END CERTIFICATE-----\n"))
        #expect(try Certificate(derEncoded: authority.der) == authority.certificate)
        let digest = SHA256.hash(data: authority.der).map { String(format: "%02X", $0) }.joined(separator: ":")
        #expect(authority.fingerprint == digest && digest.count == 95)
    }

    @Test("A date that no certificate can tell is refused")
    func impossibleDate() {
        #expect {
            try CertificateAuthority.make(machine: "atlas", now: Date(timeIntervalSince1970: 1e12))
        } throws: { error in
            guard case CertificateAuthorityError.cannotBeMade = error else { return false }
            return true
        }
    }
}
