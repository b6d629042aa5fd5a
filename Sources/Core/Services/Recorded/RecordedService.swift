import Documents
import Exchanges
public import PassAPI
public import VirtualTime

/// The service as a recording knows it: it answers what was recorded, in the order it was recorded.
///
/// Order is strict for each operation of each device and free between them: the recorded client may have asked two
/// things at once. Polling is the exception: a poll samples what the service knows at an instant, so a client that
/// polls at another pace than the recorded one gets the answer that was true at its own instant.
public struct RecordedService: Hashable, Sendable {
    /// The recorded calls, in order.
    public let calls: [RecordedCall]

    /// Calls that have been answered or passed over, by index.
    private var isConsumed: [Bool]
    /// Nothing before this index is unused.
    private var firstCandidate = 0
    /// No request is answered by a call from this instant on: what the recorded user did then has not happened yet.
    public var horizon: Instant?
    /// What expires of what was given, as far as that was noticed.
    public var expirations: [Expiration] = []
    private var queues: [RecordedCall.MatchQueueKey: Queue]
    /// The indices of the calls of each operation, in order.
    private let places: [Operation: [Int]]

    /// The calls of one operation of one device.
    private struct Queue: Hashable, Sendable {
        /// Their indices, in order.
        var indices: [Int] = []
        /// The same by what their requests are matched by.
        var places: [ExactText: [Int]] = [:]
        /// Nothing before this position is unused: what keeps matching flat, however long the recording.
        var cursor = 0
        /// While polling: the last answer, and how far virtual time is ahead of the recording's.
        var poll: Poll?
    }

    private struct Poll: Hashable, Sendable {
        var index: Int
        var lead: Duration
    }

    /// A service that knows these calls, in order.
    public init(calls: [RecordedCall]) {
        self.calls = calls
        isConsumed = Array(repeating: false, count: calls.count)
        places = calls.indices.reduce(into: [:]) { $0[calls[$1].request.operation, default: []].append($1) }
        queues = [:]
        for index in calls.indices {
            let key = ExactText(calls[index].request.matchKey)
            queues[calls[index].queueKey, default: Queue()].indices.append(index)
            queues[calls[index].queueKey]?.places[key, default: []].append(index)
        }
    }

    /// The calls that no request has been answered from.
    public var unused: [RecordedCall] {
        calls.indices.filter { !isConsumed[$0] }.map { calls[$0] }
    }

    /// The earliest call that has not been used, among those `isIncluded` accepts.
    ///
    /// - Parameters:
    ///   - end: calls that were started at or after this instant are not looked at; nil looks at all.
    ///   - isIncluded: whether a call counts.
    /// - Returns: the call, or nil if all that count have been used.
    public func firstUnused(before end: Instant? = nil, where isIncluded: (RecordedCall) -> Bool) -> RecordedCall? {
        for index in calls.indices[firstCandidate...] where !isConsumed[index] {
            if let end, calls[index].startedAt >= end { return nil }
            if isIncluded(calls[index]) { return calls[index] }
        }
        return nil
    }

    /// Counts the call of this ordinal as used: somebody else than a request has made use of it.
    public mutating func use(_ ordinal: Int) {
        guard let index = calls.place(of: ordinal, by: \.ordinal) else { return }
        isConsumed[index] = true
        while firstCandidate < calls.count, isConsumed[firstCandidate] { firstCandidate += 1 }
        // Polling goes on from what was said last.
        queues[calls[index].queueKey]?.poll = nil
        guard calls[index].saysNotYet else { return }
        queues[calls[index].queueKey]?.poll = Poll(index: index, lead: .zero)
    }

    /// Returns the recording's answer to `request` at `now`.
    public mutating func answer(_ request: PassRequest, at now: Instant) -> RecordedAnswer {
        // Whoever asks after a new code polls for that: what was said before it is no answer.
        if request.operation.purpose == .signIn {
            for key in queues.keys { queues[key]?.poll = nil }  // tidy: each is forgotten
        }
        let queueKey = RecordedCall.MatchQueueKey(request)
        var queue = queues[queueKey] ?? Queue()
        defer { queues[queueKey] = queue }
        while queue.cursor < queue.indices.count, isConsumed[queue.indices[queue.cursor]] { queue.cursor += 1 }
        let key = request.matchKey
        guard queue.cursor < queue.indices.count else {
            return .unmatched(unmatched(for: request, key: key, in: queue))
        }
        if let index = pollToRepeat(key: key, in: queue, at: now) {
            return .match(match(index, for: request, isRepeated: true))
        }
        let first = queue.indices[queue.cursor]
        if calls[first].request.matchKey == key, isWithinHorizon(first) {
            let (chosen, passedOver) = pollToAnswer(from: first, key: key, in: queue, at: now)
            consume(chosen, in: &queue, at: now)
            return .match(match(chosen, for: request, passedOver: passedOver))
        }
        let isOpen = { [isConsumed] (index: Int) in !isConsumed[index] }
        let open = queue.indices[queue.cursor...].lazy.filter(isOpen)
        if let later = queue.places[ExactText(key)]?.first(where: isOpen), isWithinHorizon(later) {
            let overtaken = open.prefix { $0 != later }.map { [calls] in calls[$0].ordinal }
            consume(later, in: &queue, at: now)
            return .match(match(later, for: request, overtaken: Array(overtaken)))
        }
        return .unmatched(unmatched(for: request, key: key, in: queue))
    }

