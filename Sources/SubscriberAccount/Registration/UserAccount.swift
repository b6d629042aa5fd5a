public import VirtualTime

/// An account of the app's own service as the system knows it: `VSUserAccount`.
///
/// Since iOS and tvOS 16.4, macOS 13.3. Source: video-subscriber-account.md §9.
public struct UserAccount: Hashable, Sendable {
    /// `VSUserAccountType`, raw values Apple's.
    public enum AccountType: Int, Hashable, Sendable, CaseIterable {
        /// Nothing is paid for it; the default.
        case free = 0
        /// It is paid for.
        case paid = 1
    }

    /// The kind of device an account was registered on: raw values Apple's.
    public enum DeviceCategory: Int, Hashable, Sendable, CaseIterable {
        /// A phone or tablet.
        case mobile = 0
        /// Anything else.
        case other = 1
    }

    /// App JavaScript that answers the system's refresh requests.
    public var updateURL: String?
    /// Whether the certificate behind the URL must be trusted by the system.
    public var requiresSystemTrust = false
    /// The TV provider; only for apps that sign on through one.
    public var accountProviderIdentifier: String?
    /// What the app calls the account; opaque to Apple.
    public var identifier: String?
    /// Free or paid.
    public var accountType: AccountType
    /// Whether the user has signed out of it.
    public var isSignedOut = false
    /// When the current billing cycle ends, which tells the system when to ask again.
    public var subscriptionBillingCycleEndDate: Instant?
    /// The tiers that were bought.
    public var tierIdentifiers: [String]?
    /// Who bills it.
    public var billingIdentifier: String?
    /// The app's own token; it may come from another device and sign the user on without a question.
    public var authenticationData: String?
    /// Whether it was registered on this device; read-only in Apple's framework.
    public var isFromCurrentDevice = true
    /// The kind of device it was registered on; read-only in Apple's framework.
    public var deviceCategory = DeviceCategory.mobile
    /// The subscription that Apple bills.
    ///
    /// Since iOS and tvOS 17.4, macOS 14.4, visionOS 1.1.
    public var appleSubscription: AppleSubscription?

    /// What Apple bills: `VSAppleSubscription`.
    public struct AppleSubscription: Hashable, Sendable {
        /// The customer, as the app's service names them.
        public var customerID: String
        /// The products.
        public var productCodes: [String]

        /// A subscription with these parts.
        public init(customerID: String, productCodes: [String]) {
            self.customerID = customerID
            self.productCodes = productCodes
        }
    }

    /// An account of this type.
    public init(accountType: AccountType = .free, updateURL: String? = nil) {
        self.accountType = accountType
        self.updateURL = updateURL
    }
}
