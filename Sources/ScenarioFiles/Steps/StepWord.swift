import Simulation

/// The words that steps begin with.
enum StepWord: String, CaseIterable, Hashable, Sendable {
    // What the user does with an app
    case launch
    case foreground
    case background
    case signIn = "sign in"
    case cancel
    case secondScreenLogin = "second-screen login"
    case play
    case preauthorize
    case readUserMetadata = "read user metadata"
    case logOut = "log out"
    case call

    // What the user does with the device
    case allowPermission = "allow permission"
    case denyPermission = "deny permission"
    case settingsSignIn = "sign in to Settings"
    case settingsSignOut = "sign out of Settings"
    case installApp = "install app"
    case updateApp = "update app"
    case deleteApp = "delete app"
    case restart
    case resetAdvertisingIdentifier = "reset advertising id"
    case upgradeOS = "upgrade OS"
    case sleep
    case wake
    case changeDate = "change date"
    case changeTimeZone = "change time zone"

    // Time
    case advance

    // The outside world
    case fault
    case clearFaults = "clear faults"
    case revoke
    case reinstate
    case degrade
    case endDegradation = "end degradation"
    case throttle
    case changeLifetimes = "change lifetimes"
    case providerUnreachable = "provider unreachable"
    case providerReachable = "provider reachable"
    case enableIntegration = "enable integration"
    case disableIntegration = "disable integration"
    case enableSingleSignOn = "enable single sign-on"
    case disableSingleSignOn = "disable single sign-on"
    case enhancedErrors = "enhanced errors"
    case serverClock = "server clock"
    case forgetApplications = "forget applications"
    case demandLogout = "demand logout"

    case expect

    /// What stands behind the word.
    enum Argument: Hashable, Sendable {
        /// Nothing; in its place the app or the device may be named.
        case none
        /// Something, or nothing.
        case optional
        /// Something, as in this example.
        case required(String)
    }

    /// What stands behind the word.
    var argument: Argument {
        switch self {
        case .launch, .foreground, .background, .cancel, .readUserMetadata, .logOut, .allowPermission, .denyPermission,
            .settingsSignOut, .deleteApp, .restart, .resetAdvertisingIdentifier, .sleep, .wake, .clearFaults,
            .forgetApplications:
            .none
        case .demandLogout: .optional
        case .signIn, .secondScreenLogin: .required("sign in: Meadowlark")
        case .play: .required("play: KITE1")
        case .preauthorize: .required("preauthorize: [KITE1, KITE2]")
        case .call: .required("call: checkAuthentication")
        case .settingsSignIn: .required("sign in to Settings: { provider: meadowlark, user: anna }")
        case .installApp: .required("install app: { id: com.kite.tv, team: KITE, requestor: KITETV }")
        case .updateApp: .required("update app: 1.8")
        case .upgradeOS: .required("upgrade OS: 7.0")
        case .changeDate: .required("change date: +1h")
        case .changeTimeZone: .required("change time zone: +2h")
        case .advance: .required("advance: 30d")
        case .fault: .required("fault: offline")
        case .revoke, .reinstate: .required("\(rawValue): { user: anna, provider: Meadowlark }")
        case .degrade: .required("degrade: { requestor: KITETV, provider: Meadowlark, mode: authz-all }")
        case .endDegradation, .enableIntegration, .disableIntegration, .enableSingleSignOn, .disableSingleSignOn:
            .required("\(rawValue): { requestor: KITETV, provider: Meadowlark }")
        case .throttle, .enhancedErrors: .required("\(rawValue): on")
        case .changeLifetimes: .required("change lifetimes: { authz-token: 2h }")
        case .providerUnreachable, .providerReachable: .required("\(rawValue): Meadowlark")
        case .serverClock: .required("server clock: +2m")
        case .expect: .required("expect: { playing: KITE1 }")
        }
    }

    /// All words, in the order of the documentation.
    static let all = allCases.map(\.rawValue)
}
