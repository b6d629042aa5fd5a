/// The amount that a redactor keeps in mind of what it has met.
///
/// What it has forgotten it would replace by the very same pseudonym where a rule finds it again; it only does not look
/// for it in other places any more, nor does its secret scanner.
public struct RedactionMemory: Hashable, Sendable {
    /// Secrets that are remembered; nil remembers all.
    public var secrets: Int?
    /// Bytes of secrets that are remembered; nil remembers all.
    var secretBytes: Int?
    /// Values of kept fields that are remembered: the first ones.
    public var identities: Int

    /// Everything a recording can hold: for an import, which ends.
    public static let everything = RedactionMemory(secrets: nil, secretBytes: nil, identities: 1_000_000)
    /// For a recorder, which may run for days: 16,384 secrets of 16 MiB together, those met last, and 65,536 kept
    /// values.
    public static let live = RedactionMemory(secrets: 16_384, secretBytes: 16 << 20, identities: 65_536)

    /// A memory of these limits.
    public init(secrets: Int?, secretBytes: Int?, identities: Int) {
        self.secrets = secrets
        self.secretBytes = secretBytes
        self.identities = identities
    }
}
