public import PassAPI
public import VirtualTime

/// The simulated back end of Adobe Pass with its MVPDs, as one machine.
///
/// It knows what it was told in requests and what its configuration says, never what the client thinks.
public struct Twin: Hashable, Sendable {
    /// Requestors, MVPDs, lifetimes and quirks.
    public internal(set) var configuration: TwinConfiguration
    /// Where in the configuration a requestor or MVPD stands.
    var directory: TwinDirectory
    /// Everything it remembers.
    var state = TwinState()
    /// Its own source of chance: ids and codes.
    var generator: SeededGenerator
    /// What its tokens are signed with.
    let signer: TokenSigner

    /// A back end with this set-up whose ids and codes all follow from `seed`.
    public init(_ configuration: TwinConfiguration, seed: UInt64) {
        self.configuration = configuration
        directory = TwinDirectory(configuration)
        let source = SeededGenerator(seed: seed).split("twin")
        generator = source.split("identifiers")
        signer = TokenSigner(source.split("key"))
    }

    /// What the server's clock shows at `now` (true time).
    func serverTime(at now: Instant) -> Instant { now + configuration.clockOffset }

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

    /// Somebody at the back end turns a knob.
    public mutating func apply(_ control: TwinControl, at now: Instant) { applyToProvider(control, at: now) }

    /// What it knows to run out, in true time, in a fixed order.
    public func deadlines(at now: Instant) -> [Deadline] { providerDeadlines(at: now) }

    /// What it knows, for people, in a fixed order.
    public func stateLines(at now: Instant) -> [StateLine] { providerStateLines(at: now) }
}
