import PassAPI
import Services
import VirtualTime

extension Findings {
    /// What the distance between two polls in a row shows, start to start.
    mutating func pace(of match: RecordedAnswer.Match, at now: Instant) -> [Finding] {
        guard match.call.request.operation.specification.isPoll else {
            lastPoll = nil
            return []
        }
        let previous = lastPoll
        lastPoll = match.call
        guard !match.isRepeated, let previous, previous.saysNotYetAuthenticated,
            deviations.allSatisfy({ $0.kind != .polledAtAnotherPace })
        else { return [] }
        let next = match.passedOver.first ?? match.call
        let recorded = (interval: next.startedAt - previous.startedAt, ordinals: [previous.ordinal, next.ordinal])
        let isFaster = recorded.interval < pollInterval - .milliseconds(250)
        let isSlower = recorded.interval > pollInterval + .milliseconds(250)
        guard isFaster || isSlower else { return [] }
        return [
            .deviation(
                Deviation(
                    .polledAtAnotherPace,
                    at: now,
                    exchanges: recorded.ordinals,
                    "the recorded client polled \(isFaster ? "faster" : "slower"), every "
                        + "\(seconds(recorded.interval)) s (exchanges "
                        + "\(recorded.ordinals.map(String.init).joined(separator: ", "))); the reference client waits "
                        + "\(seconds(pollInterval)) s"
                )
            )
        ]
    }
}

extension RecordedCall {
    var saysNotYetAuthenticated: Bool { request.operation.specification.isPoll && response?.isSuccess != true }
}
