import PassAPI

/// What an app does where the documents leave it open, or otherwise than they say: the rows that a recording shows.
///
/// The defaults are what the documents' client does (rest-api-v1.md §9, apple-sso-flow.md). Which calls an app makes at
/// a point is a list of them, in order, by their roles. Names and texts of the rows are in `ClientBehavior+Table`.
public struct ClientBehavior: Hashable, Sendable {
    // MARK: Access

    /// The credentials that calls carry; a call that the recording holds is made as it was made there.
    public var access = Access.bearer
    /// The moment at which client credentials and the access token are fetched.
    public var registration = Registration.whenNeeded

    // MARK: Sign-in

    /// The calls when the app starts.
    public var launchCalls: [PlannedCall] = [.role(.check)]
    /// The calls before each playback.
    public var playChecks: [PlannedCall] = []
    /// A look at the app's own clock before it uses an AuthN token.
    public var expiryCheck = ExpiryCheck.never
    /// The cause of a sign-in.
    public var signInStart = SignInStart.check
    /// The calls before the registration code.
    public var beforeCode: [PlannedCall] = []
    /// The way in which the user logs in.
    public var login = Login.code
    /// The call that fetches the AuthN token, or checks for it; nil: the app never checks with Adobe.
    public var authenticationCall: PlannedCall? = .role(.token)
    /// The cause of a check whether the user has logged in.
    public var pollPace = PollPace.timer
    /// The pause between the code and the first poll.
    public var pollDelay = Duration.zero
    /// The pause after a poll's response.
    public var pollInterval = PollInterval.standard
    /// Stops a timer that polls when the registration code has expired.
    public var codeExpiry = CodeExpiry.stops
    /// The calls once the user is signed in.
    public var afterSignIn: [PlannedCall] = []

    // MARK: Playing

    /// The moment at which an authorization is requested.
    public var authorization = Authorization.eachPlayback
    /// The number of times that it is requested in a row.
    public var authorizeCount = 1
    /// The calls between the authorization and the media token.
    public var afterAuthorization: [PlannedCall] = []
    /// The calls after a media token was received.
    public var afterPlay: [PlannedCall] = []
    /// The place where the media token is sent.
    public var mediaTokenUse = MediaTokenUse.none

    // MARK: Refusals, logout

    /// The calls after a refusal: the rows that differ from the documents' or were seen.
    public var reactions = BehaviorReactions()
    /// The calls when the user logs out.
    public var logoutCalls: [PlannedCall] = [.role(.metadata), .role(.logout)]

    /// The documents' client.
    public init() {}
}

extension ClientBehavior {
    /// How calls show on whose behalf they are made (rest-api-v1.md §2, §3.5).
    public enum Access: String, Hashable, Sendable, CaseIterable {
        /// A bearer token of Dynamic Client Registration.
        case bearer
        /// A signed header, made anew for each call.
        case signedEachCall
        /// One signed header for all calls.
        case signedOnce
        /// Nothing.
        case none
    }

    /// When credentials and access token are fetched (rest-api-v1.md §3).
    public enum Registration: String, Hashable, Sendable, CaseIterable {
        /// When there is none, or the token has expired.
        case whenNeeded
        /// When there is none, or the service has refused the token: the app does not look at its clock.
        case whenRefused
        /// Both at each start of the app.
        case eachStart
        /// The token alone, at each start of the app.
        case tokenEachStart
        case never
    }

    /// Whether an AuthN token is evaluated by the app's own clock.
    public enum ExpiryCheck: String, Hashable, Sendable, CaseIterable {
        /// The service is left to refuse it.
        case never
        /// From its `expires` on.
        case atExpiry
        /// From a day before its `expires` on.
        case aDayAhead
    }

    /// What sign-in begins on.
    public enum SignInStart: String, Hashable, Sendable, CaseIterable {
        /// A check that says that there is no AuthN token.
        case check
        /// An authorization that is refused for want of one.
        case refusal
        /// The user, from a menu; also a playback of a user who is not signed in.
        case menu
    }

    /// Whether polling ends when the registration code expires by its own date (POLL-003).
    public enum CodeExpiry: String, Hashable, Sendable, CaseIterable {
        /// It ends.
        case stops
        /// It goes on.
        case pollsOn
    }

    /// What the user logs in with.
    public enum Login: String, Hashable, Sendable, CaseIterable {
        /// A registration code, on a second screen.
        case code
        /// A page that the app opens; cookies stand for the login.
        case page
        /// The second screen itself: the code is another device's.
        case secondScreen
    }

    /// What makes the app ask whether the user has logged in.
    public enum PollPace: String, Hashable, Sendable, CaseIterable {
        case timer
        /// The user's word, or the programmer's own back end.
        case user
    }

    /// When an authorization is requested (rest-api-v1.md §7.8, DEC-001).
    public enum Authorization: String, Hashable, Sendable, CaseIterable {
        /// Before each media token.
        case eachPlayback
        /// When there is none, or its `expires` has passed.
        case whenExpired
        /// Once for each resource, for ever.
        case oncePerResource
        /// With the sign-in, and never again.
        case atSignIn
        /// When a media token is refused.
        case afterRefusedMediaToken
    }

    /// Where the media token goes (conformance-rules.md §C.6).
    public enum MediaTokenUse: String, Hashable, Sendable, CaseIterable {
        /// Not seen.
        case none
        /// `tvs/v1/sign`.
        case sign
        /// The query of a call to the programmer.
        case query
        /// The form of a call to the programmer.
        case form
        /// The JSON body of a call to the programmer.
        case json
        /// A header of a call to the programmer.
        case header
    }
}
