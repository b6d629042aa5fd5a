import PassAPI
import Services
import VirtualTime

extension Findings {
    /// Evaluates the interval between two polls in a row, start to start.
    mutating func pace(of match: RecordedAnswer.Match, at now: Instant) -> [Finding] {
        guard match.call.request.operation.specification.isPoll else {
            lastPoll = nil
            return []
        }
        let previous = lastPoll
        lastPoll = match.call
        guard !match.isRepeated, let previous, previous.saysNotYetAuthenticated,
            previous.request.operation == match.call.request.operation,
            !warnings.contains(where: { [.polledFaster, .polledSlower].contains($0.code) })
        else { return [] }
        let next = match.passedOver.first ?? match.call
        let interval = next.startedAt - previous.startedAt
        guard interval < pollInterval - .milliseconds(250) || interval > pollInterval + .milliseconds(250) else {
            return []
        }
        let starts = session.calls.polls(around: previous.ordinal).map(\.startedAt)
        let pace =
            PollPace(of: starts, interval: interval) ?? PollPace(interval: interval, median: interval, intervalCount: 1)
        let content = ReplayWarning.Content.polledAtAnotherPace(pace, reference: pollInterval)
        return [.warning(ReplayWarning(content, at: now, exchanges: [previous.ordinal, next.ordinal]))]
    }
}

extension RecordedCall {
    var saysNotYetAuthenticated: Bool {
        request.operation.specification.isPoll
            && (response?.isSuccess != true || request.isToBeRepeated(after: response))
    }
}
