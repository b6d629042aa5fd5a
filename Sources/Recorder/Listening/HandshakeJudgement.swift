import NIOCore
import NIOSSL

/// Whose fault it is that a TLS handshake with a client did not come about.
enum HandshakeJudgement: Hashable, Sendable {
    /// The client said that it does not take the certificate: by which alert of TLS.
    case refusedCertificate(alert: String)
    /// The client closed the connection without a word.
    case hungUp
    /// Anything else: the reason.
    case failed(String)

    /// What TLS says of a certificate (RFC 8446 §6.2), as BoringSSL spells it, without `…_ALERT_`.
    private static let verdicts = [
        "UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN", "CERTIFICATE_EXPIRED", "CERTIFICATE_REVOKED",
        "UNSUPPORTED_CERTIFICATE",
    ]

    /// What an error comes to; none is a connection that just ended.
    init(_ error: (any Error)?) {
        guard let error else {
            self = .hungUp
            return
        }
        let text = String(describing: error)
        if let verdict = Self.verdicts.first(where: { text.contains("_ALERT_\($0)") }) {
            self = .refusedCertificate(alert: verdict.lowercased())
        } else if Self.isEnd(error, text) {
            self = .hungUp
        } else {
            self = .failed(text)
        }
    }

    /// Whether the client said nothing.
    var isSilence: Bool { self == .hungUp }

    private static func isEnd(_ error: any Error, _ text: String) -> Bool {
        switch error {
        case NIOSSLError.uncleanShutdown, NIOSSLError.handshakeFailed(.zeroReturn),
            NIOSSLError.handshakeFailed(.syscallError), ChannelError.eof, ChannelError.inputClosed,
            NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])):
            true
        case let error as IOError:
            error.errnoCode == 104 || error.errnoCode == 54 || error.errnoCode == 32
        default:
            false
        }
    }
}
