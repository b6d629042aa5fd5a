/// Choices about the MVPDs' side where the reference pages leave one open, each with a default.
public struct ProviderQuirks: Hashable, Sendable {
    /// The layout of MVPDs' SAML (apple-sso-flow.md §4: it matters, and no source states it).
    public var samlLayout = SAMLLayout.indented
    /// The time in which an assertion may be used: no source states it; five minutes is what is usual.
    public var assertionLifetime = Duration.seconds(300)
    /// True if the front end throttles from the start (rest-api-v1.md §4).
    public var throttles = false
    /// True if enhanced errors are on for the account from the start (rest-api-v1.md §5).
    public var enhancesErrors = false
    /// True if revoking a subscriber also empties Adobe's caches of what was authorized.
    ///
    /// Adobe asks no MVPD while a decision is cached (rest-api-v1.md §7.8), and no page says how an MVPD would notify
    /// it.
    public var revocationEmptiesCaches = true
    /// The response to a preauthorization of too many resources while enhanced errors are off (§7.11 knows both).
    public var excessivePreauthorization = ExcessivePreauthorization.emptyList
    /// The number of different resources that a promotional Temp Pass opens; nil: any number (§7.14 says that they are
    /// counted).
    public var promotionalResourceLimit: Int?
    /// The names of user metadata that are encrypted (§7.12: `zip` in production).
    public var encryptedMetadata: [String] = []

    /// The responses to a preauthorization of too many resources.
    public enum ExcessivePreauthorization: String, Hashable, Sendable, CaseIterable {
        /// 200 and no resources.
        case emptyList = "empty-list"
        /// 403 and an error.
        case error
    }

    /// The defaults.
    public init() {}
}
