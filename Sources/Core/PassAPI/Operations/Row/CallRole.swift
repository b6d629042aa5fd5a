/// The part that a call plays in a client's flows, in whatever interface; an operation's row says which one it is.
///
/// What a client decides (``ClientBehavior``, inference, findings) is said of roles: which operation serves one in an interface, the rows
/// know.
public enum CallRole: Hashable, Sendable, CaseIterable {
    /// Client credentials are made.
    case registration
    /// An access token is fetched.
    case accessToken
    /// A browser is given an id.
    case individualization
    /// The list of providers.
    case providers
    /// A sign-in begins with a code that a second screen enters.
    case code
    /// What a sign-in by code lacks is supplied, on the second screen mostly.
    case codeCompletion
    /// The record of a code is read.
    case codeRecord
    /// A code is deleted.
    case codeDeletion
    /// The page opens with which a login begins.
    case login
    /// A step between that page and the end of a login.
    case loginStep
    /// The MVPD's answer arrives: a login ends.
    case loginEnd
    /// What the platform's framework is asked with.
    case platformRequest
    /// What the platform's framework answered is exchanged for a sign-on.
    case platformExchange
    /// A check whether there is a sign-on; while a sign-in is open, a poll.
    case check
    /// The same, by the code.
    case checkByCode
    /// The sign-on itself is read; while a sign-in is open, a poll.
    case token
    /// The same, by the code.
    case tokenByCode
    /// A Temp Pass begins.
    case tempPass
    /// A decision is requested: an authorization.
    case decision
    /// A decision that was made is read.
    case heldDecision
    /// A check of the resources that would be authorized.
    case preauthorization
    /// The same, by the code.
    case preauthorizationByCode
    /// A media token.
    case media
    /// The media token is signed for the player.
    case signature
    /// The known facts about the user.
    case metadata
    /// One of them, by its key.
    case metadataByKey
    /// The sign-on is taken back.
    case logout
    /// A Temp Pass is given anew.
    case trialReset

    /// The purpose that it serves.
    public var purpose: OperationSpecification.Purpose {
        switch self {
        case .registration, .accessToken, .individualization: .access
        case .providers: .providers
        case .code, .login: .signIn
        case .codeCompletion, .codeRecord, .codeDeletion, .loginStep, .loginEnd, .preauthorizationByCode: .signInStep
        case .platformRequest, .platformExchange: .platformSignOn
        case .check, .checkByCode, .token, .tokenByCode, .tempPass: .check
        case .decision: .authorization
        case .heldDecision: .authorizationCheck
        case .preauthorization: .preauthorization
        case .media: .media
        case .signature: .signature
        case .metadata, .metadataByKey: .metadata
        case .logout: .logout
        case .trialReset: .reset
        }
    }
}

extension OperationSpecification.Interface {
    /// The operation that serves a role in this interface, for such a caller where several do; nil where none does.
    public func operation(for role: CallRole, calledBy caller: OperationSpecification.Caller? = nil) -> Operation? {
        let serving = Self.serving[Role(interface: self, role: role)] ?? []
        return serving.first { $0.caller == caller } ?? serving.first
    }

    private struct Role: Hashable {
        var interface: OperationSpecification.Interface
        var role: CallRole
    }

    private static let serving: [Role: [Operation]] = Dictionary(grouping: Operation.allCases) {
        Role(interface: $0.interface, role: $0.specification.role)
    }
}
