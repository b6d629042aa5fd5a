/// A step of a sign-on: of the cookbook and of REST API V2 by the sign it has there, of the SDKs' own flow by a word.
///
/// Source: apple-sso-flow.md §2 and §7, row K-4; rest-api-v2.md §6; access-enabler.md §14.
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

    /// REST API V2: credentials and an access token (rest-api-v2.md §6.1).
    case access = "R0"
    /// REST API V2: is there a profile?
    case readProfiles = "P0"
    /// REST API V2: the status of the platform's account (§6.6).
    case partnerStatus = "B1"
    /// REST API V2: the list of MVPDs, for a picker (§6.2).
    case chooseProvider = "A0"
    /// REST API V2: a login begins.
    case createSession = "A1"
    /// REST API V2: the user logs in in a user agent.
    case userAgent = "A3"
    /// REST API V2: the profile of the code is asked for.
    case pollProfile = "A4"
    /// REST API V2: the platform's picker (§6.6).
    case partnerPicker = "C2"
    /// REST API V2: the partner's request.
    case partnerRequest = "C3"
    /// REST API V2: the request goes to the TV provider.
    case forwardToPartner = "C4"
    /// REST API V2: the provider's response becomes a profile.
    case partnerProfile = "C5"
    /// REST API V2: decisions (§6.5).
    case decisions = "D"
    /// REST API V2: the profile is ended.
    case endProfile = "L"

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
