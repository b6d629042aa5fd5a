import Foundation
import NIOCore
import NIOSSL

/// The authorities that TLS to a server trusts, and the protocols that it offers; made once, since reading the system's
/// authorities takes long.
struct ServerTrust: Sendable {
    /// True if certificates are verified at all.
    let verifies: Bool
    /// Offers `h2` and `http/1.1`.
    private let anyVersion: NIOSSLContext
    /// Offers `http/1.1` only.
    private let onlyHTTP1: NIOSSLContext

    /// Reads the additional authorities of `settings` and makes ready.
    ///
    /// - Parameters:
    ///   - settings: whether to verify, and the file of additional certificates.
    ///   - systemRoots: the system's authorities, which are not read where no server is reached: that takes longer than all else
    ///     that is done before listening. Where they are missing only the additional ones are trusted.
    /// - Throws: `RecorderError.unusableTrust` if the file holds no certificate.
    init(_ settings: RecorderSettings, systemRoots: NIOSSLTrustRoots? = nil) throws(RecorderError) {
        let systemRoots = systemRoots ?? (settings.reachesNoServer ? .certificates([]) : .default)
        verifies = settings.verifiesUpstream
        let additional = try settings.additionalTrust.map(Self.certificates)
        do {
            anyVersion = try Self.context(
                ["h2", "http/1.1"],
                verifies: settings.verifiesUpstream,
                additional: additional ?? [],
                systemRoots: systemRoots
            )
            onlyHTTP1 = try Self.context(
                ["http/1.1"],
                verifies: settings.verifiesUpstream,
                additional: additional ?? [],
                systemRoots: systemRoots
            )
        } catch {
            throw .unusableTrust(path: settings.additionalTrust ?? "/etc/ssl/certs", reason: ErrorText.text(of: error))
        }
    }

    /// Returns the context to speak TLS with.
    func context(offersHTTP2: Bool) -> NIOSSLContext { offersHTTP2 ? anyVersion : onlyHTTP1 }

    /// The certificates of a PEM file, which holds at least one.
    private static func certificates(path: String) throws(RecorderError) -> [NIOSSLCertificate] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw .unusableTrust(path: path, reason: isThere ? "it cannot be read" : "there is no such file")
        }
        guard !data.isEmpty else { throw .unusableTrust(path: path, reason: "it is empty") }
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(Array(data))
            guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            return certificates
        } catch {
            throw .unusableTrust(path: path, reason: "it holds no certificate that can be read")
        }
    }

    private static func context(
        _ protocols: [String],
        verifies: Bool,
        additional: [NIOSSLCertificate],
        systemRoots: NIOSSLTrustRoots
    ) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        // A server that does not answer to the end of TLS should not hold the socket for long.
        configuration.shutdownTimeout = .seconds(1)
        guard verifies else {
            configuration.certificateVerification = .none
            return try NIOSSLContext(configuration: configuration)
        }
        configuration.trustRoots = systemRoots
        configuration.additionalTrustRoots = [.certificates(additional)]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            // A small container has no authorities of its own (ca-certificates is not installed).
            configuration.trustRoots = .certificates(additional)
            configuration.additionalTrustRoots = []
            return try NIOSSLContext(configuration: configuration)
        }
    }
}
