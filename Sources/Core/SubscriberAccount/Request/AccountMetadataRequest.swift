/// The request of an app to VSA: `VSAccountMetadataRequest`, property by property.
///
/// Defaults are Apple's where the headers state them. Source: video-subscriber-account.md §4.
public struct AccountMetadataRequest: Hashable, Sendable {
    /// The requester.
    ///
    /// Adobe's value is ``adobeChannelIdentifier``.
    public var channelIdentifier: String?
    /// The only providers that may answer, if not empty.
    public var supportedAccountProviderIdentifiers: [String] = []
    /// The providers that may be shown more prominently, if not empty.
    ///
    /// Since iOS 11.0, tvOS 11.0.
    public var featuredAccountProviderIdentifiers: [String] = []
    /// Lets the provider verify the asking app; Adobe's profile request.
    public var verificationToken: String?
    /// Ask for the provider's identifier.
    public var includeAccountProviderIdentifier = false
    /// Ask for the end of the current authentication.
    public var includeAuthenticationExpirationDate = false
    /// Shown to the user, only when a video is about to play.
    public var localizedVideoTitle: String?
    /// True if the user may be asked to log in.
    ///
    /// The default is unconfirmed; false is taken.
    public var isInterruptionAllowed = false
    /// Ignore cached credentials.
    public var forceAuthentication = false
    /// SAML attributes to ask for; Adobe's `requiredMetadataFields`.
    public var attributeNames: [String] = []
    /// Schemes that app and provider may use.
    ///
    /// Since iOS 10.2, tvOS 10.1. Empty stands for Apple's default, which is SAML alone.
    public var supportedAuthenticationSchemes: [String] = []
    /// A token for providers of the API scheme.
    ///
    /// Since 13.0.
    public var accountProviderAuthenticationToken: String?
    /// Entries that the app adds to the picker.
    ///
    /// Since 14.2.
    public var applicationAccountProviders: [AccountApplicationProvider]?

    /// The SAML issuer that every Adobe client gives as its channel (row K-17).
    public static let adobeChannelIdentifier = "https://saml.sp.auth.adobe.com"

    /// A request that asks for nothing yet.
    public init() {}
}
