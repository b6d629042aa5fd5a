import ClientStack
import Conformance
import PassAPI
import Services
import VirtualTime

extension BehaviorDifference {
    /// The pace that the documents' client was given to keep step with an app that polls faster than it may.
    ///
    /// - Parameters:
    ///   - calls: the recorded calls.
    ///   - interval: what the client waits between polls.
    /// - Returns: the difference; nil if the app polls no faster than every 3 s.
    static func fastPolling(of calls: [RecordedCall], interval: Duration) -> BehaviorDifference? {
        let codes = calls.indices.lazy.filter { calls[$0].request.operation.role == .code }
        for code in codes.prefix(mostLogins) {
            guard let first = calls[code...].first(where: { $0.request.operation.specification.isPoll }) else {
                continue
            }
            let polls = calls.polls(around: first.ordinal)
            guard let pace = PollPace(of: polls.map(\.startedAt)) else { continue }
            guard pace.median < PollPace.shortest else { return nil }
            var difference = BehaviorDifference(
                row: "poll-interval",
                value: interval.words,
                documented: PollInterval.standard.words,
                exchanges: polls.map(\.ordinal),
                breaking: .poll001
            )
            difference.pollPace = pace
            return difference
        }
        return nil
    }

    /// In so many logins a second poll is looked for.
    private static let mostLogins = 16
}
