import Exchanges
import Foundation
import Recorder
import RecordingStore
import Redaction

/// Stores what a recorder hands on, on a thread of its own.
///
/// All that waits is stored together, in one transaction; then everybody who waits for it is told. If storing fails, the
/// traffic goes on: nobody waits any more, and the file holds what was stored until then.
final class RecordingSession: @unchecked Sendable {
    private let queue: EventQueue
    private let onEvents: @Sendable ([RecordedEvent]) -> Void
    private let onFailure: @Sendable (any Error) -> Void
    private let hasEnded = DispatchSemaphore(value: 0)
    /// Only the thread touches these until it has ended.
    private var scribe: RecordingScribe
    private var tally = RecordingTally()
    private var failure: (any Error)?

    /// A session that writes with `scribe` what comes out of `queue`.
    ///
    /// - Parameters:
    ///   - scribe: what writes.
    ///   - queue: where the recorder puts what it hands on.
    ///   - onEvents: told, on the session's thread, what has been stored; it must not wait for long.
    ///   - onFailure: told, once, why nothing is recorded from now on.
    init(
        scribe: RecordingScribe,
        queue: EventQueue,
        onEvents: @escaping @Sendable ([RecordedEvent]) -> Void = { _ in },
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.scribe = scribe
        self.queue = queue
        self.onEvents = onEvents
        self.onFailure = onFailure
        let thread = Thread { [self] in run() }
        thread.name = "kinescope.recording"
        // As the main thread's: what walks through deep documents was measured there.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// What a session leaves.
    struct Result {
        /// What was recorded.
        var tally: RecordingTally
        /// What takes secrets out, with all that it has learnt.
        var redactor: Redactor?
        /// Why recording stopped before its time.
        var failure: (any Error)?
    }

    /// Stores what still waits, and ends the thread; to be called once, when the recorder has stopped.
    func finish() -> Result {
        queue.close()
        hasEnded.wait()
        return Result(tally: tally, redactor: scribe.redactor, failure: failure)
    }

    private func run() {
        while let batch = queue.next() {
            let stored = failure == nil ? store(batch) : []
            if failure != nil { for entry in batch { tally.skip(entry.event) } }
            for entry in batch { entry.stored() }
            if !stored.isEmpty { onEvents(stored) }
        }
        hasEnded.signal()
    }

    private func store(_ batch: [EventQueue.Entry]) -> [RecordedEvent] {
        do {
            let stored = try scribe.write(batch.map(\.event))
            for event in stored { tally.add(event) }
            return stored
        } catch {
            failure = error
            onFailure(error)
            return []
        }
    }
}
