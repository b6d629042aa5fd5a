import Documents
import Exchanges
import OrderedCollections
import PassAPI
public import Services
public import VirtualTime

/// What apps of somebody else's meet: a back end without devices, the clock by which it is served, and what was asked.
///
/// A back end keeps its own time, which is behind the served clock: the instants in its responses move by that. So a
/// recording is answered at its own time, whenever it is served. For an app it begins with the app's first request,
/// however long that takes to come, and what responds in the recording's stead begins with it.
public struct ServedBackend: Sendable {
    /// The back end where no recording answers; where one does, the one that each app's own is made from, which requests
    /// of no known app meet.
    var base: ServedWorld
    /// Those of apps over a recording, by the numbers of their sessions.
    var worlds: [Int: ServedWorld] = [:]
    /// The makers of codes, logins and addresses where logins and logouts end.
    var makers: [ExactText: ServiceMaker] = [:]
    /// True if an app was forgotten, since there are too many.
    var hasForgottenApp = false
    /// The app over a recording that was heard from last, by a request or a question to VSA.
    var current: Int?
    /// The faults of single apps over a recording, by the numbers of their sessions.
    var faults: OrderedDictionary<Int, FaultPlan> = [:]
    /// What was done to the service since the beginning.
    private var changes: [Scenario.LocatedStep] = []
    /// The clock by which is served.
    public private(set) var clock: ServedClock
    /// What was asked.
    public internal(set) var log = ServedLog()
    /// The recording that answers first; nil where the simulated service answers alone.
    public internal(set) var recording: ServedRecording?
    /// The hosts, in small letters, in whose responses only documented instants move.
    let keptInstants: [String]
    /// The back end before the first request, and its time.
    private var beginning: ScenarioRun
    private let start: Instant
    /// What the recording shows beside its responses; nil as long as that has not been learned.
    private(set) var evidence: RecordedEvidence?
    /// Apple's framework, for apps that ask through KinescopeProbe.
    public internal(set) var vsa: ServedVSA
    /// True from the first request on: until then the time of a recording stands still.
    private var hasBegun = false

    /// What `world` answers, on a clock that shows `shown` when it is `wall`.
    ///
    /// - Parameters:
    ///   - world: the back end, at its own time; it should have no devices.
    ///   - recording: the recording that answers first, if there is one; the simulated service of `world` has what it
    ///     does not.
    ///   - vsa: Apple's framework, for apps that ask through KinescopeProbe.
    ///   - start: the back end's time to begin with; its own is later where it has lived through the recording.
    ///   - shown: what the clock shows then.
    ///   - wall: when.
    ///   - rate: seconds served in a second of the wall's; 0 lets the clock stand still.
    ///   - keptInstants: hosts in whose responses only documented instants move.
    public init(
        _ world: World,
        recording: ServedRecording? = nil,
        vsa: ServedVSA = ServedVSA(),
        from start: Instant,
        showing shown: Instant,
        at wall: Instant,
        rate: Int = 1,
        keepingInstantsOf keptInstants: [String] = []
    ) {
        var world = world
        self.keptInstants = keptInstants.map { $0.lowercased() }
        // Where nothing is recorded, nothing has to move: the back end itself goes to what the clock shows.
        let isMoved = recording != nil || shown < world.now
        if !isMoved { world.backend.pass(to: shown) }
        self.recording = recording
        self.vsa = vsa
        self.start = isMoved ? start : shown
        let lead = isMoved ? Self.wholeSeconds(from: start, to: shown) : 0
        clock = ServedClock(showing: self.start + .seconds(lead), at: wall, rate: rate)
        beginning = ScenarioRun(in: world)
        base = ServedWorld(run: beginning, lead: lead)
    }

    /// Rounded down, before the recording's time as after it: the clock is never ahead of what was asked for.
    private static func wholeSeconds(from start: Instant, to end: Instant) -> Int64 {
        InstantShift(from: start, to: end).wholeSeconds
    }

