import ClientStack
import PassAPI
import Services
import VirtualTime

extension Findings {
    /// Evaluates a request and its response.
    mutating func evaluate(
        _ request: PassRequest,
        _ answer: RecordedAnswer,
        at now: Instant,
        service: RecordedService
    ) -> [Finding] {
        switch answer {
        case .match(let match):
            noteSkip(before: match.call, service: service)
            var found = differences(of: match, at: now)
            found += pace(of: match, at: now)
            if !match.overtaken.isEmpty {
                found.append(.divergence(outOfOrder(match, at: now)))
            }
            let disagreements = check.disagreements(of: match.call, with: request)
            if !disagreements.isEmpty {
                found.append(.divergence(disagreement(match.call, disagreements, at: now)))
            }
            if !match.isRepeated { answered.append(match.call) }
            return found
        case .unmatched(let unmatched):
            let expected = service.firstUnused { !$0.request.operation.purpose.isIdle }
            return [.divergence(divergence(request, unmatched, expected: expected, at: now))]
        }
    }

    private mutating func noteSkip(before call: RecordedCall, service: RecordedService) {
        guard firstSkip == nil else { return }
        let skipped = service.firstUnused(before: call.startedAt) {
            !$0.request.operation.isHarmlessExtra && $0.endedAt <= call.startedAt
        }
        if let skipped { firstSkip = (skipped, answered.last) }
    }

    private func differences(of match: RecordedAnswer.Match, at now: Instant) -> [Finding] {
        let call = match.call
        let operation = call.request.operation
        let required = match.differences.filter { operation.needs($0.name) }.flatMap(TokenDifference.details)
        var found: [Finding] = match.differences.filter { !operation.needs($0.name) }
            .map { field in
                let rule = call.rule(on: field, isProviderKnown: hasUnsupportedProvider)
                let content = ReplayWarning.Content.parameterDiffers(operation, field)
                return .warning(ReplayWarning(content, at: now, exchanges: [call.ordinal], breaking: rule))
            }
        if let first = required.first {
            let divergence = Divergence(
                .fieldMismatch,
                at: now,
                exchange: call.ordinal,
                fields: required,
                cause: origin(of: first.replayed),
                .parameterDiffers(operation)
            )
            found.append(.divergence(divergence))
        }
        return found
    }

    private func outOfOrder(_ match: RecordedAnswer.Match, at now: Instant) -> Divergence {
        let content = Divergence.Content.outOfTurn(match.call.request.operation, overtaken: match.overtaken)
        return Divergence(.outOfOrder, at: now, exchange: match.call.ordinal, content)
    }

    func disagreement(_ call: RecordedCall, _ fields: [FieldDifference], at now: Instant) -> Divergence {
        let content = Divergence.Content.responseDisagrees(call.request.operation)
        return Divergence(.fieldMismatch, at: now, exchange: call.ordinal, fields: fields, content)
    }

    private func divergence(
        _ request: PassRequest,
        _ unmatched: RecordedAnswer.Unmatched,
        expected: RecordedCall?,
        at now: Instant
    ) -> Divergence {
        let cause = cause(of: request, expected: expected, at: now)
        let nearest = unmatched.nearest?.request.operation
        return Divergence(
            endsToken(cause) ? .expiredDuringReplay : reason(of: unmatched, request, at: now),
            at: now,
            exchange: unmatched.nearest?.ordinal,
            fields: nearest == request.operation ? unmatched.differences.flatMap(TokenDifference.details) : [],
            cause: cause,
            .unanswered(request.operation, step, unmatched.reason, nearest: nearest, expected: expected)
        )
    }

    /// Returns true if the cause is that a token has expired which the recorded client still used.
    private func endsToken(_ cause: Divergence.Cause?) -> Bool {
        cause?.field == "simpleTokenTTL" || cause?.field == "simpleTokenExpires"
    }

    /// A new access token or code that the recorded client did not need: its old one had not run out yet.
    private func reason(of unmatched: RecordedAnswer.Unmatched, _ request: PassRequest, at now: Instant)
        -> UnmatchedReason
    {
        guard let last = session.calls.last, now > last.endedAt + .seconds(1) else { return unmatched.reason }
        return [.accessToken, .code].contains(request.operation.role) ? .expiredDuringReplay : unmatched.reason
    }
}

extension Operation {
    /// Returns true if a call without this parameter, or with another value of it, is another call.
    ///
    /// The bearer token is one of them although some pages leave it out: it says on whose behalf the call is made.
    fileprivate func needs(_ parameter: String) -> Bool {
        // No page shows whether the SDK fetches its configuration with a token.
        if parameter == "Authorization", interface == .accessEnabler, role == .providers { return false }
        return parameter == "Authorization"
            || specification.parameters.contains { $0.name == parameter && $0.isRequired }
    }
}
