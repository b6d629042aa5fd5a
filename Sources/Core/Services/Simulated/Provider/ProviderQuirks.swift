/// Choices about the MVPDs' side where the reference pages leave one open, each with a default.
public struct ProviderQuirks: Hashable, Sendable {
    /// The layout of MVPDs' SAML (it matters to the cookbook's pipeline, and no source states it).
    public var samlLayout = SAMLLayout.indented
    /// The lifetime of an assertion: no source states; five minutes is usual.
    public var assertionLifetime = Duration.seconds(300)
    /// Throttles from the start (Adobe, "Throttling Mechanism").
    public var throttles = false
    /// Sends enhanced errors from the start (Adobe, "Enhanced Error Codes").
    public var enhancesErrors = false
    /// Empties Adobe's caches of authorizations when a subscriber is revoked.
    ///
    /// Adobe does not ask the MVPD while a decision is cached ("Initiate Authorization"), and no page states how an MVPD would
    /// report it.
    public var revocationEmptiesCaches = true
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
