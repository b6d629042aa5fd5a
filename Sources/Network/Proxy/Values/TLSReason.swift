import NIOCore
import NIOSSL

/// The failure of a TLS handshake, as far as BoringSSL's words show it.
///
/// They come in a text with paths of the machine that it was built on: only its upper-case words are read.
enum TLSReason: Hashable, Sendable {
    /// The other side does not take the certificate: by which alert.
    case certificateRefused(alert: String)
    /// The other side sent something that cannot be decrypted where an alert was to be expected.
    case unreadableAlert
    /// No version or cipher that both sides know.
    case nothingInCommon
    /// The bytes that came are not TLS.
    case notTLS
    /// The connection ended without a word.
    case ended
    /// Anything else, in a few words.
    case other(String)

    init(_ error: any Error) {
        let words = Self.words(in: error)
        if let alert = words.lazy.compactMap(Self.refusal).first {
            self = .certificateRefused(alert: alert)
        } else if words.contains(where: Self.unreadable.contains) {
            self = .unreadableAlert
        } else if words.contains(where: Self.incompatible.contains) {
            self = .nothingInCommon
        } else if words.contains(where: Self.foreign.contains) {
            self = .notTLS
        } else if Self.isEnd(error) {
            self = .ended
        } else {
            self = .other(Self.text(of: error, words))
        }
    }

    /// The failure in words, without the remedy.
    var text: String {
        switch self {
        case .certificateRefused(let alert): "the certificate is refused (alert \(alert))"
        case .unreadableAlert: "an alert that cannot be read, most likely about the certificate"
        case .nothingInCommon: "no TLS version or cipher in common"
        case .notTLS: "what came is not TLS"
        case .ended: "the connection was closed"
        case .other(let words): words
        }
    }

    // MARK: Words

    /// Returns the words that follow `OPENSSL_internal:` in all there is to the error.
    private static func words(in error: any Error) -> [String] {
        "\(error)".split(separator: "OPENSSL_internal:").dropFirst().map { rest in
            String(rest.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") })
        }
    }

    /// Returns the alert of TLS about a certificate (RFC 8446 §6.2).
    private static func refusal(_ word: String) -> String? {
        guard let mark = word.firstRange(of: "_ALERT_") else { return nil }
        let alert = String(word[mark.upperBound...])
        return verdicts.contains(alert) ? alert.lowercased() : nil
    }

    private static let verdicts: Set = [
        "UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN", "CERTIFICATE_EXPIRED", "CERTIFICATE_REVOKED",
        "UNSUPPORTED_CERTIFICATE", "ACCESS_DENIED", "BAD_CERTIFICATE_STATUS_RESPONSE",
    ]

    /// Under TLS 1.3 some clients send the alert in clear, before they have put on the keys.
    private static let unreadable: Set = [
        "BAD_DECRYPT", "DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "INVALID_OUTER_RECORD_TYPE",
    ]

    private static let incompatible: Set = [
        "UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION", "NO_SHARED_CIPHER", "NO_SHARED_GROUP",
        "NO_COMMON_SIGNATURE_ALGORITHMS", "SSLV3_ALERT_HANDSHAKE_FAILURE", "TLSV1_ALERT_INSUFFICIENT_SECURITY",
        "HANDSHAKE_FAILURE_ON_CLIENT_HELLO", "UNKNOWN_CIPHER_RETURNED", "WRONG_CIPHER_RETURNED", "WRONG_CURVE",
        "INAPPROPRIATE_FALLBACK", "NO_CIPHERS_AVAILABLE", "UNSUPPORTED_ELLIPTIC_CURVE", "UNKNOWN_SSL_VERSION",
    ]

    private static let foreign: Set = [
        "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST", "UNKNOWN_PROTOCOL",
    ]

    private static func isEnd(_ error: any Error) -> Bool {
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

    /// `TLSV1_ALERT_INTERNAL_ERROR` as `alert internal error`; a fault of the system in its own words.
    private static func text(of error: any Error, _ words: [String]) -> String {
        guard let word = words.first(where: { !$0.isEmpty }) else { return ErrorText.text(of: error) }
        let alert = word.firstRange(of: "ALERT_").map { "ALERT_" + word[$0.upperBound...] } ?? word
        return alert.lowercased().replacing("_", with: " ")
    }
}
