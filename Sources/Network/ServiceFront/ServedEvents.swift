import Documents
import NIOConcurrencyHelpers
import Synchronization

/// What control did to what is served, and whoever follows that and the requests.
///
/// Requests are not kept here: a reader takes them from the log, from where it has come to. So a slow reader holds nothing
/// in memory, and no request waits for one.
package final class ServedEvents: Sendable {
    /// The readers at once; a further one is refused.
    package static let mostReaders = 32
    /// The steps that are kept for readers that are behind.
    static let keptSteps = 256

    /// A step that was made.
    struct Step: Sendable {
        /// Its number, from 1; a reset begins again.
        var number: Int
        /// The number of requests that had come before it.
        var requests: Int
        /// What control answered.
        var object: JSONObject
    }

    /// What control has done.
    struct Changes: Sendable {
        /// How often all was forgotten.
        var resets = 0
        /// The last steps since then, in order.
        var steps: [Step] = []
        /// The number of steps since then.
        var stepCount = 0
    }

    private struct Reader {
        var isWoken = false
        var isDue = false
        var waiting: CheckedContinuation<Void, Never>?
        var heart: Task<Void, Never>?
    }

    private struct State {
        var changes = Changes()
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        var hasEnded = false
    }

    private let state = NIOLockedValueBox(State())
    /// The number of readers, for requests, which mostly have none to wake.
    private let openCount = Atomic<Int>(0)
    private let heartbeat: Duration

    /// Events of which a reader is sent a sign of life after so long.
    package init(heartbeat: Duration = .seconds(15)) { self.heartbeat = heartbeat }

    // MARK: What happens

    /// A request was answered, and is in the log.
    func requested() {
        // A reader counts itself before it takes the log's lock: one that is not counted yet will see the request there.
        if openCount.load(ordering: .sequentiallyConsistent) > 0 { wake { _ in } }
    }

    /// A step was made, after so many requests.
    func made(_ step: JSONObject, after requests: Int) {
        wake { changes in
            changes.stepCount += 1
            if changes.steps.count >= Self.keptSteps { changes.steps.removeFirst(Self.keptSteps / 4) }
            changes.steps.append(Step(number: changes.stepCount, requests: requests, object: step))
        }
    }

    /// All was forgotten.
    func reset() { wake { $0 = Changes(resets: $0.resets + 1) } }

    /// Nothing more happens: every reader comes to its end, and no other is let in.
    package func end() {
        let waiting = state.withLockedValue { state in
            state.hasEnded = true
            return state.readers.keys.sorted().compactMap { Self.wake(&state.readers[$0]) }
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wake(_ change: (inout Changes) -> Void) {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLockedValue { state in
            change(&state.changes)
            if state.readers.isEmpty { return [] }
            return state.readers.keys.sorted().compactMap { Self.wake(&state.readers[$0]) }
        }
        for continuation in waiting { continuation.resume() }
    }

    private static func wake(_ reader: inout Reader?) -> CheckedContinuation<Void, Never>? {
        reader?.isWoken = true
        defer { reader?.waiting = nil }
        return reader?.waiting
    }

    // MARK: Who reads

    /// What control has done so far.
    var changes: Changes { state.withLockedValue { $0.changes } }

    /// The number of readers there are.
    package var readerCount: Int { state.withLockedValue { $0.readers.count } }

    /// Lets a reader in; nil if there are too many, or nothing more happens.
    func open() -> Int? {
        let number: Int? = state.withLockedValue { state in
            guard !state.hasEnded, state.readers.count < Self.mostReaders else { return nil }
            state.lastReader += 1
            state.readers[state.lastReader] = Reader()
            openCount.add(1, ordering: .sequentiallyConsistent)
            return state.lastReader
        }
        guard let number else { return nil }
        let heart = Task { [weak self, heartbeat] in
            while (try? await Task.sleep(for: heartbeat)) != nil { self?.beat(number) }
        }
        state.withLockedValue { $0.readers[number]?.heart = heart }
        return number
    }

    private func beat(_ number: Int) {
        let waiting = state.withLockedValue { state in
            state.readers[number]?.isDue = true
            return Self.wake(&state.readers[number])
        }
        waiting?.resume()
    }

    /// Lets a reader go.
    func close(_ number: Int) {
        let reader = state.withLockedValue { $0.readers.removeValue(forKey: number) }
        if reader != nil { openCount.subtract(1, ordering: .sequentiallyConsistent) }
        reader?.heart?.cancel()
        reader?.waiting?.resume()
    }

    /// The next that a reader has to see to.
    enum Turn {
        /// Something may have happened.
        case look
        /// A sign of life is due.
        case beat
        case end
    }

    /// Waits until there is something for a reader to see to.
    func turn(of number: Int) async -> Turn {
        while true {
            let turn: Turn? = state.withLockedValue { state in
                guard !state.hasEnded, let reader = state.readers[number] else { return .end }
                guard reader.isWoken else { return nil }
                state.readers[number]?.isWoken = false
                state.readers[number]?.isDue = false
                return reader.isDue ? .beat : .look
            }
            if let turn { return turn }
            await withCheckedContinuation { continuation in
                let isLate = state.withLockedValue { state in
                    guard !state.hasEnded, state.readers[number]?.isWoken == false else { return true }
                    state.readers[number]?.waiting = continuation
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }
}
