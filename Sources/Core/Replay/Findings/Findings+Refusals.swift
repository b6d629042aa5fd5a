import PassAPI
import Services
import VirtualTime

// What an app of REST API V2 does after refusals, and what it asks for in vain (rest-api-v2.md §9.2, §9.3).

extension Findings {
    /// Calls that were made less than a second after one was throttled.
    func ignoredThrottles(at now: Instant) -> [Finding] {
        callsAndNext.compactMap { refused, next in
            guard refused.response?.status == 429 else { return nil }
            let pause = next.startedAt - refused.endedAt
            guard pause < .seconds(1) else { return nil }
            let content = ReplayWarning.Content.throttleIgnored(next.request.operation, pause: pause)
            return .warning(ReplayWarning(content, at: now, exchanges: [next.ordinal]))
        }
    }

    /// Calls that were made once more with the access token that had been refused.
    func reusedTokens(at now: Instant) -> [Finding] {
        callsAndNext.compactMap { refused, next in
            guard refused.response?.status == 401, let token = next.request["Authorization"],
                token == refused.request["Authorization"]
            else { return nil }
            let content = ReplayWarning.Content.refusedTokenReused(next.request.operation)
            return .warning(ReplayWarning(content, at: now, exchanges: [next.ordinal]))
        }
    }

    /// Addresses to come back to that are encoded within the encoding of their place.
    func doublyEncodedRedirects(at now: Instant) -> [Finding] {
        session.calls.compactMap { call in
            guard call.request.operation.interface == .restV2, let url = call.request["redirectUrl"],
                url.lowercased().contains("%3a%2f%2f")
            else { return nil }
            let content = ReplayWarning.Content.redirectEncodedTwice(call.request.operation)
            return .warning(ReplayWarning(content, at: now, exchanges: [call.ordinal]))
        }
    }

    /// The app's calls of V2, each with the one that follows it.
    private var callsAndNext: [(RecordedCall, RecordedCall)] {
        let calls = session.calls.filter { $0.request.operation.interface == .restV2 }
        return Array(zip(calls, calls.dropFirst()))
    }
}
