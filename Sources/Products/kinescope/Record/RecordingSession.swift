import Exchanges
import Foundation
import Proxy
import RecordingStore
import Redaction

/// Stores what a recorder hands on, on a thread of its own.
///
/// All that waits is stored together, in one transaction; then everybody who waits for it is told. If another program has
/// the recording locked for long, nobody waits any more, and what comes is stored when the lock is gone. If storing fails,
/// the traffic goes on, and the file holds what was stored until then.
final class RecordingSession: @unchecked Sendable {
    /// What a session has to say, on its thread.
    enum Message {
        /// Another program has the recording locked; responses no longer wait for it.
        case locked
        /// The lock is gone, and recording goes on; so many events were dropped meanwhile.
        case unlocked(dropped: Int)
        /// The recording was deleted or moved.
        case displaced
        /// Nothing is recorded from now on.
        case failed(any Error)
    }

    private let queue: EventQueue
    private let onEvents: @Sendable ([RecordedEvent], RecordingStatistics) -> Void
    private let onMessage: @Sendable (Message) -> Void
    private let onEnd: (inout Result) -> Void
    private let hasEnded = Latch()
    /// Only the thread touches these until it has ended.
    private var scribe: RedactingWriter
    private var result = Result()
    private var backlog: EventBacklog
    private var droppedInLock = 0
    private var lastLook = ContinuousClock.now

    /// A session that writes with `scribe` what comes out of `queue`.
    ///
    /// - Parameters:
    ///   - scribe: what writes.
    ///   - queue: where the recorder puts what it hands on.
    ///   - backlog: what takes events while another program has the recording locked.
    ///   - onEvents: told, on the session's thread, what has been stored, and what that makes in all; it must not wait for long.
    ///   - onMessage: told what a person should know at once.
    ///   - onEnd: called on the session's thread, whose stack is a deep one, when all is stored.
    init(
        scribe: RedactingWriter,
        queue: EventQueue,
        backlog: EventBacklog = EventBacklog(),
        onEvents: @escaping @Sendable ([RecordedEvent], RecordingStatistics) -> Void = { _, _ in },
        onMessage: @escaping @Sendable (Message) -> Void = { _ in },
        onEnd: @escaping (inout Result) -> Void = { _ in }
    ) {
        self.scribe = scribe
        self.queue = queue
        self.backlog = backlog
        self.onEvents = onEvents
        self.onMessage = onMessage
        self.onEnd = onEnd
        let thread = Thread { [self] in run() }
        thread.name = "kinescope.recording"
        thread.stackSize = Thread.deepStack
        thread.start()
    }

    /// What a session leaves.
    struct Result: Sendable {
        /// What was recorded.
        var tally = RecordingStatistics()
        /// What takes secrets out, with all that it has learnt.
        var redactor: Redactor?
        /// Why recording stopped before its time.
        var failure: (any Error)?
        /// Whether the recording was deleted or moved meanwhile.
        var isDisplaced = false
        /// A secret that is in the file all the same.
        var leak: Leak?
        /// Whether the recording has been finished.
        var isFinished = false
    }

    /// Stores what still waits, and ends the thread; to be called once, when the recorder has stopped.
    func finish() async -> Result {
        queue.close()
        await hasEnded.wait()
        return result
    }

    private func run() {
        var canHurry = false
        while let batch = queue.next(within: backlog.isEmpty ? Self.lookInterval : canHurry ? 0 : Self.retryInterval) {
            let isWaited = backlog.isEmpty
            if result.failure != nil {
                for entry in batch { result.tally.skip(entry.event) }
            } else if isWaited {
                if !batch.isEmpty { store(batch.map(\.event)) }
            } else {
                put(batch.map(\.event))
            }
            for entry in batch { entry.stored() }
            canHurry = isWaited ? false : storeBacklog()
            look()
        }
        storeRest()
        result.redactor = scribe.redactor
        result.isDisplaced = result.isDisplaced || !scribe.isInPlace
        onEnd(&result)
        hasEnded.open()
    }

    private func store(_ events: [RecorderEvent]) {
        do {
            try write(events)
        } catch {
            guard (error as? RecordingStoreError)?.cause == .busy else { return fail(error, events) }
            put(events)
            scribe.waitForLock(Self.retryPatience)
            onMessage(.locked)
        }
    }

    private func put(_ events: [RecorderEvent]) {
        for event in events where !backlog.add(event) {
            droppedInLock += 1
            result.tally.drop(event)
            if case .ended(let number, _) = event { result.tally.drop(exchange: scribe.skip(number)) }
        }
    }

    /// Tries to store the first events that wait; returns whether the lock is gone.
    private func storeBacklog() -> Bool {
        guard result.failure == nil, !backlog.isEmpty else { return false }
        let events = backlog.first
        do {
            try write(events)
            backlog.removeFirst(events.count)
        } catch {
            if (error as? RecordingStoreError)?.cause != .busy {
                fail(error, backlog.events)
                backlog = EventBacklog()
            }
            return false
        }
        if backlog.isEmpty {
            scribe.waitForLock(nil)
            onMessage(.unlocked(dropped: droppedInLock))
            droppedInLock = 0
        }
        return true
    }

    /// At the end a lock is waited for once more.
    private func storeRest() {
        guard !backlog.isEmpty else { return }
        scribe.waitForLock(nil)
        while storeBacklog() {}
        guard !backlog.isEmpty else { return }
        fail(RecordingStoreError(scribe.path, .busy), backlog.events)
    }

    private func write(_ events: [RecorderEvent]) throws {
        let stored = try scribe.write(events)
        for event in stored { result.tally.add(event) }
        if !stored.isEmpty { onEvents(stored, result.tally) }
    }

    private func fail(_ error: any Error, _ events: [RecorderEvent]) {
        result.failure = error
        for event in events { result.tally.skip(event) }
        onMessage(.failed(error))
    }

    /// Looks, not more than once a second, whether the recording is still where it was.
    private func look() {
        guard !result.isDisplaced, ContinuousClock.now - lastLook >= .seconds(Self.lookInterval) else { return }
        lastLook = .now
        guard !scribe.isInPlace else { return }
        result.isDisplaced = true
        onMessage(.displaced)
    }

    /// Seconds between looks whether the recording is in its place.
    private static let lookInterval = 1.0
    /// Seconds between attempts while another program has the recording locked.
    private static let retryInterval = 0.5
    /// Milliseconds that an attempt takes then.
    private static let retryPatience = 50
}
