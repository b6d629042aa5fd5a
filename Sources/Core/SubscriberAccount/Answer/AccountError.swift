/// An error of the framework as it reaches the app: `NSError` in the domain `VSErrorDomain`.
///
/// Domain and code are kept as numbers and text, since a recorded error may be one that no header lists.
/// Source: video-subscriber-account.md §7.
public struct AccountError: Error, Hashable, Sendable {
    /// The error domain; ``vsErrorDomain`` for the framework's own.
    public var domain: String
    /// The code within the domain.
    public var code: Int
    /// The user info, in the order it was recorded.
    public var userInfo: [UserInfoEntry]

    /// One value in the user info.
    public struct UserInfoEntry: Hashable, Sendable {
        /// The key, by its literal name.
        public var key: String
        /// The value: a string, or the JSON text of anything else.
        public var value: String
        /// True if the value is a string.
        public var isString: Bool

        /// An entry of this key and value.
        public init(_ key: String, _ value: String, isString: Bool = true) {
            self.key = key
            self.value = value
            self.isString = isString
        }
    }

    /// An error of this domain and code.
    public init(domain: String = Self.vsErrorDomain, code: Int, userInfo: [UserInfoEntry] = []) {
        self.domain = domain
        self.code = code
        self.userInfo = userInfo
    }

    /// An error of the framework.
    public init(_ code: Code, userInfo: [UserInfoEntry] = []) {
        self.init(code: code.rawValue, userInfo: userInfo)
    }

    /// The framework's own domain.
    public static let vsErrorDomain = "VSErrorDomain"
    /// Key of the identifier of a provider that the system does not support (row K-40).
    public static let unsupportedProviderIdentifierKey = "VSErrorInfoKeyUnsupportedProviderIdentifier"

    /// Key of the provider's SAML response; that it comes with codes 4 and 5 is unconfirmed.
    public static let samlResponseKey = "VSErrorInfoKeySAMLResponse"
    /// Key of the SAML status code.
    public static let samlResponseStatusKey = "VSErrorInfoKeySAMLResponseStatus"
    /// Key of a `VSAccountProviderResponse`.
    ///
    /// Since iOS 10.2, tvOS 10.1.
    public static let accountProviderResponseKey = "VSErrorInfoKeyAccountProviderResponse"

    /// The first value under `key`, if it is a string.
    public subscript(key: String) -> String? {
        userInfo.first { $0.key.utf8.elementsEqual(key.utf8) }.flatMap { $0.isString ? $0.value : nil }
    }

    /// The codes that the headers list: `VSError.Code`.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The user did not give this app access.
        case accessNotGranted = 0
        /// The system does not support the user's provider at present; also the delegate's veto.
        case unsupportedProvider = 1
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

    /// The identifier of the unsupported provider that the user has or picked (row K-40): code 1, and a string under
    /// ``unsupportedProviderIdentifierKey``.
    public var unsupportedProviderIdentifier: String? {
        knownCode == .unsupportedProvider ? self[Self.unsupportedProviderIdentifierKey] : nil
    }

    /// The code by name, if the headers list it and the domain is the framework's.
    public var knownCode: Code? {
        domain.utf8.elementsEqual(Self.vsErrorDomain.utf8) ? Code(rawValue: code) : nil
    }
}
