import Foundation

/// Changes batches on all cores and hands the results to one consumer, in the order in which the batches came.
///
/// The caller produces on its own thread meanwhile. A limited number of batches is under way, so that a fast producer
/// does not fill the memory, and enough that one slow batch does not stop the others. A class, since it owns the
/// queues.
final class OrderedPipeline<Input: Sendable, Output: Sendable> {
    private let transform: @Sendable (Input) throws -> Output
    private let consume: Consumer
    private let workers = DispatchQueue(label: "kinescope.workers", attributes: .concurrent)
    private let consumer = DispatchQueue(label: "kinescope.consumer")
    private let room: DispatchSemaphore
    private let outcome = Outcome()

    /// A pipeline that lets `width` batches be under way.
    init(
        width: Int = 16 * ProcessInfo.processInfo.activeProcessorCount,
        transform: @escaping @Sendable (Input) throws -> Output,
        consume: @escaping (Output) throws -> Void
    ) {
        self.transform = transform
        self.consume = Consumer(body: consume)
        room = DispatchSemaphore(value: width)
    }

    /// Takes a batch; waits while too many are under way.
    ///
    /// - Throws: what a batch before threw.
    func submit(_ input: Input) throws {
        room.wait()
        if let error = outcome.error {
            room.signal()
            throw error
        }
        let batch = Batch()
        workers.async { [transform] in
            batch.result = Result { try transform(input) }
            batch.isDone.signal()
        }
        consumer.async { [consume, outcome, room] in
            batch.isDone.wait()
            defer { room.signal() }
            guard outcome.error == nil else { return }
            do {
                if let output = try batch.result?.get() { try consume.body(output) }
            } catch {
                outcome.error = error
            }
        }
    }

    /// Waits until everything that was submitted has been consumed.
    ///
    /// - Throws: what a batch threw.
    func finish() throws {
        consumer.sync {}
        if let error = outcome.error { throw error }
    }

    /// Drops what has not been consumed, and waits until nothing is under way; after ``finish()`` there is nothing to
    /// do.
    func cancel() {
        outcome.error = CancellationError()
        consumer.sync {}
    }

    /// A batch on its way from a worker to the consumer; the semaphore orders the two.
    private final class Batch: @unchecked Sendable {
        let isDone = DispatchSemaphore(value: 0)
        var result: Result<Output, any Error>?
    }

    /// Called on one queue only, while the caller waits or produces.
    private struct Consumer: @unchecked Sendable {
        let body: (Output) throws -> Void
    }

    /// The first error.
    private final class Outcome: @unchecked Sendable {
        private let lock = NSLock()
        private var first: (any Error)?

        var error: (any Error)? {
            get { lock.withLock { first } }
            set { lock.withLock { if first == nil { first = newValue } } }
        }
    }
}
