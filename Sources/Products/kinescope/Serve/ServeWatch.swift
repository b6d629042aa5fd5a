import Foundation
import Simulation

/// Counts what is served, and says when it is enough.
final class ServeWatch: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var last: ContinuousClock.Instant?
    private let stop: Latch
    private let limit: StopCondition?
    /// What is to be said once it listens; nil from then on.
    private var unsaid: [@Sendable () -> Void]? = []
    private let console: (@Sendable (ServedEntry) -> Void)?
    /// A terminal that stands still is waited for here, and not where requests are answered.
    private let queue = DispatchQueue(label: "kinescope.served")

    /// A watch that opens `stop` after as many requests as `limit` says, and hands each to `console`.
    init(stop: Latch, limit: StopCondition?, console: (@Sendable (ServedEntry) -> Void)?) {
        (self.stop, self.limit, self.console) = (stop, limit, console)
    }

    /// When the last request was answered; nil before the first.
    var lastServed: ContinuousClock.Instant? { lock.withLock { last } }

    /// Waits until all that was served has been handed to the console.
    func finish() { queue.sync {} }

    /// Says something in its turn, and nothing before it listens.
    func say(_ words: @escaping @Sendable () -> Void) {
        lock.withLock {
            guard unsaid != nil else { return queue.async(execute: words) }
            unsaid?.append(words)
        }
    }

    /// It listens, and has said so.
    func begin() {
        lock.withLock {
            for words in unsaid ?? [] { queue.async(execute: words) }
            unsaid = nil
        }
    }

    /// A request was answered.
    func served(_ entry: ServedEntry) {
        let count = lock.withLock {
            self.count += 1
            last = .now
            return self.count
        }
        if let console { say { console(entry) } }
        if case .exchanges(let most)? = limit, count >= most { stop.open() }
    }
}
