import ClientStack
import Documents
public import Simulation
import VirtualTime

/// A run of the simulated service as a page shows it: a scenario, or what follows a fork of a recording.
public struct PageRun: Sendable {
    /// What happened from its beginning on.
    private(set) var timeline = Timeline()
    /// Its beginning.
    let startedAt: Instant
    /// Its end, before what only expires.
    let endedAt: Instant
    /// The state at each stop.
    private(set) var stops: [Stop] = []
    /// What became known to expire, each with when that was.
    private(set) var lives: [Life] = []
    /// The expectations that were not met.
    let failures: [ExpectationFailure]
    /// The app, as far as it is known.
    let client: String?

    /// A position of the slider.
    struct Stop: Sendable {
        var instant: Instant
        /// The place among the lives of what expires there, and whether that is just ahead; nil at an event.
        var expiration: (life: Int, isAhead: Bool)?
        var entries: [StateEntry]
    }

    /// The life of what expires.
    struct Life: Sendable {
        var expiration: Expiration
        var startedAt: Instant
        /// When it was no longer there, if that was before it expired.
        var endedAt: Instant?
    }

    /// At most this many events are stops, and as many expirations; each is a run of its own.
    static let stopLimit = 200

    /// What `steps` make of `run`, in which none of them has happened yet.
    ///
    /// - Throws: `ScenarioError` for a step that cannot happen.
    public init(of run: ScenarioRun, through steps: [Scenario.LocatedStep]) throws(ScenarioError) {
        var whole = run
        try whole.run(steps)
        let events = whole.world.timeline.events
        let first = events.lastIndex { $0.kind == "fork" } ?? events.startIndex
        for event in events[first...] { timeline.append(event) }
        startedAt = events.indices.contains(first) ? events[first].instant : run.world.now
        endedAt = whole.world.now
        failures = whole.failures
        client = whole.world.clientName
        let begins = run.world.now
        var instants = events[first...].map(\.instant).filter { $0 >= begins }
        instants = instants.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        for instant in instants.prefix(Self.stopLimit) { try look(at: run, steps, until: instant) }
        for (place, life) in lives.prefix(Self.stopLimit).enumerated() where life.endedAt == nil {
            let instant = life.expiration.instant
            guard instant > endedAt else { continue }
            try look(at: run, steps, until: instant - .nanoseconds(1), expiration: (place, true))
            try look(at: run, steps, until: instant, expiration: (place, false))
        }
        stops = stops.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    private mutating func look(
        at run: ScenarioRun,
        _ steps: [Scenario.LocatedStep],
        until instant: Instant,
        expiration: (life: Int, isAhead: Bool)? = nil
    ) throws(ScenarioError) {
        var run = run
        try run.run(steps, until: instant)
        stops.append(Stop(instant: instant, expiration: expiration, entries: run.world.stateEntries()))
        guard expiration == nil else { return }
        let known = run.world.expirations()
        for index in lives.indices where lives[index].endedAt == nil && lives[index].expiration.instant > instant {
            if !known.contains(where: { Self.isSame($0, lives[index].expiration) }) { lives[index].endedAt = instant }
        }
        for one in known where !lives.contains(where: { Self.isSame($0.expiration, one) }) {
            lives.append(Life(expiration: one, startedAt: instant))
        }
    }

    /// Client, device and service may know of the same thing.
    private static func isSame(_ one: Expiration, _ other: Expiration) -> Bool {
        one.kind == other.kind && one.subject == other.subject && one.instant == other.instant
    }
}

extension PageStop {
    /// The stops of a run, whose lives have these numbers.
    static func stops(of run: PageRun, _ numbers: [Int]) -> [PageStop] {
        run.stops.map { stop in
            var kind = PageStop.Kind.shown
            if let (life, isAhead) = stop.expiration {
                kind = isAhead ? .justBefore(entry: numbers[life]) : .at(entry: numbers[life])
            }
            var result = PageStop(kind: kind, instant: stop.instant)
            result.state = stop.entries.map(StateWords.init).map { ($0.heading, $0.name, $0.value) }
            return result
        }
    }
}
