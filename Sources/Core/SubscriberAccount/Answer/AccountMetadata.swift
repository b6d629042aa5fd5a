public import VirtualTime

/// The answer of VSA: `VSAccountMetadata`.
///
/// Source: video-subscriber-account.md §5.
public struct AccountMetadata: Hashable, Sendable {
    /// The provider as the platform knows it, equal to Adobe's `platformMappingId`; nil if not asked for or nobody is
    /// signed in.
    public var accountProviderIdentifier: String?
    /// The date at which the provider may want to see the user again; might be nil if no user is signed in.
    public var authenticationExpirationDate: Instant?
    /// A blob to verify that the SAML answer came from the provider.
    public var verificationData: [UInt8]?
    /// The provider's answer to the attribute query, before any normalization.
    public var samlAttributeQueryResponse: String?
    /// The raw answer of the provider.
    ///
    /// Since iOS 10.2, tvOS 10.1.
    public var accountProviderResponse: AccountProviderResponse?

    /// Metadata without any content.
    public init() {}
}

/// The raw answer of a provider: `VSAccountProviderResponse`.
///
/// Source: video-subscriber-account.md §6.
public struct AccountProviderResponse: Hashable, Sendable {
    /// The scheme that was used; an open set of strings whose raw values are unconfirmed.
    public var authenticationScheme: String
    /// A status, if the scheme has one.
    public var status: String?
    /// The raw answer; nil if it would be unsafe to hand out.
    public var body: String?

    /// A response with these parts.
    public init(authenticationScheme: String, status: String? = nil, body: String? = nil) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
    }
}
