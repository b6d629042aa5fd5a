import Documents
import Services
import VirtualTime

/// A back end that keeps its own time, and how far the served clock is ahead of that.
///
/// Over a recording each app meets one of its own: it begins with the app's first request, and knows what the recording
/// gave *it* so far.
struct ServedWorld: Sendable {
    /// The back end, in a world without devices, and all that steps can do to it.
    var run: ScenarioRun
    /// What its app knows of the recording; nothing where none answers.
    var shown = ShownEvidence()
    /// The last codes, logins and ends that its service made for its app, by which ``ServiceMaker`` is found.
    var made: [ExactText] = []
    /// Whole seconds by which the served clock is ahead.
    var lead: Int64 {
        get { run.lead }
        set { run.lead = newValue }
    }

    /// A back end behind a served clock that is ahead by `lead`.
    init(run: ScenarioRun, lead: Int64) {
        self.run = run
        self.lead = lead
    }

    /// Returns its time when the served clock shows `instant`.
    func inner(_ instant: Instant) -> Instant { instant - .seconds(lead) }

    /// Returns what the served clock shows at an instant of its own.
    func outer(_ instant: Instant) -> Instant { instant + .seconds(lead) }

    /// Moves it to what the served clock shows.
    mutating func pass(to served: Instant) { run.world.backend.pass(to: inner(served)) }

    /// Lets it know what its app, of this session, was given of a recording since the last time.
    mutating func tell(
        of session: Int,
        over recording: ServedRecording,
        vsaCalls: [Int],
        _ evidence: RecordedEvidence
    ) {
        shown.tell(&run.world.backend.service, of: session, over: recording, vsaCalls: vsaCalls, evidence)
    }

    /// What expires in it, earliest first, by the served clock.
    var expirations: [Expiration] { outer(run.world.expirations()) }

    /// What is known in it, by the served clock.
    var stateEntries: [StateEntry] { outer(run.world.stateEntries()) }

    /// Returns expirations of its own time by the served clock.
    func outer(_ expirations: [Expiration]) -> [Expiration] {
        expirations.map { expiration in
            var moved = expiration
            moved.instant = outer(expiration.instant)
            return moved
        }
    }

    /// Returns entries of its own time by the served clock.
    func outer(_ entries: [StateEntry]) -> [StateEntry] {
        entries.map { entry in
            var moved = entry
            for index in moved.values.indices {
                guard case .instant(let instant) = moved.values[index].content else { continue }
                moved.values[index] = .instant(moved.values[index].key, outer(instant))
            }
            return moved
        }
    }
}
