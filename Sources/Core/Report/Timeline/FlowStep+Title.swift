public import ClientStack

extension FlowStep {
    /// The step in a few words; a question, where the flow asks one (apple-sso-flow.md §2, §10).
    public var title: String {
        switch self {
        case .registration: "register the client"
        case .checkToken: "valid AuthN token?"
        case .checkPlatform: "signed in at the TV provider?"
        case .fetchConfiguration: "fetch the configuration"
        case .startPlatformLogin: "start the platform sign-in"
        case .evaluatePlatformLogin: "signed in?"
        case .profileRequest: "get a profile request"
        case .forwardToPlatform: "forward the profile request to the TV provider"
        case .exchange: "exchange the SAML response for an AuthN token"
        case .evaluateExchange: "AuthN token issued?"
        case .regularLogin: "regular sign-in"
        case .authorization: "authorize and play"
        case .readTokenSource: "AuthN token from Apple's sign-in?"
        case .promptSignOut: "ask the user to sign out in Settings"
        case .logout: "log out at Adobe"
        case .access: "get access"
        case .readProfiles: "profile there?"
        case .partnerStatus: "read the TV provider account"
        case .chooseProvider: "choose the provider"
        case .createSession: "begin a session"
        case .userAgent: "sign in at the provider"
        case .pollProfile: "ask for the profile"
        case .partnerPicker: "sign in with the TV provider account"
        case .partnerRequest: "get the partner's request"
        case .forwardToPartner: "forward it to the TV provider"
        case .partnerProfile: "exchange the SAML response for a profile"
        case .decisions: "decide and play"
        case .endProfile: "end the profile"
        case .sdkRegistration: "register the device and the client"
        case .sdkCode: "get a registration code"
        case .sdkLogin: "log in at the provider"
        case .sdkSession: "fetch the AuthN token"
        case .sdkAuthorization: "get an AuthZ token"
        case .sdkMediaToken: "get a media token"
        case .sdkLogout: "delete the tokens"
        }
    }

    /// The step as a heading: `S1 valid AuthN token?`; a step of the SDKs has no number.
    var heading: String { isNumbered ? "\(rawValue) \(title)" : title }

    /// Whether the cookbook numbers it.
    private var isNumbered: Bool { rawValue.count <= 3 && rawValue.dropFirst().allSatisfy(\.isNumber) }

    /// True if it is the cookbook's, of REST API V1.
    var isOfCookbook: Bool { isNumbered && "SL".contains(rawValue.prefix(1)) && rawValue.count > 1 }

    /// Whether the flow takes one of two ways from here.
    var isQuestion: Bool { title.hasSuffix("?") }

    /// The answer to a question, by the step that follows; nil while that leaves it open.
    func answer(before next: FlowStep) -> String? {
        switch (self, next) {
        case (.checkToken, .authorization): "yes"
        case (.checkToken, .checkPlatform), (.checkToken, .fetchConfiguration), (.checkToken, .regularLogin): "no"
        case (.checkPlatform, .profileRequest): "yes"
        case (.checkPlatform, .startPlatformLogin), (.checkPlatform, .regularLogin): "no"
        case (.evaluatePlatformLogin, .profileRequest): "yes"
        case (.evaluatePlatformLogin, .regularLogin): "no"
        case (.evaluateExchange, .authorization): "yes"
        case (.evaluateExchange, .regularLogin), (.evaluateExchange, .startPlatformLogin): "no"
        case (.readProfiles, .decisions): "yes"
        case (.readProfiles, .chooseProvider), (.readProfiles, .createSession): "no"
        case (.readTokenSource, .promptSignOut): "yes"
        case (.readTokenSource, .logout): "no"
        default: nil
        }
    }
}
