import Foundation
import Proxy

/// Events on their way from the recorder's event loops to the one thread that stores them, in order.
///
/// Nobody waits to bring one: how much is here at most is decided by what the recorder lets begin. A client is sent the
/// end of an exchange only when it is stored, and the recorder counts what is not.
final class EventQueue: @unchecked Sendable {
    /// An event, and whom to tell when it is stored.
    struct Entry: Sendable {
        var event: RecorderEvent
        var stored: @Sendable () -> Void
    }

    /// Events that are stored at once at most: what is stored together is answered together.
    static let batchEntries = 256

    private let condition = NSCondition()
    private var waiting: [Entry] = []
    private var isClosed = false
    private var isConsumerAsleep = false
    /// What has been taken out and not handed on yet; only the taker touches it.
    private var taken: [Entry] = []

    /// What a recorder is to hand its events to.
    var sink: RecorderSink { { [self] event, stored in add(Entry(event: event, stored: stored)) } }

    /// Adds an event at the end.
    ///
    /// After ``close()`` nothing is taken any more, and `stored` is called at once.
    func add(_ entry: Entry) {
        condition.lock()
        let isTaken = !isClosed
        if isTaken { waiting.append(entry) }
        if isConsumerAsleep { condition.signal() }
        condition.unlock()
        if !isTaken { entry.stored() }
    }

    /// The events that have come since, oldest first, at most ``batchEntries`` of them to be stored; nil once the queue
    /// is closed and empty.
    ///
    /// It waits until there is one; `limit` seconds at most, and none have come then.
    func next(within limit: TimeInterval? = nil) -> [Entry]? {
        guard take(within: limit) else { return nil }
        var stored = 0
        let end = taken.firstIndex { entry in
            if entry.event.isStored { stored += 1 }
            return stored > Self.batchEntries
        }
        guard let end else {
            defer { taken = [] }
            return taken
        }
        defer { taken.removeFirst(end) }
        return Array(taken[..<end])
    }

    /// Takes out what there is; returns false once the queue is closed and empty.
    private func take(within limit: TimeInterval?) -> Bool {
        let deadline = limit.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
        condition.lock()
        defer { condition.unlock() }
        isConsumerAsleep = true
        while taken.isEmpty, waiting.isEmpty, !isClosed, condition.wait(until: deadline) {}
        isConsumerAsleep = false
        let isOver = isClosed && taken.isEmpty && waiting.isEmpty
        taken += waiting
        waiting = []
        return !isOver
    }

    /// Lets nothing more in; what is here can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}

extension RecorderEvent {
    /// Whether there is something of it to be written: what is left out, or only told, costs the store nothing.
    fileprivate var isStored: Bool {
        switch self {
        case .began, .ended, .vsaCalls, .userActions: true
        case .skipped, .notice: false
        }
    }
}
