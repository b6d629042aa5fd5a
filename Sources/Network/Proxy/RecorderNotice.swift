/// Something a person who watches a recorder should know.
public enum RecorderNotice: Hashable, Sendable, CustomStringConvertible {
    /// The client broke off the TLS handshake: it pins the server's certificate, or does not trust the CA certificate.
    /// From now on the host is passed through unseen.
    case passingThrough(host: String, reason: String)
    /// A client took the recorder's certificate for a host that was passed through since others had hung up: it is
    /// recorded from now on.
    case recordedAgain(host: String)
    /// A connection was closed before a request came of it.
    case refused(client: String, reason: String)

    /// TLS with a server failed: it is not trusted, or nothing is in common.
    case server(reason: String)

    /// One line, without an end.
    public var description: String {
        switch self {
        case .passingThrough(let host, let reason):
            "\(host) is tunneled without decryption from now on: \(reason)"
        case .recordedAgain(let host):
            "\(host) is recorded from now on: a client accepted the recorder's certificate"
        case .refused(let client, let reason):
            "a connection from \(client) was closed: \(reason)"
        case .server(let reason): reason
        }
    }
}
