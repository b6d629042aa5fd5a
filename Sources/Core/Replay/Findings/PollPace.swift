import PassAPI
import Services
import VirtualTime

/// The intervals between the polls of one login, start to start (conformance-rules.md §C.2).
public struct PollPace: Hashable, Sendable {
    /// The interval that the finding is about.
    public var interval: Duration
    /// The median of all intervals of the login; of an even number the mean of the middle two.
    public var median: Duration
    /// How many intervals the login has: of one alone there is no rhythm to speak of.
    public var intervalCount: Int

    /// Faster than every 3 s is a fault; a quarter of a second is not measured (POLL-001, conformance-rules.md §B).
    static let shortest = Duration.milliseconds(2_750)

    /// A pace with these parts.
    public init(interval: Duration, median: Duration, intervalCount: Int) {
        self.interval = interval
        self.median = median
        self.intervalCount = intervalCount
    }

    /// The pace of polls that began at these instants, one after the other; nil if there are fewer than two.
    init?(of starts: [Instant], interval: Duration? = nil) {
        let intervals = zip(starts.dropFirst(), starts).map { $0 - $1 }
        guard let first = intervals.first else { return nil }
        let sorted = intervals.sorted()
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        self.interval = interval ?? first
        intervalCount = sorted.count
    }
}

extension [RecordedCall] {
    /// The polls of the login that the poll of this ordinal belongs to.
    ///
    /// A login ends with the poll that brings the token, or with another registration code.
    func polls(around ordinal: Int) -> [RecordedCall] {
        guard let poll = first(where: { $0.ordinal == ordinal }) else { return [] }
        let ends = filter { call in
            call.request.operation == poll.request.operation || call.request.operation.role == .code
        }
        let logins = ends.split(maxSplits: ends.count) { $0.request.operation.role == .code }
        guard let login = logins.first(where: { $0.contains { $0.ordinal == ordinal } }),
            let place = login.firstIndex(where: { $0.ordinal == ordinal })
        else { return [] }
        let before = login[..<place].reversed().prefix { $0.saysNotYetAuthenticated }.reversed()
        let after = login[place...]
        let success = after.firstIndex { !$0.saysNotYetAuthenticated } ?? after.endIndex - 1
        return Array(before) + Array(after[...success])
    }
}
