public import PassAPI
public import VirtualTime

/// The simulated back end of Adobe Pass with its MVPDs, as one machine.
///
/// It knows what it was told in requests and what its configuration says, never what the client thinks.
public struct SimulatedService: Hashable, Sendable {
    /// Requestors, MVPDs, lifetimes and quirks.
    public internal(set) var configuration: ServiceConfiguration
    /// The places of requestors and MVPDs in the configuration.
    var directory: ServiceDirectory
    /// Everything it remembers.
    var state = ServiceState()
    /// Its own source of chance: ids and codes.
    var generator: SeededGenerator
    /// The signer of its tokens.
    let signer: TokenSigner

    /// A back end with this set-up whose ids and codes all follow from `seed`.
    public init(_ configuration: ServiceConfiguration, seed: UInt64) {
        self.configuration = configuration
        directory = ServiceDirectory(configuration)
        let source = SeededGenerator(seed: seed).split("twin")
        generator = source.split("identifiers")
        signer = TokenSigner(source.split("key"))
    }

    /// Returns the time on the server's clock at `now` (true time).
    func serverTime(at now: Instant) -> Instant { now + configuration.clockOffset }

    /// Lets answers take this long from now on.
    public mutating func answer(after latency: Duration) { configuration.latency = max(.zero, latency) }

    /// Answers `request`, which arrived over `connection` at `now` (true time; its own clock may be off).
    public mutating func answer(_ request: PassRequest, from connection: ClientConnection, at now: Instant)
        -> PassResponse
    {
        take(request, from: connection, at: now) { service, call throws(RefusedCall) in
            if let demanded = try service.admit(call) { return demanded }
            return try service.perform(call)
        } refused: {
            $0
        }
    }

    /// Takes a browser that opened `navigation` (`authenticate`) through the MVPD's login page.
    public mutating func logIn(
        _ navigation: PassRequest,
        as login: LoginAttempt,
        from connection: ClientConnection,
        at now: Instant
    ) -> LoginResult {
        take(navigation, from: connection, at: now) { service, call throws(RefusedCall) in
            try service.logIn(call, as: login)
        } refused: {
            .refused($0)
        }
    }

    /// Takes a browser that opened `navigation` (`logout`) through the MVPD's logout.
    ///
    /// - Returns: where the browser ends up.
    public mutating func logOut(_ navigation: PassRequest, from connection: ClientConnection, at now: Instant)
        -> LoginResult
    {
        take(navigation, from: connection, at: now) { service, call throws(RefusedCall) in
            try service.logOut(call)
        } refused: {
            .refused($0)
        }
    }

    /// Lets a call in, or returns what it gets in place of the operation's own response.
    mutating func admit(_ call: Call) throws(RefusedCall) -> PassResponse? {
        if let demanded = demandedLogout(of: call.device, call.request, at: call.now) { return demanded }
        try checkAccess(call)
        return nil
    }

    /// Whatever comes passes the front end first.
    mutating func take<Result>(
        _ request: PassRequest,
        from connection: ClientConnection,
        at now: Instant,
        _ perform: (inout SimulatedService, Call) throws(RefusedCall) -> Result,
        refused: (PassResponse) -> Result
    ) -> Result {
        if let turnedAway = turnsAway(request, from: connection, at: now) { return refused(turnedAway) }
        do throws(RefusedCall) {
            let time = serverTime(at: now)
            return try perform(&self, Call(request: request, connection: connection, now: now, time: time))
        } catch {
            return refused(error.response)
        }
    }
}
