/// A step of a sign-on: of the cookbook by the number it has there, of the SDKs' own flow by a word.
///
/// Source: apple-sso-flow.md §2 and §7, row K-4; access-enabler.md §14.
public enum FlowStep: String, Hashable, Sendable, CaseIterable {
    /// Before the cookbook begins: credentials of Dynamic Client Registration.
    case registration = "S0"
    /// Is there a valid Adobe AuthN token?
    case checkToken = "S1"
    /// Is the user logged in at the platform?
    case checkPlatform = "S2"
    /// Fetch Adobe's configuration.
    case fetchConfiguration = "S3"
    /// Start the platform's login.
    case startPlatformLogin = "S4"
    /// Was the login successful?
    case evaluatePlatformLogin = "S5"
    /// Get a profile request.
    case profileRequest = "S6"
    case forwardToPlatform = "S7"
    /// Exchange the platform's answer for an AuthN token.
    case exchange = "S8"
    /// Was the token made?
    case evaluateExchange = "S9"
    /// Regular login: first or second screen.
    case regularLogin = "S10"
    case authorization = "S11"
    /// Find out where the token came from.
    case readTokenSource = "L1"
    /// Tell the user to sign out in Settings.
    case promptSignOut = "L2"
    /// Log out at Adobe.
    case logout = "L3"

    /// SDK and browser: device id, client credentials, access token.
    case sdkRegistration = "registration"
    /// SDK and browser: a registration code that stands for the login.
    case sdkCode = "code"
    /// SDK and browser: the login pages.
    case sdkLogin = "login"
    /// SDK and browser: the AuthN token of the login is fetched.
    case sdkSession = "session"
    /// SDK and browser: an AuthZ token is asked for.
    case sdkAuthorization = "authorize"
    /// SDK and browser: a media token is asked for.
    case sdkMediaToken = "media"
    /// SDK and browser: the tokens are forgotten.
    case sdkLogout = "logout"
}