    /// Returns the page load that a web view's request is answered from; nil if none is left.
    public mutating func pageLoad(for request: PassRequest) -> RecordedAnswer.Match? {
        let key = request.matchKey
        guard let call = firstUnused(where: { $0.isPageLoad && $0.request.matchKey == key }),
            let index = calls.place(of: call.ordinal, by: \.ordinal), isWithinHorizon(index)
        else { return nil }
        use(call.ordinal)
        return match(index, for: request)
    }

    private func isWithinHorizon(_ index: Int) -> Bool { horizon.map { calls[index].startedAt < $0 } ?? true }

    // MARK: Taking an answer

    private mutating func consume(_ index: Int, in queue: inout Queue, at now: Instant) {
        isConsumed[index] = true
        while firstCandidate < calls.count, isConsumed[firstCandidate] { firstCandidate += 1 }
        guard calls[index].saysNotYet else {
            queue.poll = nil
            return
        }
        let lead = queue.poll?.lead ?? (now - calls[index].startedAt)
        queue.poll = Poll(index: index, lead: lead)
    }

    private func match(
        _ index: Int,
        for request: PassRequest,
        passedOver: [RecordedCall] = [],
        overtaken: [Int] = [],
        isRepeated: Bool = false
    ) -> RecordedAnswer.Match {
        RecordedAnswer.Match(
            call: calls[index],
            differences: request.asMade(like: calls[index]).differences(from: calls[index].request),
            passedOver: passedOver,
            overtaken: overtaken,
            isRepeated: isRepeated
        )
    }

    // MARK: Polling

    /// The last answer, if the request polls before the recorded client polled next.
    private func pollToRepeat(key: String, in queue: Queue, at now: Instant) -> Int? {
        let next = queue.indices[queue.cursor]
        guard let poll = queue.poll, calls[poll.index].request.matchKey == key,
            calls[next].request.matchKey == key, calls[next].startedAt + poll.lead > now
        else { return nil }
        return poll.index
    }

    /// The poll that tells what was true by now, and those passed over on the way to it.
    ///
    /// A poll that brought the token is never passed over.
    private mutating func pollToAnswer(
        from first: Int,
        key: String,
        in queue: Queue,
        at now: Instant
    ) -> (chosen: Int, passedOver: [RecordedCall]) {
        var chosen = first
        var passedOver: [RecordedCall] = []
        guard let poll = queue.poll else { return (first, []) }
        for next in queue.indices[queue.cursor...].dropFirst() {
            guard calls[chosen].saysNotYet, !isConsumed[next], calls[next].startedAt + poll.lead <= now,
                calls[next].request.matchKey == key
            else { break }
            passedOver.append(calls[chosen])
            isConsumed[chosen] = true
            chosen = next
        }
        return (chosen, passedOver)
    }

    // MARK: Having no answer

    private func unmatched(for request: PassRequest, key: String, in queue: Queue) -> RecordedAnswer.Unmatched {
        if let last = queue.places[ExactText(key)]?.last(where: { isConsumed[$0] }) {
            return unmatched(.alreadyReplayed, request, nearest: last)
        }
        let sameOperation = places[request.operation] ?? []
        let candidates = window(of: sameOperation.isEmpty ? Array(calls.indices) : sameOperation)
        let comparison = PassRequestComparison(of: request)
        let ranked = candidates.map { (index: $0, similarity: comparison.similarity(to: calls[$0].request)) }
        let nearest = ranked.max { lhs, rhs in
            // Ties go to a call that has not been used, then to the earlier one.
            if lhs.similarity != rhs.similarity { return lhs.similarity < rhs.similarity }
            if isConsumed[lhs.index] != isConsumed[rhs.index] { return isConsumed[lhs.index] }
            return lhs.index > rhs.index
        }
        return unmatched(sameOperation.isEmpty ? .notRecorded : .fieldMismatch, request, nearest: nearest?.index)
    }

    /// The most calls that a request is compared with to find the nearest: a long recording has thousands alike.
    private static let comparedCalls = 100

    /// The candidates around the place that the replay has come to, half of them on either side; all if they are few.
    private func window(of candidates: [Int]) -> ArraySlice<Int> {
        guard candidates.count > Self.comparedCalls else { return candidates[...] }
        let place = candidates.firstIndex { !isConsumed[$0] } ?? candidates.endIndex
        let first = min(max(0, place - Self.comparedCalls / 2), candidates.count - Self.comparedCalls)
        return candidates[first..<first + Self.comparedCalls]
    }

    private func unmatched(_ reason: UnmatchedReason, _ request: PassRequest, nearest: Int?) -> RecordedAnswer.Unmatched
    {
        RecordedAnswer.Unmatched(
            reason: reason,
            nearest: nearest.map { calls[$0] },
            differences: nearest.map { request.differences(from: calls[$0].request) } ?? []
        )
    }
}

extension PassRequest {
    /// The request as it is made in the manner of `call`: a page load has no headers but those that were recorded.
    package func asMade(like call: RecordedCall) -> PassRequest {
        call.isPageLoad ? asNavigation(like: call.request) : self
    }
}
