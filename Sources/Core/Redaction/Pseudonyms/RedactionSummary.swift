/// The amount that was replaced, by kind, in a fixed order.
public struct RedactionSummary: Hashable, Sendable {
    /// The count of one kind.
    public struct Count: Hashable, Sendable {
        /// The kind of the replaced values.
        public var kind: SecretKind
        /// The number of different values.
        public var values: Int
        /// In how many places they stood.
        public var occurrences: Int
    }

    private var values = [Int](repeating: 0, count: SecretKind.allCases.count)
    private var occurrences = [Int](repeating: 0, count: SecretKind.allCases.count)

    /// A summary of nothing.
    public init() {}

    /// The kinds that were met, in the order of ``SecretKind``.
    public var counts: [Count] {
        SecretKind.allCases.compactMap { kind in
            occurrences[kind.rawValue] == 0
                ? nil
                : Count(kind: kind, values: values[kind.rawValue], occurrences: occurrences[kind.rawValue])
        }
    }

    /// The number of different values that were replaced.
    public var totalValues: Int { values.reduce(0, +) }

    /// In how many places values were replaced.
    public var totalOccurrences: Int { occurrences.reduce(0, +) }

    mutating func countValue(_ kind: SecretKind) { values[kind.rawValue] += 1 }
    mutating func countOccurrences(_ count: Int, of kind: SecretKind) { occurrences[kind.rawValue] += count }
}