    /// Moves the back end to what the clock shows when it is `wall`, and returns that.
    @discardableResult
    public mutating func pass(to wall: Instant) -> Instant {
        let now = clock.instant(at: wall)
        // Nobody's recording has begun: it goes on waiting.
        if recording != nil, !hasBegun { base.lead = Self.wholeSeconds(from: start, to: now) }
        base.pass(to: now)
        return now
    }

    // MARK: Apps over a recording

    /// Whole seconds by which the served clock is ahead of a recording's, for a session; for one that has not begun, of
    /// the recording's for a request of nobody known.
    public func lead(of session: Int? = nil) -> Int64 {
        session.flatMap(worlds.index(forKey:)).map { worlds.values[$0].lead } ?? base.lead
    }

    /// Returns that for a session over the recording, which begins now if it has not, with `exchange`.
    ///
    /// One that begins when the recording is over begins at its beginning: else all that it is given has expired. So does an
    /// app that begins again; others may be parts of the same sign-on.
    mutating func hear(
        from session: Int,
        of address: String? = nil,
        _ exchange: Exchange,
        at now: Instant
    ) -> Int64 {
        current = session
        // By its place: a back end is large, and copied if it is handed about.
        if let place = worlds.index(forKey: session) { return worlds.values[place].lead }
        begin()
        // Whoever has asked the framework before has begun with that.
        let isAgain = recording?.hasBegunAgain(session) == true
        let lead =
            address.flatMap { vsa.takeLead(of: $0, for: session, isAgain: isAgain) }
            ?? newLead(
                since: exchange.startedAt,
                at: now,
                isAgain: isAgain || recording?.isLate(beginningWith: exchange.ordinal, at: base.inner(now)) == true
            )
        recording?.set(session, ahead: .seconds(base.lead - lead))
        var world = ServedWorld(run: beginning, lead: lead)
        // What they make is told apart by what it is called.
        world.run.world.backend.withSimulated { service, _ in service.makeOtherIdentifiers(session - 1) }
        // They were possible once, so they are again.
        for change in changes { try? world.run.perform(change) }
        worlds[session] = world
        return lead
    }

    /// The whole seconds by which a response has to be made later for an app than its lead says.
    ///
    /// A media token is made for the request and lasts some minutes: an app that takes longer than the recorded one would be given
    /// one that has expired. Nothing else depends on its instants.
    mutating func lateness(of match: AppAnswer.Match, lead: Int64, at now: Instant) -> Int64 {
        let late = InstantShift(from: match.exchange.startedAt, to: now).wholeSeconds - lead
        guard late > 0, let issued = match.operation?.specification.grants.issued, !issued.isEmpty,
            issued.allSatisfy({ $0.kind == .mediaToken }), let place = worlds.index(forKey: match.session)
        else { return 0 }
        worlds.values[place].shown.note(match.exchange.ordinal, lateBy: late)
        return late
    }

    /// Lets time pass for the recording, if it did not.
    mutating func begin() { hasBegun = true }

    /// The lead of an app whose recording begins now, with what was recorded at `instant`.
    mutating func newLead(since instant: Instant, at now: Instant, isAgain: Bool = false) -> Int64 {
        begin()
        let isLate = isAgain || recording.map { base.inner(now) > $0.end } ?? false
        return isLate ? Self.wholeSeconds(from: instant, to: now) : base.lead
    }

    /// Lets `body` look at or change the back end that a session meets, at what the clock shows.
    mutating func withWorld<Result>(
        of session: Int?,
        at now: Instant,
        _ body: (inout ServedWorld) -> Result
    ) -> Result {
        guard let session, let place = worlds.index(forKey: session) else { return body(&base) }
        current = session
        tellWorld(at: place)
        worlds.values[place].pass(to: now)
        return body(&worlds.values[place])
    }

    /// Lets the back end at a place know what its app was given since the last time: until then that is no work.
    mutating func tellWorld(at place: Dictionary<Int, ServedWorld>.Index) {
        guard let evidence, let recording else { return }
        let session = worlds[place].key
        worlds.values[place].tell(of: session, over: recording, vsaCalls: vsa.given(to: session), evidence)
    }

