/// Choices about the MVPDs' side where the reference pages leave one open, each with a default.
public struct ProviderQuirks: Hashable, Sendable {
    /// How MVPDs lay out their SAML (apple-sso-flow.md §4: it matters, and no source says).
    public var samlLayout = SAMLLayout.indented
    /// How long an assertion may be used: no source says; five minutes is what is usual.
    public var assertionLifetime = Duration.seconds(300)
    /// Whether the front end throttles from the start (rest-api-v1.md §4).
    public var throttles = false
    /// Whether enhanced errors are on for the account from the start (rest-api-v1.md §5).
    public var enhancesErrors = false
    /// Whether revoking a subscriber also empties Adobe's caches of what was authorized.
    ///
    /// Adobe asks nobody while a decision is cached (rest-api-v1.md §7.8), and how an MVPD would tell it, no page says.
    public var revocationEmptiesCaches = true
    /// What a preauthorization of too many resources is answered with while enhanced errors are off (§7.11 knows both).
    public var excessivePreauthorization = ExcessivePreauthorization.emptyList
    /// How many different resources a promotional Temp Pass opens; nil: any number (§7.14 says that they are counted).
    public var promotionalResourceLimit: Int?
    /// The names of user metadata that are encrypted (§7.12: `zip` in production).
    public var encryptedMetadata: [String] = []

    /// What a preauthorization of too many resources is answered with.
    public enum ExcessivePreauthorization: String, Hashable, Sendable, CaseIterable {
        /// 200 and no resources.
        case emptyList = "empty-list"
        /// 403 and an error.
        case error
    }

    /// The defaults.
    public init() {}
}
