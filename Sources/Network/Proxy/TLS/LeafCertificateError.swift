/// The reason that a host gets no certificate.
enum LeafCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host's name cannot stand in a certificate: as it was asked for, and why.
    case unusableName(String, reason: String)
    /// The authority's certificate has ended meanwhile.
    case authorityHasExpired(subject: String)

    /// The problem and its remedy, in one line.
    var description: String {
        switch self {
        case .unusableName(let host, let reason):
            "no certificate can be made for '\(String(host.prefix(100)))': \(reason)"
        case .authorityHasExpired(let subject):
            "no certificate can be made: '\(subject)' is valid no longer. Start again to hear what to do"
        }
    }
}
