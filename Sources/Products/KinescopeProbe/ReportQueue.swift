/// What a reporter has yet to send, and how it fares: a value, so that each of its rules is a line of a test.
struct ReportQueue: Sendable {
    /// One line of a report.
    struct Line: Hashable, Sendable {
        /// What is posted to: `vsa-calls`, `user-actions`.
        var path: String
        var text: String
        var reportedAt: ContinuousClock.Instant
    }

    /// How an attempt to send some lines ended.
    enum Outcome: Sendable {
        case taken
        /// The recorder does not want them: sending them again would not help.
        case refused
        /// Nobody is there, or not now.
        case failed
    }

    private let limits: ReporterLimits
    private(set) var lines: [Line] = []
    private var bytes = 0
    private var failures = 0
    private(set) var counts = ReporterCounts()

    /// Limits below nothing count as nothing; a request has one line at least.
    init(limits: ReporterLimits) {
        var limits = limits
        limits.lines = max(limits.lines, 0)
        limits.bytes = max(limits.bytes, 0)
        limits.linesPerRequest = max(limits.linesPerRequest, 1)
        limits.firstPause = max(limits.firstPause, .zero)
        limits.longestPause = max(limits.longestPause, .zero)
        self.limits = limits
    }

    /// Puts a line at the end; what there is no room for goes from the front.
    mutating func append(_ line: Line) {
        guard line.text.utf8.count <= limits.bytes else {
            counts.dropped += 1
            return
        }
        lines.append(line)
        bytes += line.text.utf8.count
        makeRoom()
    }

    /// Takes the next lines to be sent out: the first, and what follows it to the same path.
    mutating func next(now: ContinuousClock.Instant) -> [Line] {
        let tooOld = lines.prefix { now - $0.reportedAt > limits.patience }.count
        removeFirst(tooOld)
        counts.dropped += tooOld
        let path = lines.first?.path
        let batch = Array(lines.prefix(limits.linesPerRequest).prefix { $0.path == path })
        removeFirst(batch.count)
        return batch
    }

    /// Notes how sending `batch` ended; what failed is put back to the front.
    ///
    /// - Returns: how long to wait before the next attempt; nil if it need not wait.
    mutating func ended(_ batch: [Line], _ outcome: Outcome) -> Duration? {
        switch outcome {
        case .taken:
            counts.sent += batch.count
            failures = 0
            return nil
        case .refused:
            counts.refused += batch.count
            failures = 0
            return nil
        case .failed:
            lines.insert(contentsOf: batch, at: 0)
            bytes += batch.reduce(0) { $0 + $1.text.utf8.count }
            makeRoom()
            let pause = limits.firstPause * (1 << min(failures, 16))
            failures += 1
            return min(pause, limits.longestPause)
        }
    }

    private mutating func makeRoom() {
        var count = max(0, lines.count - limits.lines)
        var left = bytes - lines.prefix(count).reduce(0) { $0 + $1.text.utf8.count }
        while left > limits.bytes {
            left -= lines[count].text.utf8.count
            count += 1
        }
        removeFirst(count)
        counts.dropped += count
    }

    private mutating func removeFirst(_ count: Int) {
        bytes -= lines.prefix(count).reduce(0) { $0 + $1.text.utf8.count }
        lines.removeFirst(count)
    }
}

/// What became of the lines that were reported.
public struct ReporterCounts: Hashable, Sendable {
    /// Lines that a recorder has taken.
    public var sent = 0
    /// Lines that a recorder has refused.
    public var refused = 0
    /// Lines that were given up: too many, too long, or nobody listened for too long.
    public var dropped = 0

    /// Lines that are in no recording.
    public var lost: Int { refused + dropped }

    /// Nothing has been reported.
    public init() {}
}
