import FuzzReadings

/// The fuzzer's counters of what an input reaches in the parsers.
///
/// An input becomes part of a corpus if it reaches something new. What a property plants by itself, or reads once more, reaches
/// the same code again: counted, it would fill the corpus with inputs that say nothing new, and a fuzzer spends as much time on
/// its corpus as on the input.
public enum CoverageCounters {
    /// Keeps the counters as they are, and puts them back as they were kept; both nil where nothing is counted.
    ///
    /// Set once, by the executable, before the first input.
    nonisolated(unsafe) public static var keeping: Keeping?

    /// The functions that keep counters as they are, and put them back.
    public typealias Keeping = (keep: @Sendable () -> Void, putBack: @Sendable () -> Void)
}

/// Returns the result of `body`, without what it reaches being counted.
///
/// - Parameters:
///   - keeping: how counters are kept; nil where nothing is counted.
///   - body: what is checked; nothing in it may be uncounted again.
/// - Returns: its result.
/// - Throws: what `body` throws.
func uncounted<Answer>(
    _ keeping: CoverageCounters.Keeping? = unsafe CoverageCounters.keeping,
    _ body: () throws(PropertyFailure) -> Answer
) throws(PropertyFailure) -> Answer {
    guard let keeping else { return try body() }
    keeping.keep()
    defer { keeping.putBack() }
    return try body()
}
