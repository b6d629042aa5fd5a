import PassAPI

// Who makes which call (rest-api-v1.md §9).

extension Operation {
    /// Whether only a login page or a second device makes this call (rest-api-v1.md §9).
    var isSecondScreen: Bool {
        switch self {
        case .initiateAuthentication, .readAuthenticationByCode, .checkAuthenticationByCode, .readRegistrationRecord,
            .deleteRegistrationRecord, .preauthorizeByCode, .resetTempPass, .sdkAuthenticate, .assertionConsumer,
            .sdkLogout, .sdkOAuth2, .sign:
            true
        default:
            false
        }
    }

    /// Whether the call is about a registration code, so that the second screen makes it, or a device that holds the code.
    var isAboutCode: Bool { self == .readAuthenticationByCode || self == .checkAuthenticationByCode }

    /// Whether the call fetches the list of providers.
    var isConfiguration: Bool { self == .configuration || self == .sdkConfiguration }

    /// Whether a client may make this call at any time without anything following from it.
    var isIdle: Bool {
        switch self {
        case .configuration, .userMetadata, .readAuthorizationToken, .preauthorize, .sdkConfiguration,
            .sdkUserMetadata, .sdkGetMetadata, .sdkPreauthorize:
            true
        default: false
        }
    }
}
