import Documents
import Exchanges
public import Services
public import VirtualTime

/// What an app of somebody else's meets: a back end without devices, the clock by which it is served, and what was asked.
///
/// The back end keeps its own time, which is behind the served clock by ``lead``: the instants in its responses move by that.
/// So a recording is answered at its own time, whenever it is served.
public struct ServedBackend: Sendable {
    /// The back end, in a world without devices, and all that steps can do to it.
    public internal(set) var run: ScenarioRun
    /// The clock by which is served.
    public private(set) var clock: ServedClock
    /// Whole seconds by which the served clock is ahead of the back end's time.
    public private(set) var lead: Int64
    /// What was asked.
    public internal(set) var log = ServedLog()
    /// All of this before the first request.
    private var beginning: ScenarioRun
    private let start: Instant
    /// The recording that answers first; nil where the simulated service answers alone.
    public internal(set) var recording: ServedRecording?
    /// The leads of sessions that began when the recording was over, by their numbers.
    private var sessionLeads: [Int: Int64] = [:]
    /// What was made of recorded responses.
    var moved = MovedResponses()

    /// What `world` answers, on a clock that shows `shown` when it is `wall`.
    ///
    /// - Parameters:
    ///   - world: the back end, at its own time; it should have no devices.
    ///   - recording: the recording that answers first, if there is one; the simulated service of `world` has what it
    ///     does not.
    ///   - start: the back end's time to begin with; its own is later where it has lived through the recording.
    ///   - shown: what the clock shows then.
    ///   - wall: when.
    ///   - rate: seconds served in a second of the wall's; 0 lets the clock stand still.
    public init(
        _ world: World,
        recording: ServedRecording? = nil,
        from start: Instant,
        showing shown: Instant,
        at wall: Instant,
        rate: Int = 1
    ) {
        var world = world
        // Where nothing is recorded, nothing has to move: the back end itself goes to what the clock shows.
        let isMoved = recording != nil || shown < world.now
        if !isMoved { world.backend.pass(to: shown) }
        self.recording = recording
        self.start = isMoved ? start : shown
        lead = isMoved ? Self.wholeSeconds(from: start, to: shown) : 0
        clock = ServedClock(showing: self.start + .seconds(lead), at: wall, rate: rate)
        run = ScenarioRun(in: world)
        beginning = run
    }

    private static func wholeSeconds(from start: Instant, to end: Instant) -> Int64 {
        (end - start).components.seconds
    }

    /// Returns the back end's time when the served clock shows `instant`.
    private func inner(_ instant: Instant) -> Instant { instant - .seconds(lead) }

    /// Returns what the served clock shows at an instant of the back end's.
    private func outer(_ instant: Instant) -> Instant { instant + .seconds(lead) }

    /// Moves the back end to what the clock shows when it is `wall`, and returns that.
    @discardableResult
    public mutating func pass(to wall: Instant) -> Instant {
        let now = clock.instant(at: wall)
        run.world.backend.pass(to: inner(now))
        return now
    }

    /// Returns the lead of an app's session over the recording, of which `exchange` answers a request now.
    ///
    /// One that begins when the recording is over begins at its beginning: else all that it is given has expired.
    mutating func lead(of session: Int, _ exchange: Exchange) -> Int64 {
        if let known = sessionLeads[session] { return known }
        let now = run.world.now
        let isLate = recording.map { now > $0.end } ?? false
        // Sessions that nobody continues are forgotten, one by one.
        if sessionLeads.count >= 2 * ServedRecording.sessionLimit, let recording {
            sessionLeads = sessionLeads.filter { recording.hasSession($0.key) }  // tidy: a dictionary again
        }
        sessionLeads[session] = isLate ? lead + Self.wholeSeconds(from: exchange.startedAt, to: now) : lead
        return sessionLeads[session] ?? lead
    }

    /// The lead of a session that has one; that of the back end for any other.
    func lead(of session: Int?) -> Int64 { session.flatMap { sessionLeads[$0] } ?? lead }

    /// What the simulated service knows; nil where a recording answers.
    public var configuration: ServiceConfiguration? { run.world.backend.service.configuration }

    /// Checks whether a request for this URL is for the service.
    public func serves(_ url: String) -> Bool {
        if let recording, recording.serves(Self.host(of: url)) { return true }
        return run.world.backend.service.simulated?.serves(url) ?? false
    }

    private static func host(of url: String) -> String {
        let parts = URLParts(url)
        let isUsual = parts.port == nil || parts.port == (parts.scheme.lowercased() == "http" ? "80" : "443")
        return "\(parts.host)".lowercased() + (isUsual ? "" : ":\(parts.port ?? "")")
    }

