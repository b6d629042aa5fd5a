import Documents
public import VirtualTime

/// An operation of Adobe Pass that a client can call.
///
/// The raw value is the stable short name used in timelines, in recordings' match index and by rules. All else that is
/// known of an operation stands in its row, below `Registration`, `V1`, `V2` and `SDK`.
/// Source: rest-api-v1.md §3, §6, §7; rest-api-v2.md §5; access-enabler.md §14; conformance-rules.md §B for the names.
public enum Operation: String, Hashable, Sendable, CaseIterable {
    // Dynamic Client Registration
    case register = "dcr.register"
    case accessToken = "dcr.token"

    // REST API V1: registration code service
    case createRegistrationCode = "v1.regcode.create"
    case readRegistrationRecord = "v1.regcode.read"
    case deleteRegistrationRecord = "v1.regcode.delete"

    // REST API V1: service provider
    case configuration = "v1.config"
    case initiateAuthentication = "v1.authenticate"
    case readAuthenticationByCode = "v1.authenticate.code"
    case checkAuthenticationByCode = "v1.checkauthn.code"
    case checkAuthentication = "v1.checkauthn"
    case readAuthenticationToken = "v1.authn.read"
    case profileRequest = "v1.profileRequest"
    case exchangeToken = "v1.authn.exchange"
    case authorize = "v1.authorize"
    case readAuthorizationToken = "v1.authz.read"
    case mediaToken = "v1.media"
    case preauthorize = "v1.preauthorize"
    case preauthorizeByCode = "v1.preauthorize.code"
    case userMetadata = "v1.usermetadata"
    case logout = "v1.logout"
    case freePreview = "v1.freepreview"
    case resetTempPass = "v1.tempPass.reset"

    // REST API V2
    case serviceConfiguration = "v2.configuration"
    case createSession = "v2.session.create"
    case resumeSession = "v2.session.resume"
    case readSession = "v2.session.read"
    case authenticateInUserAgent = "v2.authenticate"
    case profiles = "v2.profiles"
    case profileForMVPD = "v2.profile.mvpd"
    case profileForCode = "v2.profile.code"
    case decidePreauthorization = "v2.decision.preauthorize"
    case decideAuthorization = "v2.decision.authorize"
    case endProfile = "v2.logout"
    case partnerRequest = "v2.partner.request"
    case createPartnerProfile = "v2.partner.profile"

    // The AccessEnabler SDKs' own protocol, native and browser
    case individualizeDevice = "ae.indiv.devices"
    case sdkConfiguration = "ae.config"
    case sdkAuthenticate = "ae.authenticate.saml"
    case assertionConsumer = "ae.samlAssertionConsumer"
    case session = "ae.session"
    case sessionDevice = "ae.sessionDevice"
    case sdkPreauthorize = "ae.preauthorize"
    case sdkAuthorize = "ae.authorize"
    case authorizeDevice = "ae.authorizeDevice"
    case shortAuthorize = "ae.shortAuthorize"
    case deviceShortAuthorize = "ae.deviceShortAuthorize"
    case sdkLogout = "ae.logout"
    case sdkUserMetadata = "ae.usermetadata"
    case sdkGetMetadata = "ae.getMetadata"
    case sdkOAuth2 = "ae.oauth2"
    case sign = "ae.tvs.sign"
}

extension OperationSpecification {
    /// The interfaces of Adobe Pass.
    public enum Interface: Hashable, Sendable, CaseIterable {
        /// Dynamic Client Registration (rest-api-v1.md §3).
        case clientRegistration
        /// REST API V1 and its registration codes, which the SDKs use too (§6, §7).
        case restV1
        /// REST API V2 (rest-api-v2.md §5).
        case restV2
        /// The AccessEnabler SDKs' own protocol, native and browser (access-enabler.md §14).
        case accessEnabler

        /// The host that serves its operations, unless their rows state otherwise.
        var host: HostRole { self == .accessEnabler ? .sdk : .service }

        /// The need of its operations for an access token, unless their rows state otherwise.
        var access: AccessDuty {
            switch self {
            case .clientRegistration: .never
            case .restV1, .restV2: .always
            case .accessEnabler: .unconfirmed
            }
        }

