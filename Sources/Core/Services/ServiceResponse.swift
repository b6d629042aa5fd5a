/// The response of a service to an operation, and what was matched or why nothing was.
public struct ServiceResponse: Hashable, Sendable {
    /// The response as its client understands it, and when; nil where nothing was matched.
    public var delivery: Delivery?
    /// The recording's answer; nil where none answers.
    public var answer: RecordedAnswer?

    /// The recording's answer; none where nothing is left to answer.
    init(_ answer: RecordedAnswer? = nil) {
        self.answer = answer
        if case .match(let match)? = answer { delivery = match.call.delivery }
    }

    /// What the simulated service delivers.
    init(_ delivery: Delivery) { self.delivery = delivery }
}
