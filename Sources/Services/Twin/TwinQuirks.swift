/// A twin's choices where the reference pages leave one open or contradict each other, each with a default.
public struct TwinQuirks: Hashable, Sendable {
    /// Choices about the MVPDs' side.
    public var provider = ProviderQuirks()

    /// The defaults.
    public init() {}
}
