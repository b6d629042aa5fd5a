public import Replay
public import Simulation
public import VirtualTime

/// What came of a recording that went on with the simulated service from some point.
public struct Continuation: Sendable {
    /// The replay of the whole recording.
    public var replay: ReplayResult
    /// What had to be inferred for the simulated service to take over.
    public var notes: [ReplayNote]
    /// What happened from the fork on.
    public var timeline: Timeline
    /// When it ended, in virtual time.
    public var end: Instant
    /// What is known at the end to expire, earliest first.
    public var expirations: [Expiration]
    /// The expectations that were not met, in order.
    public var failures: [ExpectationFailure]
    /// Stands for the replay and what followed.
    public var digest: Digest

    /// What came of `run`, which went on from a fork of the recording that `replay` is about.
    public init(of run: ScenarioRun, after replay: ReplayResult, notes: [ReplayNote]) {
        self.replay = replay
        self.notes = notes.filter { note in
            if case .cookieEnds(_, _, let instant) = note { instant <= run.world.now } else { true }
        }
        let events = run.world.timeline.events
        let fork = events.lastIndex { $0.kind == "fork" } ?? events.endIndex
        timeline = Timeline()
        for event in events[fork...] { timeline.append(event) }
        end = run.world.now
        expirations = run.world.expirations()
        failures = run.failures
        digest = replay.digest
        digest.absorb(run.digest.value)
    }
}
