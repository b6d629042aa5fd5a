// What a row can say of who makes a call, and what for.

extension OperationSpecification {
    /// What a call is for, in whatever interface.
    public enum Purpose: Hashable, Sendable, CaseIterable {
        /// Credentials, an access token, an id for the device: leave to call.
        case access
        /// The list of providers.
        case providers
        /// A sign-in begins: a registration code, or the page that stands for it.
        case signIn
        /// A later step of a sign-in that is open.
        case signInStep
        /// Sign-on with the platform's account.
        case platformSignOn
        /// Whether there is an AuthN token; while a sign-in is open, a poll.
        case check
        /// An authorization.
        case authorization
        /// Whether there is an authorization.
        case authorizationCheck
        /// Which resources would be authorized.
        case preauthorization
        /// A media token.
        case media
        /// The media token is signed for the player.
        case signature
        /// What is known about the user.
        case metadata
        /// The tokens are taken back.
        case logout
        /// A Temp Pass is given anew.
        case reset

        /// Whether a client may make such a call at any time without anything following from it.
        public var isIdle: Bool {
            switch self {
            case .providers, .authorizationCheck, .preauthorization, .metadata: true
            case .access, .signIn, .signInStep, .platformSignOn, .check, .authorization, .media, .signature, .logout,
                .reset:
                false
            }
        }
    }

    /// Who makes a call (rest-api-v1.md §9, access-enabler.md §14).
    public enum Caller: Hashable, Sendable, CaseIterable {
        /// An app, whatever it runs on.
        case app
        /// A native app's AccessEnabler, and no browser's.
        case nativeApp
        /// A browser's AccessEnabler: native apps sign such a call or name a device.
        case browserApp
        /// A browser or web view on its way through a login.
        case loginPage
        /// A browser or web view that logs out; on tvOS the SDK itself.
        case logoutPage
        /// The browser in which somebody logs in for a device that shows a code.
        case secondScreen
        /// That browser, or a device that holds the code.
        case codeHolder
        /// The player.
        case player
        /// The Programmer's own tools.
        case programmer

        /// Whether it is somebody else than the app: a login page, a second device, a player.
        public var isBesideTheApp: Bool {
            switch self {
            case .app, .nativeApp, .browserApp: false
            case .loginPage, .logoutPage, .secondScreen, .codeHolder, .player, .programmer: true
            }
        }
    }

    /// Whether the service wants an access token with a call (rest-api-v1.md §3.3).
    public enum AccessDuty: Hashable, Sendable {
        /// It does not look for one.
        case never
        /// It does, since registration came.
        case always
        /// No page says.
        case unconfirmed
    }

    /// Whether it is the page with which a login begins.
    public var opensLogin: Bool { purpose == .signIn && caller == .loginPage }

    /// Whether it asks about a registration code, as a second screen does and some devices do themselves.
    public var asksAboutCode: Bool { purpose == .check && (caller == .secondScreen || caller == .codeHolder) }
}
