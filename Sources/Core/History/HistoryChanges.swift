public import VirtualTime

/// The states of a recording at rising instants, each as what has changed since the one before.
///
/// All of them together take the time of one reading of the recording, which ``History/asOf(_:)`` takes for each.
public struct HistoryChanges {
    private let whole: History
    private var fold: HistoryFold
    /// The number of events that were taken in.
    private var count = 0
    /// The places of what expires, by its instant.
    private let expiring: [(instant: Instant, index: Int)]
    /// The number of ``expiring`` that are behind.
    private var expired = 0

    /// What is new at an instant.
    public struct Step: Sendable {
        /// The entries that are new or not as they were, with their places in ``History/entries``, rising.
        public var entries: [(index: Int, holding: Holding)] = []
        /// The refusals that are new.
        public var refusals: [RecordedRefusal] = []
        /// The failures that are new.
        public var failures: [FailedCall] = []
        /// The last event up to the instant; nil if nothing had happened.
        public var point: Occurrence?

        /// Nothing new.
        public init() {}
    }

    /// The changes in `history`, which is that of a whole recording, before anything happened.
    public init(in history: History) {
        whole = history
        let events = history.events
        fold = HistoryFold(
            requestors: History.requestors(events),
            vsaDevice: History.vsaDevice(events, history.devices)
        )
        fold.clockOffset = history.clockOffset
        expiring = history.entries.enumerated()
            .compactMap { index, holding in holding.expires.map { ($0.value, index) } }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// Returns what has changed up to `instant`, which is not before the one of the last call.
    public mutating func advance(to instant: Instant) -> Step {
        var step = Step()
        let (refusals, failures) = (fold.refusals.count, fold.failures.count)
        while count < whole.events.count, whole.events[count].instant <= instant {
            fold.take(whole.events[count])
            count += 1
        }
        step.refusals = Array(fold.refusals[refusals...])
        step.failures = Array(fold.failures[failures...])
        step.point =
            count > 0 ? Occurrence(whole.events[count - 1].reference, at: whole.events[count - 1].instant) : nil
        var places = fold.entries.takeTouched()
        let touched = places.count
        while expired < expiring.count, expiring[expired].instant <= instant {
            places.append(expiring[expired].index)
            expired += 1
        }
        if places.count > touched { places = Set(places).sorted() }
        // What expires before it is there is settled when it comes.
        step.entries = places.filter { $0 < fold.entries.count }
            .map { ($0, History.settled(fold.entries[$0], $0, knowing: whole, at: instant)) }
        return step
    }
}
