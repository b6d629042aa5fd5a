/// The reason that a recorder cannot start.
public enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address cannot be listened at: which, and the system's reason.
    case cannotListen(host: String, port: Int, reason: String)
    /// There is no address of this name to listen at.
    case unknownAddress(host: String)
    /// The file of additional certificates is not usable: its path, and why.
    case unusableTrust(path: String, reason: String)
    /// The authority's certificate cannot be shown to clients: why.
    case unusableAuthority(reason: String)

    /// The problem and its remedy, in one line.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, let reason):
            "\(host):\(port) cannot be listened at: \(reason). Choose another --port, or end what uses it"
        case .unknownAddress(let host):
            "\(host) cannot be listened at: there is no such address. Name one of this machine, or 0.0.0.0 for all of them"
        case .unusableTrust(let path, let reason):
            "\(path): \(reason). Give a file of certificates in PEM"
        case .unusableAuthority(let reason):
            "the CA certificate cannot be used: \(reason). Have a new one made (`kinescope certificate --help`)"
        }
    }
}
