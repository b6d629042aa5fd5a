/// The causes of a TLS handshake with a client that failed, by whose fault it is.
enum HandshakeEvaluation: Hashable, Sendable {
    /// The client said that it does not take the certificate: by which alert of TLS; nil if it could not be read.
    case refusedCertificate(alert: String?)
    /// The client closed the connection without a word.
    case hungUp
    /// Client and recorder have no version or cipher in common.
    case nothingInCommon
    /// The client sent something that is not TLS.
    case notTLS
    /// Anything else: the reason in a few words.
    case failed(String)

    /// The cause that an error shows; without an error the connection just ended.
    init(_ error: (any Error)?) {
        guard let error else {
            self = .hungUp
            return
        }
        self =
            switch TLSReason(error) {
            case .certificateRefused(let alert): .refusedCertificate(alert: alert)
            case .unreadableAlert: .refusedCertificate(alert: nil)
            case .nothingInCommon: .nothingInCommon
            case .notTLS: .notTLS
            case .ended: .hungUp
            case .other(let words): .failed(words)
            }
    }

    /// True if the client sent nothing.
    var isSilence: Bool { self == .hungUp }

    /// Returns the cause for the person who watches the recorder, and the remedy.
    ///
    /// - Parameters:
    ///   - host: the host that the client wanted.
    ///   - trusts: whether a client at its address takes the recorder's certificates of other hosts.
    ///   - canPass: whether passing the host through is a remedy: what is served is not to reach the service itself.
    /// - Returns: the sentences.
    func text(host: String, trusts: Bool, canPass: Bool = true) -> String {
        let pass = Self.pass(host, canPass)
        switch self {
        case .refusedCertificate(let alert):
            let how = alert.map { "alert \($0)" } ?? "an alert that cannot be read: most likely this"
            return "the client does not accept the recorder's certificate for \(host) (\(how)). "
                + Self.remedy(pass, trusts: trusts, doubtsCA: alert == "unknown_ca")
        case .hungUp:
            return "the client closed the connection when it had seen the recorder's certificate for \(host). "
                + Self.remedy(pass, trusts: trusts, doubtsCA: false)
        case .nothingInCommon:
            return "the client and the recorder have no TLS version or cipher in common for \(host): the recorder "
                + "speaks TLS 1.2 and 1.3. \(pass)"
        case .notTLS:
            return "the client did not send TLS for \(host), where it announced TLS. \(pass)"
        case .failed(let words):
            return "the TLS handshake with the client for \(host) failed: \(words). \(pass)"
        }
    }

    private static func pass(_ host: String, _ canPass: Bool) -> String {
        canPass
            ? "`--passthrough \(host)` lets it pass, unrecorded" : "The base URL is plain HTTP and needs no certificate"
    }

    private static func remedy(_ pass: String, trusts: Bool, doubtsCA: Bool) -> String {
        let trust = "trust the CA certificate on the client: `kinescope certificate` shows how"
        // Whatever another client at this address trusts.
        if doubtsCA { return "It does not trust the recorder's CA certificate: \(trust)" }
        if trusts {
            return
                "A client at its address accepts other hosts' certificates: if it is this one, it pins the server's. \(pass)"
        }
        return "If it does not trust the recorder's CA certificate, \(trust); if it pins the server's: \(pass)"
    }
}
