import Documents

/// Numbers that were given to exchanges of which there is no row: ascending ranges with rows or the end between them.
///
/// An exchange gets its number when it starts; one that is skipped or dropped afterwards leaves a gap.
public struct OrdinalGaps: Hashable, Sendable {
    /// The ranges, none of which touches the next.
    public private(set) var ranges: [ClosedRange<Int>] = []

    /// No gaps.
    public init() {}

    /// Gaps of these ranges, or nil if they do not ascend with a number between them, or begin below 1.
    public init?(_ ranges: [ClosedRange<Int>]) {
        for range in ranges {
            guard range.lowerBound > (self.ranges.last?.upperBound ?? -1) + 1, range.lowerBound > 0,
                range.upperBound <= Self.largest
            else { return nil }
            self.ranges.append(range)
        }
    }

    /// The gaps that ``text`` writes, or nil if it is something else.
    public init?(parsing text: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard ends.count <= 2, let first = Int(String(Substring(ends[0]))),
                let last = Int(String(Substring(ends[ends.count - 1]))), first <= last
            else { return nil }
            ranges.append(first...last)
        }
        self.init(ranges)
        // One text for the same gaps: digests are made of it.
        guard ExactText(self.text) == text else { return nil }
    }

    /// As the table `recording` has them: `3,7-9`.
    public var text: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }

    /// True if there are none.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The number of numbers in them.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The largest number there can be.
    public static let largest = 1 << 40

    /// Adds the numbers between two rows, or behind the last one; nothing if there are none.
    public mutating func add(after last: Int, before next: Int) {
        guard last + 1 < next, next - 1 <= Self.largest else { return }
        if let end = ranges.last, end.upperBound == last {
            ranges[ranges.count - 1] = end.lowerBound...next - 1
        } else {
            ranges.append(last + 1...next - 1)
        }
    }

    /// The numbers of `range` that are in none of the gaps, in ranges.
    public func numbersOutside(_ range: ClosedRange<Int>) -> [ClosedRange<Int>] {
        var outside: [ClosedRange<Int>] = []
        var next = range.lowerBound
        for gap in ranges[firstIndex(notBefore: next)...] {
            guard gap.lowerBound <= range.upperBound else { break }
            if gap.lowerBound > next { outside.append(next...gap.lowerBound - 1) }
            next = max(next, gap.upperBound + 1)
        }
        if next <= range.upperBound { outside.append(next...range.upperBound) }
        return outside
    }

    /// Checks whether the number is in one of them.
    public func contains(_ number: Int) -> Bool {
        let index = firstIndex(notBefore: number)
        return index < ranges.count && ranges[index].contains(number)
    }

    /// The first range that does not end before `number`.
    private func firstIndex(notBefore number: Int) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
