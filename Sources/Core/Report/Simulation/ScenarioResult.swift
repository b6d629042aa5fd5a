public import Simulation
public import VirtualTime

/// What came of one scenario.
public struct ScenarioResult: Hashable, Sendable {
    /// The scenario's file, as it was named; `--random` and a seed if it was made up.
    public var file: String
    /// What it shows, in a sentence; the file if that could not be read.
    public var title: String
    /// The ids of the requirements that it is about.
    public var requirements: [String]
    /// How it went.
    public var outcome: Outcome

    /// How a scenario went.
    public enum Outcome: Hashable, Sendable {
        /// It ran to its end.
        case ran(Run)
        /// It could not be read or cannot happen: one line that names the file, the line and the problem, and how far
        /// it came.
        case refused(String, Run?)
    }

    /// A run to the end, or to the step that could not happen.
    public struct Run: Hashable, Sendable {
        /// The expectations that were not met, in order.
        public var failures: [ExpectationFailure]
        /// Everything that happened.
        public var timeline: Timeline
        /// When it began and when it ended, in virtual time.
        public var span: ClosedRange<Instant>
        /// What stands for the run.
        public var digest: Digest

        /// A run with these parts.
        public init(
            failures: [ExpectationFailure],
            timeline: Timeline,
            span: ClosedRange<Instant>,
            digest: Digest
        ) {
            self.failures = failures
            self.timeline = timeline
            self.span = span
            self.digest = digest
        }
    }

    /// What a result amounts to.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// Every expectation was met.
        case good = "ok"
        /// An expectation was not met.
        case failed
        /// It could not be run.
        case refused
    }

    /// A result with these parts.
    public init(file: String, title: String, requirements: [String] = [], outcome: Outcome) {
        self.file = file
        self.title = title
        self.requirements = requirements
        self.outcome = outcome
    }

    /// The run, as far as it came; nil if it never began.
    public var run: Run? {
        switch outcome {
        case .ran(let run): run
        case .refused(_, let run): run
        }
    }

    /// What the result amounts to.
    public var verdict: Verdict {
        switch outcome {
        case .ran(let run): run.failures.isEmpty ? .good : .failed
        case .refused: .refused
        }
    }
}
