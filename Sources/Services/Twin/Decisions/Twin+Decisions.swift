import PassAPI
import Tokens
import VirtualTime

// What Adobe's side asks of the MVPDs' side. Every `now` here is true time; `serverTime(at:)` gives the server's.

/// What an MVPD says of a login.
enum LoginDecision: Hashable, Sendable {
    /// The user is who they say: the MVPD's names for the user and the session.
    case signedOn(user: String, userID: String, nameID: String, sessionIndex: String)
    /// The user is not let in: what the page says.
    case denied(String)
}

/// What is asked of an MVPD, or of what stands in for it.
struct AuthorizationQuestion: Hashable, Sendable {
    var authentication: AuthenticationRecord
    var device: String
    /// The resource as it came.
    var resource: String
    var genericData: String?
}

/// Whether a resource may be watched.
enum AuthorizationDecision: Hashable, Sendable {
    /// It may; `expires` (server's time) is set where something else than the integration's lifetime decides.
    case permitted(proxyMVPD: String?, expires: Instant?)
    /// It may not.
    case denied(Denial)

    /// Why not.
    struct Denial: Hashable, Sendable {
        /// The MVPD's text for people.
        var details: String?
        /// The code of the enhanced error.
        var code: String
    }
}

extension Twin {
    /// Whether the front end turns the request away before anybody reads it (throttling).
    mutating func turnsAway(_ request: PassRequest, from caller: Caller, at now: Instant) -> PassResponse? { nil }

    /// An answer in place of the operation's own to a device whose tokens are to be wiped: `pendingLogout`.
    mutating func demandedLogout(of device: String?, _ request: PassRequest, at now: Instant) -> PassResponse? { nil }

    /// The login at `mvpd` as `user` with the right password; `requestor` counts where the integration is degraded.
    mutating func login(
        at mvpd: String,
        requestor: String,
        user: String,
        isPasswordRight: Bool,
        at now: Instant
    ) -> LoginDecision { .denied("no such provider") }

    /// Whether everybody is signed on at `mvpd` without the MVPD being asked ("AuthN all").
    func authenticatesEverybody(requestor: String, mvpd: String) -> Bool { false }

    /// Whether `response` is signed by `mvpd`.
    func isSigned(_ response: SAMLResponse, by mvpd: String) -> Bool { true }

    /// The subscriber of `mvpd` whom a SAML response's `NameID` names.
    func subscriber(named nameID: String, of mvpd: String) -> String? { nil }

    /// Whether the resource may be watched.
    mutating func decide(_ question: AuthorizationQuestion, at now: Instant) -> AuthorizationDecision {
        .denied(.init(details: nil, code: "authorization_denied_by_mvpd"))
    }

    /// The answer to a preauthorization: which of `resources` may be watched.
    mutating func preauthorization(
        of resources: [String],
        for authentication: AuthenticationRecord,
        _ request: PassRequest,
        at now: Instant
    ) -> PassResponse { PassResponse(status: 404, .empty) }

    /// What is known about the user.
    func userMetadata(of authentication: AuthenticationRecord, at now: Instant) -> UserMetadata? { nil }

    /// `v1.freepreview`.
    mutating func freePreview(_ request: PassRequest, at now: Instant) -> PassResponse {
        PassResponse(status: 400, .empty)
    }

    /// `v1.tempPass.reset`.
    mutating func resetTempPass(_ request: PassRequest, at now: Instant) -> PassResponse {
        PassResponse(status: 400, .empty)
    }

    /// An error body, plain or enhanced as the account has it.
    ///
    /// - Parameters:
    ///   - status: HTTP's status, and the plain body's.
    ///   - message: the plain body's message.
    ///   - details: the MVPD's text.
    ///   - code: the code of the enhanced error; nil where none is documented.
    mutating func failure(_ status: Int, _ message: String, details: String? = nil, code: String? = nil)
        -> PassResponse
    {
        PassResponse(status: status, .error(PassError(status: status, message: message, details: details)))
    }

    /// Turns a knob on the MVPDs' side: revocation, degradation, throttling, reachability, enhanced errors.
    mutating func applyToProvider(_ control: TwinControl, at now: Instant) {}

    /// What the MVPDs' side knows to run out, in true time: Temp Passes, platform sessions.
    func providerDeadlines(at now: Instant) -> [Deadline] { [] }

    /// What the MVPDs' side knows, for people.
    func providerStateLines(at now: Instant) -> [StateLine] { [] }
}
