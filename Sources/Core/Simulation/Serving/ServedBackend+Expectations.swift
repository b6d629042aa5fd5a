import PassAPI
import VirtualTime

// The scenarios' own expectations, of what is served: what was requested, and what the service knows.

extension ServedBackend {
    /// Checks what is expected when it is `wall`; requests are those since the expectation before.
    ///
    /// - Returns: what the served clock shows.
    /// - Throws: `ScenarioError` with the failure for what is not met, without one for what only an app knows.
    mutating func check(
        _ expectations: [Expectation],
        line: Int,
        at wall: Instant
    ) throws(ScenarioError) -> Instant {
        let now = pass(to: wall)
        for expectation in expectations {
            guard let finding = try mismatch(expectation, line, at: wall) else { continue }
            log.expect()
            let failure = ExpectationFailure(line: line, instant: now, expectation: expectation, finding: finding)
            throw ScenarioError(failure)
        }
        log.expect()
        return now
    }

    /// Returns what is found instead; nil if the expectation is met.
    private mutating func mismatch(
        _ expectation: Expectation,
        _ line: Int,
        at wall: Instant
    ) throws(ScenarioError) -> ExpectationFailure.Finding? {
        let requests = log.sinceExpectation.compactMap(\.operation)
        switch expectation {
        case .requests, .noRequests:
            guard log.keepsAllSinceExpectation else {
                throw ScenarioError(
                    line: line,
                    "more than \(ServedLog.capacity) requests have come since the last expectation: not all are kept",
                    hint: "expect more often"
                )
            }
        default: break
        }
        switch expectation {
        case .requests(let operations):
            return requests == operations ? nil : .names(requests.map(\.rawValue))
        case .noRequests(let operations):
            let forbidden = requests.filter { operations.isEmpty || operations.contains($0) }
            return forbidden.isEmpty ? nil : .names(forbidden.map(\.rawValue))
        case .state(let words):
            guard let pattern = StatePattern(words) else { return .unknownWords(isState: true) }
            let entries = stateEntries(at: wall)
            guard !entries.contains(where: pattern.matches) else { return nil }
            return .states(pattern.kind.map { kind in Array(entries.filter { $0.kind == kind }.prefix(5)) } ?? [])
        case .noState(let words):
            guard let pattern = StatePattern(words) else { return .unknownWords(isState: true) }
            let found = stateEntries(at: wall).filter(pattern.matches)
            return found.isEmpty ? nil : .states(Array(found.prefix(5)))
        case .playing, .notPlaying, .signedIn, .callbacks, .callback, .noCallback, .step, .message, .noMessage, .stored,
            .timeline, .noTimeline:
            throw ScenarioError(
                line: line,
                "what is served is not Kinescope's app: what it shows, stores and plays is not known here",
                hint: "expect requests, no requests, state or no state"
            )
        }
    }
}
