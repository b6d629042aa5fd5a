import NIOSSL

/// The certificates shown to clients, one a host, made when a host is first asked for and kept.
final class LeafCertificates: Sendable {
    init(authority: CertificateAuthority) {}

    /// What a TLS server for `host` speaks with; ALPN offers `h2` and `http/1.1`.
    ///
    /// `host` is a name or an address, in lower case.
    func context(for host: String) throws -> NIOSSLContext { throw NIOSSLError.failedToLoadCertificate }
}
