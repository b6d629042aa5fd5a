/// The reason that there is no certificate authority to work with.
public enum CertificateAuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file cannot be read: its path, and the system's reason.
    case unreadable(path: String, reason: String)
    /// A file does not hold what it should, in PEM: its path, what it should hold, and what was found.
    case notPEM(path: String, expected: String, reason: String)
    /// The key is not the one that the certificate names.
    case keyDoesNotBelong(key: String, certificate: String)
    /// The certificate is a server's or a person's: it may not sign others.
    case notAnAuthority(path: String)
    /// Others than the owner may read or change the key: its path, and its mode.
    case keyIsExposed(path: String, mode: UInt16)
    /// The certificate is valid no longer: its path, and when it ended, in ISO 8601.
    case expired(path: String, end: String)
    /// Nothing can be written to the folder: the folder, or what is to be written to it, and the system's reason.
    case notWritable(path: String, reason: String)
    /// One of the two files is missing, while the other is there.
    case missing(path: String, other: String)
    /// There is neither key nor certificate in the folder.
    case absent(folder: String)
    /// No certificate can be made: the reason.
    case cannotBeMade(reason: String)

    /// The problem and its remedy, in one line.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read \(path): \(reason)"
        case .notPEM(let path, let expected, let reason):
            "\(path) does not hold \(expected) in PEM: \(reason). Put the right file there, or remove the directory's "
                + "\(CertificateAuthority.keyName) and \(CertificateAuthority.certificateName) to have new ones made"
        case .keyDoesNotBelong(let key, let certificate):
            "the key in \(key) does not belong to the certificate in \(certificate): "
                + "put the right one there, or remove both to have new ones made"
        case .notAnAuthority(let path):
            "the certificate in \(path) is not a CA certificate: it may not sign others. Put another one there with its key"
        case .keyIsExposed(let path, let mode):
            "\(path) can be read or changed by others (its mode is 0\(String(mode, radix: 8))): run chmod 600 \(path)"
        case .expired(let path, let end):
            "the certificate in \(path) ended on \(end): remove it and its key to have new ones made, "
                + "and trust the new certificate"
        case .notWritable(let path, let reason):
            "cannot write \(path): \(reason). Name another directory with --ca-directory"
        case .missing(let path, let other):
            "\(path) is missing, while \(other) is there: put it back, or remove the other to have new ones made"
        case .absent(let folder):
            "\(folder) holds no CA certificate: run kinescope certificate to make one"
        case .cannotBeMade(let reason):
            "no CA certificate can be made: \(reason)"
        }
    }
}
