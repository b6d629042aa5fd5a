import Foundation
import NIOCore
import NIOSSL
import VirtualTime
import SwiftASN1
import X509

/// The reason that a TLS handshake failed, in words.
///
/// BoringSSL only reports that verification failed; the problem is read from the certificate itself.
enum HandshakeFault {
    /// The error that tells of `error`, which came with `certificate`.
    static func error(_ error: any Error, certificate: NIOSSLCertificate?, host: String) -> UpstreamError {
        switch error {
        case let error as UpstreamError: error
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            .untrusted(host: host, reason: wrongHost(certificate, host: host))
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
            .untrusted(host: host, reason: "the server shows none")
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            stack.contains { "\($0)".contains("CERTIFICATE_VERIFY_FAILED") }
                ? .untrusted(host: host, reason: fault(of: certificate))
                : .handshake(host: host, reason: reason(error))
        default: .handshake(host: host, reason: reason(error))
        }
    }

    /// Returns the problem of a certificate that did not pass.
    private static func fault(of certificate: NIOSSLCertificate?) -> String {
        guard let certificate else { return "verification failed" }
        let now = Int64(Date().timeIntervalSince1970)
        if Int64(certificate.notValidAfter) < now {
            return "it expired on \(Instant(secondsSince1970: Int64(certificate.notValidAfter)))"
        }
        if Int64(certificate.notValidBefore) > now {
            return "it is not valid before \(Instant(secondsSince1970: Int64(certificate.notValidBefore)))"
        }
        guard let parsed = try? parse(certificate) else { return "its issuer is not known" }
        if parsed.issuer == parsed.subject { return "it is self-signed, and not by a trusted CA" }
        return "it was issued by an unknown CA: \(parsed.issuer)"
    }

    private static func wrongHost(_ certificate: NIOSSLCertificate?, host: String) -> String {
        guard let certificate, let parsed = try? parse(certificate),
            let names = try? parsed.extensions.subjectAlternativeNames
        else { return "it is not for \(host)" }
        let listed = names.prefix(8).map { name in
            switch name {
            case .dnsName(let text): text
            case .ipAddress(let octets):
                (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: octets.bytes), port: 0).ipAddress)
                    ?? "an address"
            default: "\(name)"
            }
        }
        return "it is for \(listed.joined(separator: ", ")), not for \(host)"
    }

    private static func parse(_ certificate: NIOSSLCertificate) throws -> Certificate {
        try Certificate(derEncoded: certificate.toDERBytes())
    }

    /// Returns what the server did instead, in words.
    private static func reason(_ error: any Error) -> String {
        switch TLSReason(error) {
        case .certificateRefused(let alert): "the server wants a certificate of the client's (alert \(alert))"
        case .unreadableAlert: "what the server sent cannot be decrypted"
        case .nothingInCommon: "the server has no version or cipher of TLS 1.2 and 1.3 in common with the recorder"
        case .notTLS: "the server does not speak TLS. Is it http: rather than https:?"
        case .ended: "the server closed the connection"
        case .other(let words): words
        }
    }
}
