import Proxy

/// Events that wait for a lock of another program: nobody waits for them any more, so there is a limit.
struct EventBacklog {
    /// The events, oldest first.
    private(set) var events: [RecorderEvent] = []
    private var bytes = 0
    private let maximumEvents: Int
    private let maximumBytes: Int

    /// An empty one that takes so much; if nothing else is said, what ``RecordingRun`` tells a person.
    init(maximumEvents: Int = 65_536, maximumBytes: Int = 256 << 20) {
        self.maximumEvents = maximumEvents
        self.maximumBytes = maximumBytes
    }

    /// Whether nothing waits.
    var isEmpty: Bool { events.isEmpty }

    /// Adds an event; returns whether there was room for it.
    mutating func add(_ event: RecorderEvent) -> Bool {
        let weight = event.bodyBytes
        // What is small fits where a large one did not: times stay in order, and the gap is as small as it can be.
        guard events.count < maximumEvents, weight <= maximumBytes - bytes else { return false }
        events.append(event)
        bytes += weight
        return true
    }

    /// The first events, as many as are stored together.
    var first: [RecorderEvent] { Array(events.prefix(EventQueue.batchEntries)) }

    /// Removes so many that are stored.
    mutating func removeFirst(_ count: Int) {
        bytes -= events.prefix(count).reduce(0) { $0 + $1.bodyBytes }
        events.removeFirst(count)
    }
}
