import VirtualTime

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends lines to a recorder, if one listens, in the order they were reported.
///
/// Reporting never waits and never fails: lines go to a short queue, and a task that ends when the queue is empty sends
/// them. Where no recorder listens, attempts become rare and lines are given up; see ``ReporterLimits``.
public final class Reporter: Sendable {
    /// Sends a request and answers the status of its response: the app's own HTTP stack.
    ///
    /// It has to go through the proxy that records, so that the recorder's host is found.
    public typealias Send = @Sendable (_ request: URLRequest) async throws -> Int

    /// The URL of a recorder through its own proxy: `http://kinescope.local`.
    public static let recorder = "http://kinescope.local"
    /// The header that says when a request was sent, by this device's clock.
    public static let sentAtHeader = "X-Kinescope-Sent-At"
    /// The time limit of a request: 5 seconds.
    static let timeout = 5.0

    private let base: String
    private let send: Send
    private let state: Locked<State>

    private struct State: Sendable {
        var queue: ReportQueue
        /// True while a task is sending what is in the queue.
        var isBusy = false
        /// The wait after a failure.
        var pause: Task<Void, Never>?
        var lastWaiter = 0
        var waiters: [Waiter] = []

        /// Takes out the waiters that are meant, to be answered outside of the lock.
        mutating func take(_ isMeant: (Waiter) -> Bool = { _ in true }) -> [Waiter] {
            let taken = waiters.filter(isMeant)
            waiters.removeAll(where: isMeant)
            return taken
        }
    }

    /// A caller that waits for the queue to be empty.
    private struct Waiter: Sendable {
        var id: Int
        /// The counts when the waiting began.
        var counts: ReporterCounts
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// A reporter.
    ///
    /// - Parameters:
    ///   - recorder: The URL that reports are posted below.
    ///   - limits: What it bears at most.
    ///   - send: How requests are sent.
    public init(
        to recorder: String = Reporter.recorder,
        limits: ReporterLimits = ReporterLimits(),
        send: @escaping Send = Reporter.urlSession()
    ) {
        base = recorder
        self.send = send
        state = Locked(State(queue: ReportQueue(limits: limits)))
    }

    /// The numbers of lines so far, by what became of them.
    public var counts: ReporterCounts { state.withLock { $0.queue.counts } }

    /// Puts a line in the queue; answers at once.
    func report(_ line: String, to path: String) {
        let line = ReportQueue.Line(path: path, text: line, reportedAt: .now)
        let mustStart = state.withLock { state in
            state.queue.append(line)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if mustStart { Task.detached(priority: .utility) { await self.drain() } }
    }

    /// Tries at once what waits.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: Whether a recorder has taken all that waited.
    public func flush(timeout: Duration = .seconds(5)) async -> Bool {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state -> Int? in
                guard state.isBusy else { return nil }
                state.lastWaiter += 1
                let waiter = Waiter(id: state.lastWaiter, counts: state.queue.counts, continuation: continuation)
                state.waiters.append(waiter)
                state.pause?.cancel()
                return waiter.id
            }
            guard let id else { return continuation.resume(returning: true) }
            Task.detached {
                try? await Task.sleep(for: timeout)
                for waiter in self.state.withLock({ $0.take { $0.id == id } }) {
                    waiter.continuation.resume(returning: false)
                }
            }
        }
    }
}

// MARK: Sending

extension Reporter {
    /// Sends until nothing is left.
    private func drain() async {
        while let batch = nextBatch() {
            let outcome = await post(batch)
            let (pause, waiters) = state.withLock { state -> (Task<Void, Never>?, [Waiter]) in
                guard let pause = state.queue.ended(batch, outcome) else { return (nil, []) }
                state.pause = Task { try? await Task.sleep(for: pause) }
                return (state.pause, state.take())
            }
            for waiter in waiters { waiter.continuation.resume(returning: false) }
            await pause?.value
        }
    }

    /// The next lines to be sent; nil if there are none, and then nobody is busy any more.
    private func nextBatch() -> [ReportQueue.Line]? {
        let (batch, waiters, counts) = state.withLock { state in
            state.pause = nil
            let batch = state.queue.next(now: .now)
            state.isBusy = !batch.isEmpty
            return (batch, batch.isEmpty ? state.take() : [], state.queue.counts)
        }
        for waiter in waiters { waiter.continuation.resume(returning: counts.lost == waiter.counts.lost) }
        return batch.isEmpty ? nil : batch
    }

    private func post(_ batch: [ReportQueue.Line]) async -> ReportQueue.Outcome {
        guard let path = batch.first?.path, let url = URL(string: "\(base)/\(path)") else { return .refused }
        var request = URLRequest(url: url, timeoutInterval: Self.timeout)
        request.httpMethod = "POST"
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
        request.setValue(Instant(Date()).description, forHTTPHeaderField: Self.sentAtHeader)
        request.httpBody = Data(batch.map { $0.text + "\n" }.joined().utf8)
        switch try? await send(request) {
        case (200..<300)?: return .taken
        case 400?, 403?, 413?: return .refused
        default: return .failed
        }
    }

    /// The platform's own HTTP stack, with its proxy; without cookies or caches.
    public static func urlSession() -> Send {
        let session = ReportSession(timeout: timeout)
        return { try await session.status(of: $0) }
    }
}

extension Instant {
    /// The instant of a date, to the microsecond that recordings keep.
    init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        self.init(microsecondsSince1970: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
    }
}
