public import OrderedCollections
public import SubscriberAccount
public import VirtualTime

/// The knowledge of Settings about the user's TV provider.
public struct TVProviderSettings: Hashable, Sendable {
    /// The account that the user is signed in with at the system; nil if signed out.
    public internal(set) var account: Account?
    /// Each app's permission to read it, by bundle id.
    public internal(set) var permissions: OrderedDictionary<String, AccountPermission> = [:]
    /// The behavior of the framework where Apple's pages leave it open.
    public internal(set) var choices = PlatformAssumptions.default

    /// The user's account at the system.
    public struct Account: Hashable, Sendable {
        /// Apple's id of the provider (Adobe's `platformMappingId`).
        public var providerIdentifier: String
        /// The user's name at the provider.
        public var user: String
        /// The end of the session; nil if it was not stated.
        public var expires: Instant?

        /// An account of these parts.
        public init(providerIdentifier: String, user: String, expires: Instant?) {
            self.providerIdentifier = providerIdentifier
            self.user = user
            self.expires = expires
        }
    }

    /// Signed out, and no app has asked.
    public init() {}
}

extension TVProviderSettings {
    /// Returns the permission of an app, as `checkAccessStatus` answers it without a prompt.
    public func permission(of bundleID: String) -> AccountPermission { permissions[bundleID] ?? AccountPermission() }
}

extension TVProviderSettings.Account {
    /// Checks whether the session still holds when a clock shows `time`: until just before its end; one without an end
    /// always.
    public func isCurrent(at time: Instant) -> Bool { expires.map { time < $0 } ?? true }
}
