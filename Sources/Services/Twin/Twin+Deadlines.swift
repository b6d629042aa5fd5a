public import VirtualTime

extension Twin {
    /// What it knows to run out after `now`, in true time: by instant, then by kind and subject.
    public func deadlines(at now: Instant) -> [Deadline] { providerDeadlines(at: now) }

    /// What it knows, for people, in a fixed order.
    public func stateLines(at now: Instant) -> [StateLine] { providerStateLines(at: now) }
}
