package import VirtualTime

/// The times at which an assertion may be used, put together from the dates in libxml2's tree.
///
/// The dates are counted by other means than the module's own, and nothing is joined: an instant is compared with each
/// interval.
package struct LibXML2Times {
    /// A start and an end; nil where it does not say.
    struct Interval {
        private(set) var start: Instant?
        private(set) var end: Instant?
        /// True if all that it has are dates.
        private(set) var isReadable = true

        /// An interval that says nothing.
        init() {}

        /// The interval between two dates as they are written.
        init(from start: String?, until end: String?) {
            self.start = start.flatMap { CountedDate.ofSAML($0) }
            self.end = end.flatMap { CountedDate.ofSAML($0) }
            isReadable = (start == nil) == (self.start == nil) && (end == nil) == (self.end == nil)
        }

        /// Checks whether it holds at `instant`; the end is exclusive.
        func holds(at instant: Instant) -> Bool {
            if let start, instant < start { return false }
            if let end, instant >= end { return false }
            return true
        }
    }

    private var conditions = Interval()
    private var bearers: [Interval] = []
    private var others: [Interval] = []

    /// Takes in what the conditions say.
    mutating func limit(_ interval: Interval) { conditions = interval }

    /// Takes in what a confirmation by this method says.
    mutating func confirm(by method: String, _ interval: Interval) {
        var trimmed = Array(method.utf8.drop { $0 <= 0x20 })
        while let last = trimmed.last, last <= 0x20 { trimmed.removeLast() }
        if trimmed == Array("urn:oasis:names:tc:SAML:2.0:cm:bearer".utf8) {
            bearers.append(interval)
        } else {
            others.append(interval)
        }
    }

    /// The confirmations that count: bearers, if there are any.
    private var confirmations: [Interval] { bearers.isEmpty ? others : bearers }

    /// True if all dates in it are dates by another reader, too.
    package var isReadable: Bool { ([conditions] + bearers + others).allSatisfy(\.isReadable) }

    /// True if an interval can express the same: one confirmation at most counts, or each begins before the others have
    /// ended, at the end of one at the latest.
    package var isOneInterval: Bool {
        guard confirmations.count > 1 else { return true }
        let sorted = confirmations.sorted { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
        // One without an instant in it is none, and joins nothing.
        let isNever = sorted.contains { interval in
            interval.end.map { $0 <= interval.start ?? .distantPast } ?? false
        }
        guard !isNever, var end = sorted[0].end else { return !isNever }
        for interval in sorted.dropFirst() {
            guard (interval.start ?? .distantPast) <= end else { return false }
            guard let next = interval.end else { return true }
            end = max(end, next)
        }
        return true
    }

    /// The starts and ends that it says.
    package var bounds: [Instant] { ([conditions] + confirmations).flatMap { [$0.start, $0.end].compactMap { $0 } } }

    /// Checks whether the assertion may be used at `instant`: its conditions hold, and one of its confirmations.
    package func permit(_ instant: Instant) -> Bool {
        guard conditions.holds(at: instant) else { return false }
        return confirmations.isEmpty || confirmations.contains { $0.holds(at: instant) }
    }
}
