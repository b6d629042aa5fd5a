import PassAPI

/// The purposes that calls have, in whatever dialect.
enum CallRole: Hashable, Sendable {
    /// Registration, an access token.
    case access
    /// A check for an AuthN token; while a login is open, a poll.
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
        switch operation.purpose {
        case .access: self = .access
        case .check: self = .check
        case .signIn: self = .login
        case .authorization: self = .authorize
        case .media: self = .media
        case .signature: self = .sign
        case .logout: self = .logout
        case .providers, .signInStep, .platformSignOn, .authorizationCheck, .preauthorization, .metadata, .reset:
            self = .other
        }
    }
}
