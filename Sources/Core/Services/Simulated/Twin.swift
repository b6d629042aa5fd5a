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

    /// Lets answers take this long from now on.
    public mutating func answer(after latency: Duration) { configuration.latency = max(.zero, latency) }

    /// Answers `request`, which arrived over `connection` at `now` (true time; its own clock may be off).
    public mutating func answer(_ request: PassRequest, from connection: ClientConnection, at now: Instant) -> PassResponse {
        if let turnedAway = turnsAway(request, from: connection, at: now) { return turnedAway }
        let call = Call(request: request, connection: connection, now: now, time: serverTime(at: now))
        if let demanded = demandedLogout(of: call.device, request, at: now) { return demanded }
        do throws(Refusal) {
            try checkAccess(call)
            return try perform(call)
        } catch {
            return error.response
        }
    }

    /// Takes a browser that opened `navigation` (`authenticate`) through the MVPD's login page.
    public mutating func logIn(_ navigation: PassRequest, as login: Login, from connection: ClientConnection, at now: Instant)
        -> LoginResult
    {
        if let turnedAway = turnsAway(navigation, from: connection, at: now) { return .refused(turnedAway) }
        let call = Call(request: navigation, connection: connection, now: now, time: serverTime(at: now))
        do throws(Refusal) {
            return try logIn(call, as: login)
        } catch {
            return .refused(error.response)
        }
    }

    /// Takes a browser that opened `navigation` (`logout`) through the MVPD's logout.
    ///
    /// - Returns: where the browser ends up.
    public mutating func logOut(_ navigation: PassRequest, from connection: ClientConnection, at now: Instant) -> LoginResult {
        if let turnedAway = turnsAway(navigation, from: connection, at: now) { return .refused(turnedAway) }
        let call = Call(request: navigation, connection: connection, now: now, time: serverTime(at: now))
        do throws(Refusal) {
            return try logOut(call)
        } catch {
            return .refused(error.response)
        }
    }
}
