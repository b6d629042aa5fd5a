public import ClientStack

extension FlowStep {
    /// The step's name in today's edition of the cookbook (apple-sso-flow.md §2, §10).
    public var title: String {
        switch self {
        case .registration: "client registration"
        case .checkToken: "is there a valid Adobe token?"
        case .checkPlatform: "is the user logged in at the platform?"
        case .fetchConfiguration: "fetch Adobe configuration"
        case .startPlatformLogin: "start the platform's sign-on flow"
        case .evaluatePlatformLogin: "was the login successful?"
        case .profileRequest: "obtain a profile request from Adobe"
        case .forwardToPlatform: "forward the request to the platform"
        case .exchange: "exchange the platform's answer for an Adobe token"
        case .evaluateExchange: "was the Adobe token made?"
        case .regularLogin: "regular authentication"
        case .authorization: "authorization"
        case .readTokenSource: "where does the token come from?"
        case .promptSignOut: "advise to sign out at the platform"
        case .logout: "log out at Adobe"
        case .sdkRegistration: "device and client are registered"
        case .sdkCode: "obtain a registration code"
        case .sdkLogin: "log in at the provider"
        case .sdkSession: "fetch the AuthN token"
        case .sdkAuthorization: "obtain an AuthZ token"
        case .sdkMediaToken: "obtain a media token"
        case .sdkLogout: "forget the tokens"
        }
    }
}
