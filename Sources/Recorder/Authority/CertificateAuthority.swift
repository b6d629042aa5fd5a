/// The local certificate authority whose certificate a device is told to trust.
public struct CertificateAuthority: Sendable {
}