    /// The recorded exchanges that no app has requested, by ordinal; none where no recording answers.
    public var neverRequested: [Int] { recording?.neverRequested ?? [] }

    /// Checks whether a host is one of a programmer's that the simulated service knows.
    public func isProgrammers(host: String) -> Bool {
        let domains = configuration?.requestors.flatMap(\.domains) ?? []
        return domains.contains { domain in
            let (host, domain) = (host.lowercased(), domain.lowercased())
            return host == domain || host.hasSuffix("." + domain)
        }
    }

    // MARK: Asked

    /// Returns what expires, earliest first, by the served clock when it is `wall`.
    public mutating func expirations(at wall: Instant) -> [Expiration] {
        pass(to: wall)
        return run.world.expirations().map { expiration in
            var moved = expiration
            moved.instant = outer(expiration.instant)
            return moved
        }
    }

    /// Returns what the service knows when it is `wall`, by the served clock.
    public mutating func stateEntries(at wall: Instant) -> [StateEntry] {
        pass(to: wall)
        return run.world.stateEntries().map { entry in
            var moved = entry
            for index in moved.values.indices {
                guard case .instant(let instant) = moved.values[index].content else { continue }
                moved.values[index] = .instant(moved.values[index].key, outer(instant))
            }
            return moved
        }
    }

    // MARK: Changed

    /// Lets a step happen, through its own row, when it is `wall`.
    ///
    /// - Returns: what the served clock shows afterwards.
    /// - Throws: `ScenarioError` for a step that cannot happen, and for one that is about a device or an app.
    public mutating func perform(_ step: Scenario.LocatedStep, at wall: Instant) throws(ScenarioError) -> Instant {
        guard step.app == nil, step.step.isForService else {
            throw ScenarioError(
                line: step.line,
                "the app that is served is not Kinescope's: it cannot be told what to do",
                hint: "let time pass, change the service or let requests fail"
            )
        }
        let before = pass(to: wall)
        let inner = run.world.now
        try run.perform(step)
        guard run.world.now > inner else { return before }
        let after = outer(run.world.now)
        clock.turn(to: after, at: wall)
        // A nanosecond before an expiration is over before anybody can ask.
        if step.step.isJustBefore { clock.change(rate: 0, at: wall) }
        return after
    }

    /// Lets all that the simulated service has issued become older, while the clock stays.
    ///
    /// - Returns: what the served clock shows.
    /// - Throws: `ScenarioError` where a recording answers: what it gave away is in the app's hands.
    public mutating func age(by duration: Duration, at wall: Instant) throws(ScenarioError) -> Instant {
        let now = pass(to: wall)
        guard run.world.backend.service.simulated != nil else {
            throw ScenarioError(
                line: 0,
                "responses come from a recording: there is no service that remembers what it issued",
                hint: "serve with --fallback simulated"
            )
        }
        run.world.note("age", values: [.duration("by", duration)])
        run.world.backend.withSimulated { service, _ in service.age(by: duration) }
        return now
    }

    /// Learns what a recording shows to expire, beside what was learned since; only where no simulated service stands behind it.
    public mutating func learn(_ expirations: [Expiration]) {
        run.world.backend.service.withRecorded { $0.mediaTokens = expirations + $0.mediaTokens }
        beginning.world.backend.service.withRecorded { $0.mediaTokens = expirations + $0.mediaTokens }
    }

    /// Lets the clock go at another rate; 0 lets it stand still.
    public mutating func change(rate: Int, at wall: Instant) { clock.change(rate: rate, at: wall) }

    /// Forgets what was asked and what was done to the back end; the clock goes on.
    public mutating func reset(at wall: Instant) {
        let now = clock.instant(at: wall)
        run = beginning
        recording?.reset()
        sessionLeads = [:]
        // A recording begins anew at its beginning, whatever time it is; the simulated service has none to go back to.
        if recording != nil { lead = Self.wholeSeconds(from: start, to: now) }
        log = ServedLog()
        pass(to: wall)
    }
}

extension ScenarioStep {
    /// True if it is about time, the network or the service alone.
    fileprivate var isForService: Bool { scope == .world && self.as(ExpectStep.self) == nil }

    /// True if it stops short of an expiration.
    fileprivate var isJustBefore: Bool {
        if case .expiration(.justBefore, _, _)? = self.as(AdvanceStep.self)?.target { true } else { false }
    }
}