        /// The things that a response to any of its operations shows not to be there, where the row does not say otherwise: without
        /// an access token 401, without an AuthN token 412 (rest-api-v1.md §3.3, §5, §7), and the signals of access-enabler.md §14.4.
        public var signs: [GrantSpecification.Sign] {
            switch self {
            case .clientRegistration, .restV1, .accessEnabler:
                [
                    .init(kind: .authenticationToken, response: .pendingLogout),
                    .init(kind: .authorizationToken, response: .notAuthorized),
                    .init(kind: .accessToken, response: .status(401)),
                    .init(kind: .authenticationToken, response: .status(412)),
                ]
            // rest-api-v2.md §2.3; what else is not there, an error's code says, or a member of the response.
            case .restV2: [.init(kind: .accessToken, response: .status(401))]
            }
        }
    }
}

extension OperationSpecification.Interface {
    /// The kind of thing that a user who is signed in has: an error's advice to authenticate says that it is not there.
    public var signOn: HoldingKind { self == .restV2 ? .profile : .authenticationToken }

    /// The kind of thing that a user has who may watch a resource.
    public var permit: HoldingKind { self == .restV2 ? .decision : .authorizationToken }

    /// The kind of the code that a second screen enters.
    public var code: HoldingKind { self == .restV2 ? .code : .registrationCode }
}

extension Operation {
    /// The row: all that is known of the operation.
    public var specification: OperationSpecification {
        switch self {
        case .register: .register
        case .accessToken: .accessToken
        case .createRegistrationCode: .createRegistrationCode
        case .readRegistrationRecord: .readRegistrationRecord
        case .deleteRegistrationRecord: .deleteRegistrationRecord
        case .configuration: .configuration
        case .initiateAuthentication: .initiateAuthentication
        case .readAuthenticationByCode: .readAuthenticationByCode
        case .checkAuthenticationByCode: .checkAuthenticationByCode
        case .checkAuthentication: .checkAuthentication
        case .readAuthenticationToken: .readAuthenticationToken
        case .profileRequest: .profileRequest
        case .exchangeToken: .exchangeToken
        case .authorize: .authorize
        case .readAuthorizationToken: .readAuthorizationToken
        case .mediaToken: .mediaToken
        case .preauthorize: .preauthorize
        case .preauthorizeByCode: .preauthorizeByCode
        case .userMetadata: .userMetadata
        case .logout: .logout
        case .freePreview: .freePreview
        case .resetTempPass: .resetTempPass
        case .serviceConfiguration: .serviceConfiguration
        case .createSession: .createSession
        case .resumeSession: .resumeSession
        case .readSession: .readSession
        case .authenticateInUserAgent: .authenticateInUserAgent
        case .profiles: .profiles
        case .profileForMVPD: .profileForMVPD
        case .profileForCode: .profileForCode
        case .decidePreauthorization: .decidePreauthorization
        case .decideAuthorization: .decideAuthorization
        case .endProfile: .endProfile
        case .partnerRequest: .partnerRequest
        case .createPartnerProfile: .createPartnerProfile
        case .individualizeDevice: .individualizeDevice
        case .sdkConfiguration: .sdkConfiguration
        case .sdkAuthenticate: .sdkAuthenticate
        case .assertionConsumer: .assertionConsumer
        case .session: .session
        case .sessionDevice: .sessionDevice
        case .sdkPreauthorize: .sdkPreauthorize
        case .sdkAuthorize: .sdkAuthorize
        case .authorizeDevice: .authorizeDevice
        case .shortAuthorize: .shortAuthorize
        case .deviceShortAuthorize: .deviceShortAuthorize
        case .sdkLogout: .sdkLogout
        case .sdkUserMetadata: .sdkUserMetadata
        case .sdkGetMetadata: .sdkGetMetadata
        case .sdkOAuth2: .sdkOAuth2
        case .sign: .sign
        }
    }

    /// Adobe's own name of the operation: the title of its page, or its path where it has none.
    public var adobeName: String { specification.adobeName }
    /// The interface that it belongs to.
    public var interface: OperationSpecification.Interface { specification.interface }
    /// The part that the call plays in a client's flows.
    public var role: CallRole { specification.role }
    /// The purpose of the call.
    public var purpose: OperationSpecification.Purpose { specification.purpose }
    public var caller: OperationSpecification.Caller { specification.caller }
}

extension GrantSpecification.Refusal.Response {
    /// The members and elements that refuse something, in the responses of whatever interface, each once.
    public static let members = named { if case .member(let name) = $0 { name } else { nil } }

    private static func named(_ name: (Self) -> String?) -> [String] {
        let signs =
            OperationSpecification.Interface.allCases.flatMap(\.signs)
            + OperationSpecification.all.flatMap(\.grants.signs)
        return signs.reduce(into: []) { names, sign in
            if let name = name(sign.response), !names.contains(exactly: name) { names.append(name) }
        }
    }
}
