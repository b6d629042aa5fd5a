import Exchanges
import Foundation
import Recorder

/// Events on their way from the recorder's event loops to the one thread that stores them, in order.
///
/// A client is sent the end of an exchange only when it is stored, so that no more than the exchanges in flight ever
/// wait here. Where bodies are large and the disk is slow that is still too much for the memory: an event loop that
/// brings more than the limit waits until there is room. Nothing is lost, and the storing thread waits for no loop.
final class EventQueue: @unchecked Sendable {
    /// An event, and whom to tell when it is stored.
    struct Entry: Sendable {
        var event: RecorderEvent
        var stored: @Sendable () -> Void
    }

    /// Events that wait at most.
    static let maximumEntries = 65_536
    /// Bytes of bodies that wait at most; a single event may have more.
    static let maximumBytes = 256 << 20
    /// Events that are handed on at once at most: what is stored together is answered together.
    static let batchEntries = 256

    private let condition = NSCondition()
    private var waiting: [Entry] = []
    private var bytes = 0
    private var isClosed = false
    private var isTakerAsleep = false
    private var sleepingBringers = 0

    /// What a recorder is to hand its events to.
    var sink: RecorderSink { { [self] event, stored in add(Entry(event: event, stored: stored)) } }

    /// Adds an event at the end; waits while too much is here.
    ///
    /// After ``close()`` nothing is taken any more, and `stored` is called at once.
    func add(_ entry: Entry) {
        let weight = entry.event.bodyBytes
        condition.lock()
        while !isClosed, !hasRoom(for: weight) {
            sleepingBringers += 1
            condition.wait()
            sleepingBringers -= 1
        }
        guard !isClosed else {
            condition.unlock()
            return entry.stored()
        }
        waiting.append(entry)
        bytes += weight
        if isTakerAsleep { condition.broadcast() }
        condition.unlock()
    }

    /// The events that have come since, oldest first, at most ``batchEntries``; nil once the queue is closed and empty.
    ///
    /// It waits until there is one; `limit` seconds at most, and none have come then.
    func next(within limit: TimeInterval? = nil) -> [Entry]? {
        let deadline = limit.map { Date(timeIntervalSinceNow: $0) }
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, !isClosed {
            isTakerAsleep = true
            defer { isTakerAsleep = false }
            if let deadline {
                guard condition.wait(until: deadline) else { return isClosed && waiting.isEmpty ? nil : [] }
            } else {
                condition.wait()
            }
        }
        guard !waiting.isEmpty else { return nil }
        let batch: [Entry]
        if waiting.count <= Self.batchEntries {
            batch = waiting
            waiting = []
            bytes = 0
        } else {
            batch = Array(waiting.prefix(Self.batchEntries))
            waiting.removeFirst(Self.batchEntries)
            bytes -= batch.reduce(0) { $0 + $1.event.bodyBytes }
        }
        if sleepingBringers > 0 { condition.broadcast() }
        return batch
    }

    /// Lets nothing more in; what is here can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    private func hasRoom(for weight: Int) -> Bool {
        waiting.isEmpty || (waiting.count < Self.maximumEntries && bytes + weight <= Self.maximumBytes)
    }
}

extension RecorderEvent {
    /// Bytes of the bodies it carries, before content decoding.
    ///
    /// What an app reports came in a body that the magic host limits, and its sender waits for it.
    var bodyBytes: Int {
        switch self {
        case .began(_, let seen), .ended(_, let seen): seen.bodyBytes
        case .leftOut, .accountResponses, .stimuli, .notice: 0
        }
    }
}
