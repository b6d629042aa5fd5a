import Foundation
import NIOCore
import NIOSSL
import VirtualTime
import SwiftASN1
import X509

/// Why a TLS handshake failed, in words.
///
/// BoringSSL only says that verification failed; what is wrong is read from the certificate itself.
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
                : .handshake(host: host, reason: reason(stack.first.map { "\($0)" } ?? "no reason is known"))
        case let error as IOError: .handshake(host: host, reason: UpstreamError.reason(of: error))
        default: .handshake(host: host, reason: "\(error)")
        }
    }

    /// What is wrong with a certificate that did not pass.
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
        if parsed.issuer == parsed.subject { return "it is signed by itself, and by no authority that is known" }
        return "it was issued by an authority that is not known: \(parsed.issuer)"
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

    /// The reason that stands in BoringSSL's text: `error:…:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER at …`.
    private static func reason(_ text: String) -> String {
        guard let mark = text.range(of: "OPENSSL_internal:") else {
            return text.contains("EOF during handshake") ? "the server closed the connection" : text
        }
        let word = text[mark.upperBound...].prefix { $0 != " " }
        switch word {
        case "WRONG_VERSION_NUMBER", "HTTP_REQUEST": return "the server does not answer in TLS (\(word))"
        case "TLSV1_ALERT_PROTOCOL_VERSION", "UNSUPPORTED_PROTOCOL":
            return "the server speaks no TLS from version 1.2 on (\(word))"
        default: return String(word)
        }
    }
}
