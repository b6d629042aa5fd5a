public import PassAPI
public import VirtualTime

/// The simulated back end of Adobe Pass with its MVPDs, as one machine.
///
/// It knows what it was told in requests and what its configuration says, never what the client thinks.
public struct Twin: Hashable, Sendable {
    /// Requestors, MVPDs, lifetimes and quirks.
    public internal(set) var configuration: TwinConfiguration
    /// Everything it remembers.
    var state = TwinState()
    /// Its own source of chance: ids, codes, keys.
    var generator: SeededGenerator

    /// A back end with this set-up whose ids and codes all follow from `seed`.
    public init(_ configuration: TwinConfiguration, seed: UInt64) {
        self.configuration = configuration
        generator = SeededGenerator(seed: seed).split("twin")
    }

    /// Answers `request`, which arrived from `caller` at `now` (true time; its own clock may be off).
    public mutating func answer(_ request: PassRequest, from caller: Caller, at now: Instant) -> PassResponse {
        PassResponse(status: 404, .empty)
    }

    /// Takes a browser that opened `navigation` (`authenticate`) through the MVPD's login page.
    public mutating func logIn(_ navigation: PassRequest, as login: Login, from caller: Caller, at now: Instant)
        -> LoginResult
    {
        .refused(PassResponse(status: 400, .empty))
    }

    /// Takes a browser that opened `navigation` (`logout`) through the MVPD's logout.
    ///
    /// - Returns: where the browser ends up.
    public mutating func logOut(_ navigation: PassRequest, from caller: Caller, at now: Instant) -> LoginResult {
        .refused(PassResponse(status: 400, .empty))
    }

    /// The MVPD's answer to Apple's attribute query: a SAML response, or why there is none.
    public mutating func attributeResponse(
        provider platformMappingID: String,
        user: String,
        verificationToken: String?,
        attributeNames: [String],
        at now: Instant
    ) -> AttributeResult { .invalidVerificationToken }

    /// Somebody at the back end turns a knob.
    public mutating func apply(_ control: TwinControl, at now: Instant) {}

    /// What it knows to run out, in true time, in a fixed order.
    public func deadlines(at now: Instant) -> [Deadline] { [] }

    /// What it knows, for people, in a fixed order.
    public func stateLines(at now: Instant) -> [StateLine] { [] }
}

/// Who calls: what the network and the cookies tell a server.
public struct Caller: Hashable, Sendable {
    /// The address the request came from; the throttle counts by it.
    public var address: String
    /// Stands for the caller's cookies: an app and its web view share them.
    public var cookies: String
    /// Which HTTP host the request went to, if the client was told to use several service providers.
    public var host: String?

    /// A caller of this address and these cookies.
    public init(address: String, cookies: String, host: String? = nil) {
        self.address = address
        self.cookies = cookies
        self.host = host
    }
}

/// What a person does at an MVPD's login page.
public enum Login: Hashable, Sendable {
    /// Logs in with `mvpd` as `user`, a subscriber of it, with the right password.
    case signsIn(mvpd: String, user: String)
    /// Logs in with a wrong password, and gives up.
    case wrongPassword(mvpd: String, user: String)
}

/// Where a browser ends up.
public enum LoginResult: Hashable, Sendable {
    /// It is sent to this address, which ends the flow.
    case ended(url: String)
    /// The MVPD did not let the user in: this is what its page says.
    case denied(String)
    /// The service refused the navigation.
    case refused(PassResponse)
}

/// What an MVPD answers to Apple's attribute query.
public enum AttributeResult: Hashable, Sendable {
    /// A SAML response, as text.
    case saml(String)
    /// The provider does not know the user any more.
    case rejected(saml: String?)
    /// The verification token is not one that Adobe made for this provider.
    case invalidVerificationToken
    /// The provider cannot be reached.
    case unavailable
}
