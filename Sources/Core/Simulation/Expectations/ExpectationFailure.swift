public import ClientStack
public import VirtualTime

/// An expectation that was not met.
public struct ExpectationFailure: Hashable, Sendable {
    /// The line of the expectation's step in the scenario's file, from 1; 0 if it was made up.
    public var line: Int
    /// The instant of the check, in true time.
    public var instant: Instant
    /// The expectation that was not met.
    public var expectation: Expectation
    /// The finding in place of what was expected.
    public var finding: Finding

    /// The kinds of findings.
    public enum Finding: Hashable, Sendable {
        /// This plays.
        case playing(String)
        /// Nothing plays, or not for such a reason; the user was told this.
        case notPlaying(told: [String], isForOtherReason: Bool)
        /// The sign-on state: true if a user is signed in.
        case signedIn(Bool)
        /// These names, in order.
        case names([String])
        case callbacks([AccessEnablerCallback])
        case callbackCame
        /// Words that no event, or nothing in the state, has.
        case unknownWords(isState: Bool)
        /// Events of the kind with other facts.
        case events([TimelineEvent])
        /// Events of these kinds and no other.
        case otherKinds([String])
        /// Something of the kind with other facts; if nothing, no such state.
        case states([StateEntry])
        /// The entries in the stores.
        case stored([StateEntry])
    }

    /// A failure of these parts.
    public init(line: Int, instant: Instant, expectation: Expectation, finding: Finding) {
        self.line = line
        self.instant = instant
        self.expectation = expectation
        self.finding = finding
    }
}
