/// Choices about the MVPDs' side where the reference pages leave one open, each with a default.
public struct ProviderQuirks: Hashable, Sendable {
    /// The defaults.
    public init() {}
}