    /// Lets `body` change what all apps meet, those that are yet to come too, or nothing if it throws.
    private mutating func changeAll(
        at now: Instant,
        _ body: (inout ScenarioRun) throws(ScenarioError) -> Void
    ) throws(ScenarioError) {
        var changed = self
        try body(&changed.base.run)
        for session in worlds.keys.sorted() {
            guard let place = changed.worlds.index(forKey: session) else { continue }
            changed.tellWorld(at: place)
            changed.worlds.values[place].pass(to: now)
            try body(&changed.worlds.values[place].run)
        }
        self = changed
    }

    /// What the simulated service knows; nil where a recording answers.
    public var configuration: ServiceConfiguration? { base.run.world.backend.service.configuration }

    /// Checks whether a request for this URL is for the service.
    public func serves(_ url: String) -> Bool { serves(url, at: URLParts(url).hostAndPort) }

    /// Checks whether a request is for the service.
    public func serves(_ asked: AskedRequest) -> Bool {
        serves(asked.received.url, at: asked.host) || isEnd(asked)
    }

    private func serves(_ url: String, at host: String) -> Bool {
        if let recording, recording.serves(host) { return true }
        return base.run.world.backend.service.simulated?.serves(url) ?? false
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

    /// Lets the back end of a session know what its app was given since the last time.
    mutating func tellWorld(of session: Int) {
        if let place = worlds.index(forKey: session) { tellWorld(at: place) }
    }

    // MARK: Asked

    /// Returns what expires after what the served clock shows when it is `wall`, earliest first; of several apps over a
    /// recording for the one heard from last.
    public mutating func expirations(at wall: Instant) -> [Expiration] {
        expirations(in: world(at: wall), after: pass(to: wall))
    }

    private func expirations(in world: ServedWorld, after now: Instant) -> [Expiration] {
        let found = world.expirations + base.outer(settingsExpirations)
        return found.filter { $0.instant > now }.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
    }

    /// Returns what the service knows when it is `wall`, by the served clock; of several apps over a recording for the one
    /// heard from last.
    public mutating func stateEntries(at wall: Instant) -> [StateEntry] {
        let world = world(at: wall)
        return entries(in: world)
    }

    /// Returns both when the served clock shows `now`, which is not before what it has shown.
    public mutating func observation(showing now: Instant) -> ServedObservation {
        base.pass(to: now)
        let world = withWorld(of: current, at: now) { $0 }
        return ServedObservation(
            at: now,
            session: current.flatMap { worlds.index(forKey: $0) == nil ? nil : $0 },
            lead: world.lead,
            entries: entries(in: world),
            expirations: expirations(in: world, after: now)
        )
    }

    /// What is known in the back end of the app heard from last, in that app's words, and what Settings hold.
    private func entries(in world: ServedWorld) -> [StateEntry] {
        let known = world.stateEntries
        return (recording?.inOwnWords(known, session: current) ?? known) + base.outer(settingsEntries)
    }

    private mutating func world(at wall: Instant) -> ServedWorld {
        withWorld(of: current, at: pass(to: wall)) { $0 }
    }

    // MARK: Changed

    /// Lets a step happen, through its own row, when it is `wall`.
    ///
    /// - Returns: what the served clock shows afterwards.
    /// - Throws: `ScenarioError` for a step that cannot happen, and for one that is about a device or an app.
    public mutating func perform(_ step: Scenario.LocatedStep, at wall: Instant) throws(ScenarioError) -> Instant {
        if step.app == nil, let expected = step.step.as(ExpectStep.self) {
            return try check(expected.expectations, line: step.line, at: wall)
        }
        guard step.app == nil, step.step.isForService else { throw .ofAnApp(step) }
        let hasService = base.run.world.backend.service.simulated != nil
        guard hasService || step.step.as(ControlStep.self) == nil else { throw .noService }
        let before = pass(to: wall)
        guard recording == nil || hasBegun || step.step.expiration == nil else {
            throw ScenarioError(
                line: step.line,
                "no request has come yet: what the recording gives an app expires from the first one on",
                hint: "start the app first, or let a time pass, such as 31d"
            )
        }
        let world = world(at: wall)
        var tried = world.run
        var distance = Duration.zero
        if let end = settingsEnd(for: step.step, after: before) {
            distance = end - before
        } else {
            try tried.perform(step)
            distance = tried.world.now - world.run.world.now
        }
        guard distance > .zero else {
            if step.step.isExpiring {
                // The app heard from last has it; of the others whoever has one like it.
                try changeAll(at: before) { run throws(ScenarioError) in try? run.perform(step) }
            } else {
                try changeAll(at: before) { run throws(ScenarioError) in try run.perform(step) }
                if recording != nil { changes.append(step) }
            }
            if step.step.as(ControlStep.self) != nil { recording?.depart() }
            return before
        }
        // Time passes for all of them, and each gets there when it is looked at.
        clock.turn(to: before + distance, at: wall)
        // A nanosecond before an expiration is over before anybody can ask.
        if case (.justBefore, _, _)? = step.step.expiration { clock.change(rate: 0, at: wall) }
        return pass(to: wall)
    }

    /// Where a step ends that is about what expires in Settings, by the served clock.
    private func settingsEnd(for step: ScenarioStep, after now: Instant) -> Instant? {
        guard let (nearness, kind, subject) = step.expiration else { return nil }
        let end = base.outer(settingsExpirations).first {
            $0.kind == kind && (subject == nil || subject == $0.subject) && nearness.instant(of: $0.instant) > now
        }
        return end.map { nearness.instant(of: $0.instant) }
    }

    /// Lets all that the simulated service has issued become older, while the clock stays.
    ///
    /// - Returns: what the served clock shows.
    /// - Throws: `ScenarioError` where a recording answers: what it gave away is in the app's hands.
    public mutating func age(by duration: Duration, at wall: Instant) throws(ScenarioError) -> Instant {
        let now = pass(to: wall)
        guard base.run.world.backend.service.simulated != nil else { throw .noService }
        try changeAll(at: now) { run throws(ScenarioError) in
            run.world.note("age", values: [.duration("by", duration)])
            run.world.backend.withSimulated { service, _ in service.age(by: duration) }
        }
        recording?.depart()
        return now
    }

    /// Learns what the recording shows beside its responses: from then on, each app's back end knows what the app was given, and
    /// no app is given what has expired by its time.
    public mutating func learn(_ evidence: RecordedEvidence) {
        self.evidence = evidence
        recording?.learn(evidence)
    }

    /// Lets the clock go at another rate; 0 lets it stand still.
    public mutating func change(rate: Int, at wall: Instant) { clock.change(rate: rate, at: wall) }

    /// Forgets what was asked, but for the numbers, and what was done to the back end; the clock goes on.
    public mutating func reset(at wall: Instant) {
        base = ServedWorld(run: beginning, lead: base.lead)
        recording?.reset()
        worlds = [:]
        makers = [:]
        hasForgottenApp = false
        faults = [:]
        current = nil
        changes = []
        vsa.reset()
        hasBegun = false
        log.forget()
        pass(to: wall)
    }
}

extension ScenarioStep {
    /// True if it is about time, the network or the service alone.
    var isForService: Bool { scope == .world && self.as(ExpectStep.self) == nil }

    /// True if it can be for one app alone: a change of the service, or a fault.
    var isForOneApp: Bool { isForService && self.as(AdvanceStep.self) == nil }

    /// True if something expires by it that has been issued.
    var isExpiring: Bool { if case .expire? = self.as(ControlStep.self)?.control { true } else { false } }

    /// Where it stops, if that is about an expiration.
    fileprivate var expiration: (ScenarioStep.Nearness, HoldingKind, subject: String?)? {
        guard case .expiration(let nearness, let kind, let subject)? = self.as(AdvanceStep.self)?.target else {
            return nil
        }
        return (nearness, kind, subject)
    }
}
