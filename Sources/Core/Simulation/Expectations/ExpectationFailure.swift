public import VirtualTime

/// An expectation that was not met.
public struct ExpectationFailure: Hashable, Sendable, CustomStringConvertible {
    /// The line of the expectation's step in the scenario's file, from 1; 0 if it was made up.
    public var line: Int
    /// What kind of expectation it was, and what it asked for.
    public var values: [EventValue]
    /// When it was looked at, in true time.
    public var instant: Instant
    /// What was expected.
    public var expected: String
    /// What was found instead.
    public var found: String

    /// A failure of these parts.
    public init(line: Int, values: [EventValue], instant: Instant, expected: String, found: String) {
        self.line = line
        self.values = values
        self.instant = instant
        self.expected = expected
        self.found = found
    }

    /// For a person: `line 9, 2026-01-31T16:00:00Z: expected playing KITE1, found not playing: …`.
    public var description: String {
        (line > 0 ? "line \(line), " : "") + "\(instant): expected \(expected), found \(found)"
    }
}
