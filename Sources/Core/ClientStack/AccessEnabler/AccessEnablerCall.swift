public import OrderedCollections

/// A call of one of AccessEnabler's methods, as the app makes it.
///
/// Source: access-enabler.md §2.
public enum AccessEnablerCall: Hashable, Sendable {
    /// `setOptions:`
    case setOptions(OrderedDictionary<String, String>)
    /// `setRequestor:…`
    case setRequestor(String, serviceProviders: [String])
    /// `checkAuthentication`
    case checkAuthentication
    /// `getAuthentication`, `getAuthentication:withData:` and its filters.
    case getAuthentication(
        force: Bool = false,
        data: OrderedDictionary<String, String> = [:],
        filter: ProviderFilter? = nil
    )
    /// `setSelectedProvider:`; nil cancels.
    case setSelectedProvider(String?)
    /// `getAuthenticationToken` (until 3.0) and `handleExternalURL:` (3.0 and newer).
    case handleExternalURL(String?)
    /// `checkPreauthorizedResources:`
    case checkPreauthorizedResources([String], usesCache: Bool = true)
    /// `preauthorize:didCompleteWith:`
    case preauthorize([String], usesCache: Bool = true)
    /// `checkAuthorization:`
    case checkAuthorization(String, data: OrderedDictionary<String, String> = [:])
    /// `getAuthorization:`
    case getAuthorization(String, data: OrderedDictionary<String, String> = [:])
    /// `logout`
    case logout
    /// `getSelectedProvider`
    case getSelectedProvider
    /// `getMetadata:`
    case getMetadata(MetadataKey)

    /// The providers that Apple's picker is to show (2.0 and newer).
    public struct ProviderFilter: Hashable, Sendable {
        /// `TV_PROVIDERS`, by Adobe's MVPD ids.
        public var providers: [String]
        /// `FEATURED_TV_PROVIDERS`, a subset.
        public var featured: [String]

        /// A filter of these lists.
        public init(providers: [String], featured: [String] = []) {
            self.providers = providers
            self.featured = featured
        }
    }

    /// The keys that `getMetadata:` takes (access-enabler.md §4.3).
    public enum MetadataKey: Hashable, Sendable {
        /// `METADATA_AUTHENTICATION`: when the AuthN token expires.
        case authentication
        /// `METADATA_AUTHORIZATION` with `METADATA_RESOURCE_ID_KEY`: when the AuthZ token expires.
        case authorization(resource: String)
        /// `METADATA_DEVICE_ID`.
        case deviceID
        /// `METADATA_USER_META` with `METADATA_USER_META_KEY`.
        case user(key: String)
    }
}
