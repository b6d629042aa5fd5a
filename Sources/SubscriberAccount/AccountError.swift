/// An error of the framework as it reaches the app: `NSError` in the domain `VSErrorDomain`.
///
/// Domain and code are kept as numbers and text, since a recorded error may be one that no header lists.
/// Source: video-subscriber-account.md §7.
public struct AccountError: Error, Hashable, Sendable {
    /// The error domain; ``vsErrorDomain`` for the framework's own.
    public var domain: String
    /// The code within the domain.
    public var code: Int
    /// The user info's string values, in the order they were recorded.
    public var userInfo: [UserInfoEntry]

    /// One string in the user info.
    public struct UserInfoEntry: Hashable, Sendable {
        /// The key, by its literal name.
        public var key: String
        /// The value.
        public var value: String

        /// An entry of this key and value.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// An error of this domain and code.
    public init(domain: String = Self.vsErrorDomain, code: Int, userInfo: [UserInfoEntry] = []) {
        self.domain = domain
        self.code = code
        self.userInfo = userInfo
    }

    /// The framework's own domain.
    public static let vsErrorDomain = "VSErrorDomain"
    /// Key of the identifier of a provider that the system does not support (row K-40).
    public static let unsupportedProviderIdentifierKey = "VSErrorInfoKeyUnsupportedProviderIdentifier"

    /// The first value under `key`.
    public subscript(key: String) -> String? { userInfo.first { $0.key == key }?.value }

    /// The codes that the headers list: `VSError.Code`.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The user did not give this app access.
        case accessNotGranted = 0
        /// The system does not support the user's provider at present; also the delegate's veto.
        case unsupportedProvider = 1
        /// The user cancelled.
        case userCancelled = 2
        /// It failed, trying again may work.
        case serviceTemporarilyUnavailable = 3
        /// The provider refused.
        case providerRejected = 4
        /// The provider refused the verification token.
        case invalidVerificationToken = 5
        /// Only for TV provider apps.
        case rejected = 6
        /// The feature is not available in the device's region.
        case unsupported = 7
    }

    /// The code by name, if the headers list it and the domain is the framework's.
    public var knownCode: Code? { domain == Self.vsErrorDomain ? Code(rawValue: code) : nil }
}
