import PassAPI

/// What a call is for, in whatever dialect.
enum CallRole: Hashable, Sendable {
    /// Registration, an access token.
    case access
    /// Whether there is an AuthN token; while a login is open, a poll.
    case check
    /// A registration code, or the page that stands for it: a sign-in begins.
    case login
    /// An authorization.
    case authorize
    /// A media token.
    case media
    /// The media token is signed for the player.
    case sign
    case logout
    /// Everything else: metadata, preauthorization, lists.
    case other

    init(_ operation: Operation) {
        switch operation {
        case .register, .accessToken, .individualizeDevice: self = .access
        case .checkAuthentication, .readAuthenticationToken, .readAuthenticationByCode, .checkAuthenticationByCode,
            .session, .sessionDevice, .freePreview:
            self = .check
        case .createRegistrationCode, .sdkAuthenticate, .initiateAuthentication: self = .login
        case .authorize, .sdkAuthorize, .authorizeDevice: self = .authorize
        case .mediaToken, .shortAuthorize, .deviceShortAuthorize: self = .media
        case .sign: self = .sign
        case .logout, .sdkLogout: self = .logout
        default: self = .other
        }
    }
}
