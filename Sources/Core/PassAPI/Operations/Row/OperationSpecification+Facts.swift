// What a row can say of who makes a call, and what for.

extension OperationSpecification {
    /// The purposes of calls, in whatever interface.
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
        /// A check whether there is an AuthN token; while a sign-in is open, a poll.
        case check
        case authorization
        /// A check whether there is an authorization.
        case authorizationCheck
        /// A check of the resources that would be authorized.
        case preauthorization
        /// A media token.
        case media
        /// The media token is signed for the player.
        case signature
        /// The known facts about the user.
        case metadata
        /// The tokens are taken back.
        case logout
        /// A Temp Pass is given anew.
        case reset

        /// True if it is none of the calls that the flows of an app are made of: access, sign-in, playback, logout.
        public var isAside: Bool {
            switch self {
            case .providers, .signInStep, .platformSignOn, .authorizationCheck, .preauthorization, .metadata, .reset:
                true
            case .access, .signIn, .check, .authorization, .media, .signature, .logout: false
            }
        }

        /// True if a client may make such a call at any time without anything following from it.
        public var isIdle: Bool {
            switch self {
            case .providers, .authorizationCheck, .preauthorization, .metadata: true
            case .access, .signIn, .signInStep, .platformSignOn, .check, .authorization, .media, .signature, .logout,
                .reset:
                false
            }
        }
    }

    /// The callers (rest-api-v1.md §9, access-enabler.md §14).
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
        case player
        /// The Programmer's own tools.
        case programmer

        /// True if it is someone else than the app: a login page, a second device, a player.
        public var isBesideTheApp: Bool {
            switch self {
            case .app, .nativeApp, .browserApp: false
            case .loginPage, .logoutPage, .secondScreen, .codeHolder, .player, .programmer: true
            }
        }
    }

    /// The duty to send an access token with a call (rest-api-v1.md §3.3).
    public enum AccessDuty: Hashable, Sendable {
        /// It does not look for one.
        case never
        /// It does, since registration came.
        case always
        /// No page says.
        case unconfirmed
    }

    /// True if it is the page with which a login begins.
    public var opensLogin: Bool { purpose == .signIn && caller == .loginPage }

    /// True if it asks about a registration code, as a second screen does and some devices do themselves.
    public var asksAboutCode: Bool { purpose == .check && (caller == .secondScreen || caller == .codeHolder) }
}
