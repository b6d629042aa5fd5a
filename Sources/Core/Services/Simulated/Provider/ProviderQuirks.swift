/// Choices about the MVPDs' side where the reference pages leave one open, each with a default.
public struct ProviderQuirks: Hashable, Sendable {
    /// The layout of MVPDs' SAML (it matters to the cookbook's pipeline, and no source states it).
    public var samlLayout = SAMLLayout.indented
    /// Throttles from the start (Adobe, "Throttling Mechanism").
    public var throttles = false
    /// The response to a preauthorization of too many resources while enhanced errors are off (§7.11 has both).
    public var excessivePreauthorization = ExcessivePreauthorization.emptyList
    /// The number of different resources that a promotional Temp Pass opens; nil: any number (§7.14 states that they are
    /// counted).
    public var promotionalResourceLimit: Int?
    /// The names of user metadata that are encrypted (§7.12: `zip` in production).
    public var encryptedMetadata: [String] = []

    /// What a preauthorization of too many resources is answered with.
    public enum ExcessivePreauthorization: String, Hashable, Sendable, CaseIterable {
        /// 200 and no resources.
        case emptyList = "empty-list"
        case error
    }

    /// The defaults.
    public init() {}
}
