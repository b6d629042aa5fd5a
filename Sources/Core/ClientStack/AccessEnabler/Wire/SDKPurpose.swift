import OrderedCollections
import PassAPI

/// The purpose of a call of the SDK: the destination of its response.
enum SDKPurpose: CallPurpose {
    /// setRequestor: the configuration from one of the service providers.
    case configuration(provider: Int)
    /// Passive authentication: the hidden login.
    case passiveLogin(MVPD)
    /// Passive authentication: its token.
    case passiveSession(MVPD)
    /// Apple SSO: what is to be forwarded to the platform.
    case platformProfile
    /// Apple SSO: the platform's answer is exchanged.
    case platformExchange
    /// Apple SSO: the token that was made is fetched.
    case platformSession
    /// A login: its registration code.
    case code
    /// A login: a Temp Pass, which needs no page.
    case tempPass
    /// A login: its token.
    case session
    case authorize(AuthorizationJob)
    case mediaToken(MediaTokenJob)
    case preauthorize(PreauthorizationJob)
    case userMetadata(key: String)
    case logout

    var step: FlowStep? {
        switch self {
        case .configuration, .passiveLogin, .tempPass, .preauthorize, .userMetadata: nil
        case .passiveSession, .platformSession, .session: .sdkSession
        case .platformProfile: .profileRequest
        case .platformExchange: .exchange
        case .code: .sdkCode
        case .authorize: .sdkAuthorization
        case .mediaToken: .sdkMediaToken
        case .logout: .sdkLogout
        }
    }

    var isOfSession: Bool {
        switch self {
        case .session, .passiveSession, .platformSession: true
        case .configuration, .passiveLogin, .platformProfile, .platformExchange, .code, .tempPass, .authorize,
            .mediaToken, .preauthorize, .userMetadata, .logout:
            false
        }
    }

    /// The flow that it belongs to, and is forgotten with.
    var flow: Flow {
        switch self {
        case .configuration, .passiveLogin, .passiveSession: .setRequestor
        case .platformProfile, .platformExchange, .platformSession: .appleSSO
        case .code, .tempPass, .session: .login
        case .authorize, .mediaToken, .preauthorize, .userMetadata: .entitlement
        case .logout: .logout
        }
    }

    enum Flow: Hashable, Sendable {
        case setRequestor, appleSSO, login, entitlement, logout
    }
}

/// A pending request to watch a resource, on its way.
struct AuthorizationJob: Hashable, Sendable {
    let resource: String
    let data: OrderedDictionary<String, String>
    /// getAuthorization may begin a login, checkAuthorization may not.
    let mayLogIn: Bool
    /// The number of times that it has started over after a pending logout or an AuthN token that was gone.
    var rounds = 0
    /// True if an AuthZ token that the service no longer accepted was replaced already.
    var hasNewGrant = false
}

/// A pending request to watch a resource that is authorized: only the media token is missing.
struct MediaTokenJob: Hashable, Sendable {
    var authorization: AuthorizationJob
    /// The AuthN token it is made under.
    let token: StoredToken
    /// True if the AuthZ token came from storage.
    let isCached: Bool
}

/// A question which resources may be watched.
struct PreauthorizationJob: Hashable, Sendable {
    let resources: [String]
    let isResponseWanted: Bool
}
