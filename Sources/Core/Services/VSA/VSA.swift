public import SubscriberAccount
public import VirtualTime

/// The source of answers to questions to Apple's framework.
public enum VSA: Hashable, Sendable {
    /// A VSA log.
    case recorded(RecordedVSA)
    /// The device's own settings, with the simulated service's MVPDs behind them.
    case settings

    /// The VSA log; nil where the device's settings answer.
    public var recorded: RecordedVSA? { if case .recorded(let platform) = self { platform } else { nil } }

    /// Returns the log's answer to a question; nil where the device's settings answer.
    public mutating func answer(_ question: VSARequest) -> RecordedVSA.Answer? {
        guard var log = recorded else { return nil }
        defer { self = .recorded(log) }
        return log.answer(question)
    }

    /// Passes over what the log answered before or at `instant`.
    public mutating func pass(until instant: Instant) {
        guard var log = recorded else { return }
        log.pass(until: instant)
        self = .recorded(log)
    }
}
