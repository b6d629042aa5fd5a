import Foundation
import NIOConcurrencyHelpers
import NIOSSL
import SwiftASN1
import Testing
@_spi(FixedExpiryValidationTime) import X509

@testable import Proxy

@Suite struct LeafCertificatesTests {
    static let now = AuthorityFolder.now
    let authority: CertificateAuthority
    let clock = NIOLockedValueBox(LeafCertificatesTests.now)

    init() throws { authority = try CertificateAuthority.make(machine: "atlas", now: Self.now) }

    private func leaves(capacity: Int = LeafCertificates.maximumHosts) throws -> LeafCertificates {
        try LeafCertificates(authority: authority, capacity: capacity) { [clock] in clock.withLockedValue { $0 } }
    }

    private func leaf(for host: String, now: Date = LeafCertificatesTests.now) throws -> Certificate {
        try leaves().certificate(for: CertificateName(host), now: now)
    }

    /// Checks whether a strict verifier that trusts the authority accepts a leaf.
    private func isAccepted(_ leaf: Certificate, name: String?, address: String?, at date: Date) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore([authority.certificate])) {
            RFC5280Policy(fixedExpiryValidationTime: date)
            ServerIdentityPolicy(serverHostname: name, serverIP: address)
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore([]))
        if case .validCertificate = result { return true }
        return false
    }

    @Test(
        "Who trusts the authority trusts a name's certificate, for that name only",
        arguments: [
            "sp.auth.adobe.com", "localhost", "xn--mnchen-3ya.example",
            String(repeating: "a", count: 60) + "." + String(repeating: "b", count: 60) + ".example",
        ]
    )
    func names(host: String) async throws {
        let leaf = try leaf(for: host)
        #expect(await isAccepted(leaf, name: host, address: nil, at: Self.now))
        #expect(await !isAccepted(leaf, name: "evil.example", address: nil, at: Self.now))
        #expect(await !isAccepted(leaf, name: nil, address: "127.0.0.1", at: Self.now))
    }

    @Test(
        "Who trusts the authority trusts an address's certificate, for that address only",
        arguments: ["127.0.0.1", "::1"]
    )
    func addresses(host: String) async throws {
        let leaf = try leaf(for: host)
        #expect(await isAccepted(leaf, name: nil, address: host, at: Self.now))
        #expect(await !isAccepted(leaf, name: nil, address: "10.0.0.1", at: Self.now))
        #expect(await !isAccepted(leaf, name: host, address: nil, at: Self.now))
    }

    @Test("It is valid from 30 days ago for 397 days, to the second")
    func validity() async throws {
        let leaf = try leaf(for: "a.example")
        let start = Self.now.addingTimeInterval(-30 * 86_400)
        let end = start.addingTimeInterval(397 * 86_400)
        #expect(leaf.notValidBefore == start && leaf.notValidAfter == end)
        for (date, isGood) in [(start, true), (end, true), (start - 1, false), (end + 1, false)] {
            #expect(await isAccepted(leaf, name: "a.example", address: nil, at: date) == isGood, "\(date)")
        }
    }

    @Test("It is never valid when the authority is not")
    func withinAuthority() throws {
        let before = try leaf(for: "a.example", now: authority.notValidBefore.addingTimeInterval(86_400))
        #expect(before.notValidBefore == authority.notValidBefore)
        let last = try leaf(for: "a.example", now: authority.notValidAfter)
        #expect(last.notValidAfter == authority.notValidAfter)
        #expect(throws: LeafCertificateError.authorityHasExpired(subject: authority.subject)) {
            try leaf(for: "a.example", now: authority.notValidAfter.addingTimeInterval(1))
        }
    }

    @Test("It serves for servers and signs nothing; its key and its authority's are named")
    func extensions() throws {
        let leaves = try leaves()
        let leaf = try leaves.certificate(for: .name("a.example"), now: Self.now)
        let other = try leaves.certificate(for: .name("b.example"), now: Self.now)
        #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
        #expect(try leaf.extensions.keyUsage == KeyUsage(digitalSignature: true))
        #expect(try leaf.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        let signer = try authority.certificate.extensions.subjectKeyIdentifier?.keyIdentifier
        #expect(try leaf.extensions.authorityKeyIdentifier?.keyIdentifier == signer && signer != nil)
        #expect(try leaf.extensions.subjectKeyIdentifier == SubjectKeyIdentifier(hash: leaf.publicKey))
        #expect(leaf.publicKey == other.publicKey && leaf.publicKey != authority.key.publicKey)
        #expect(leaf.serialNumber != other.serialNumber)
    }

    @Test("A host too long for a common name has none, and its alternative name is critical")
    func longName() throws {
        let long = try leaf(for: String(repeating: "a", count: 60) + ".example")
        #expect(long.subject.isEmpty)
        #expect(long.extensions[oid: .X509ExtensionID.subjectAlternativeName]?.critical == true)
        let fits = String(repeating: "a", count: 56) + ".example"
        let short = try leaf(for: fits)
        #expect(String(describing: short.subject) == "CN=" + fits)
        #expect(short.extensions[oid: .X509ExtensionID.subjectAlternativeName]?.critical == false)
    }

    @Test("A host's certificate is kept, in whatever case it is asked for")
    func kept() throws {
        let leaves = try leaves()
        let first = try leaves.context(for: "a.example")
        #expect(try leaves.context(for: "A.example.") === first)
        #expect(try leaves.context(for: "b.example") !== first)
        #expect(leaves.count == 2)
    }

    @Test("When there are too many, the host that was not asked for longest is forgotten")
    func forgotten() throws {
        let leaves = try leaves(capacity: 2)
        let first = try leaves.context(for: "a.example")
        let second = try leaves.context(for: "b.example")
        #expect(try leaves.context(for: "a.example") === first)
        _ = try leaves.context(for: "c.example")
        #expect(leaves.count == 2)
        #expect(try leaves.context(for: "a.example") === first)
        #expect(try leaves.context(for: "b.example") !== second)
        #expect(leaves.count == 2 && LeafCertificates.maximumHosts == 1_024)
    }

    @Test("A certificate is made anew after a week, and after the clock was set back")
    func renewed() throws {
        let leaves = try leaves()
        let week = LeafCertificates.keptFor
        let first = try leaves.context(for: "a.example")
        clock.withLockedValue { $0 = Self.now.addingTimeInterval(week - 1) }
        #expect(try leaves.context(for: "a.example") === first)
        clock.withLockedValue { $0 = Self.now.addingTimeInterval(week) }
        let second = try leaves.context(for: "a.example")
        #expect(second !== first)
        clock.withLockedValue { $0 = Self.now.addingTimeInterval(-week) }
        #expect(try leaves.context(for: "a.example") !== second)
        #expect(leaves.count == 1)
    }

    @Test("A host that no certificate can name is an error, and nothing is kept")
    func unusable() throws {
        let leaves = try leaves()
        #expect(throws: LeafCertificateError.self) { try leaves.context(for: "*.example") }
        #expect(leaves.count == 0)
    }

    @Test("Many threads that ask for the same hosts at once all get one")
    func threads() async throws {
        let leaves = try leaves(capacity: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for host in 0..<12 { _ = try leaves.context(for: "h\(host).example") } }
            }
            try await group.waitForAll()
        }
        #expect(leaves.count == 8)
    }
}
