import Foundation
import NIOCore
import NIOSSL
import Testing

@testable import Proxy

/// The servers that are trusted, and the reports about those that are not.
@Suite struct ServerTrustTests {
    /// A certificate that does not pass, and a part of what is said of it.
    struct Untrusted: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var make: @Sendable () throws -> TLSConfiguration
        var host = "localhost"
        var reason: String
    }

    static let untrusted = [
        Untrusted(
            testDescription: "expired",
            make: {
                try TestTrust.shared.serverConfiguration(validUntil: Date(timeIntervalSince1970: 1_767_225_600))
            },
            reason: "it expired on 2026-01-01T00:00:00Z"
        ),
        Untrusted(
            testDescription: "another name",
            make: { try TestTrust.shared.serverConfiguration(names: ["a.example", "b.example"]) },
            reason: "it is for a.example, b.example, not for localhost"
        ),
        Untrusted(
            testDescription: "another address",
            make: { try TestTrust.shared.serverConfiguration(names: ["localhost", "127.0.0.2"]) },
            host: "127.0.0.1",
            reason: "it is for localhost, 127.0.0.2, not for 127.0.0.1"
        ),
        Untrusted(
            testDescription: "unknown authority",
            make: { try TestTrust(named: "Nobody's Authority").serverConfiguration() },
            reason: "it was issued by an unknown CA: CN=Nobody's Authority"
        ),
        Untrusted(
            testDescription: "signed by itself",
            make: { try TestTrust(named: "localhost").serverConfiguration() },
            reason: "it is self-signed, and not by a trusted CA"
        ),
    ]

    @Test("A certificate that is not right is refused with a sentence that says why", arguments: untrusted)
    func refused(_ untrusted: Untrusted) async throws {
        let server = try await TestOrigin.start(tls: try untrusted.make()) { _ in .text("a") }
        let origin = UpstreamCaller.origin(server, host: untrusted.host)
        let refusal = try await UpstreamCaller().refusal(origin)
        #expect(refusal == .untrusted(host: untrusted.host, reason: untrusted.reason))
        #expect(server.requests.isEmpty)
        await server.stop()
    }

    @Test("Without verification each of them is spoken to, and marked so", arguments: untrusted)
    func insecure(_ untrusted: Untrusted) async throws {
        let server = try await TestOrigin.start(tls: try untrusted.make()) { _ in .text("a") }
        let caller = try UpstreamCaller { $0.verifiesUpstream = false }
        let heard = try await caller.get(UpstreamCaller.origin(server, host: untrusted.host))
        #expect(heard.isWhole)
        #expect(heard.facts.isVerified == false)
        await server.stop()
    }

    @Test("A name and an address that the certificate holds are both trusted", arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        let server = try await TestOrigin.secure { _ in .text("a") }
        let heard = try await UpstreamCaller().get(UpstreamCaller.origin(server, host: host))
        #expect(heard.isWhole)
        #expect(heard.facts.isVerified == true)
        await server.stop()
    }

    @Test(
        "A file of certificates that holds none is refused with its path",
        arguments: [
            (nil, "there is no such file"), ("", "it is empty"),
            ("no certificate", "it holds no certificate that can be read"),
            (
                "-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n",
                "it holds no certificate that can be read"
            ),
        ] as [(String?, String)]
    )
    func unusable(text: String?, reason: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text?.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: RecorderError.unusableTrust(path: path, reason: reason)) {
            try UpstreamCaller { $0.additionalTrust = path }
        }
    }

    @Test("Where the system has no authorities, the additional ones are trusted alone")
    func noSystemRoots() throws {
        var settings = RecorderSettings()
        settings.additionalTrust = TestTrust.shared.path
        let trust = try ServerTrust(settings, systemRoots: .file("/nowhere/certs.pem"))
        #expect(trust.context(offersHTTP2: true).configuration.applicationProtocols == ["h2", "http/1.1"])
        #expect(trust.context(offersHTTP2: false).configuration.applicationProtocols == ["http/1.1"])
        #expect(trust.verifies)
    }
}
