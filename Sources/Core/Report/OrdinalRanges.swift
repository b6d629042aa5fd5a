public import Documents

/// Ordinals of exchanges as a person reads them: `1, 3 to 5, 8, 9`; two neighbors are no span.
public struct OrdinalRanges: Hashable, Sendable, CustomStringConvertible {
    /// The ranges, as they came.
    public let ranges: [ClosedRange<Int>]

    /// These ranges.
    public init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// Ordinals of which each that follows the one before it belongs to the same range.
    public init(_ ordinals: some Sequence<Int>) {
        var ranges: [ClosedRange<Int>] = []
        for ordinal in ordinals {
            if let last = ranges.last, last.upperBound < .max, ordinal == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...ordinal
            } else {
                ranges.append(ordinal...ordinal)
            }
        }
        self.ranges = ranges
    }

    /// All of them.
    public var description: String { text(limit: .max) }

    /// The first `limit` ranges, and how many there are besides.
    public func text(limit: Int) -> String {
        let shown = ranges.prefix(limit).map { range -> String in
            guard range.count > 2 else { return range.map(String.init).joined(separator: ", ") }
            return "\(range.lowerBound) to \(range.upperBound)"
        }
        let rest = ranges.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(CountedNoun.text(rest, "more range"))" : "")
    }

    /// An array of objects with `first` and `last`.
    public var json: JSONValue {
        .array(ranges.map { .object(["first": .count($0.lowerBound), "last": .count($0.upperBound)]) })
    }
}
