import ClientStack
import PassAPI
import Services
import VirtualTime

extension Findings {
    /// What a request and its answer show.
    mutating func judge(
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
        case .miss(let miss):
            let expected = service.firstUnused { !$0.request.operation.purpose.isIdle }
            return [.divergence(divergence(request, miss, expected: expected, at: now))]
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
        let name = "exchange \(call.ordinal) (\(call.request.operation.adobeName))"
        let required = match.differences.filter { call.request.operation.needs($0.name) }
            .flatMap(TokenDifference.details)
        let optional = match.differences.filter { !call.request.operation.needs($0.name) }
        var found: [Finding] = optional.map { field in
            .deviation(
                Deviation(
                    .parameterDiffers,
                    at: now,
                    exchanges: [call.ordinal],
                    "\(name): \(sent(field))"
                )
            )
        }
        if let first = required.first {
            let origin = origin(of: first.replayed)
            found.append(
                .divergence(
                    Divergence(
                        .fieldDiffers,
                        at: now,
                        exchange: call.ordinal,
                        fields: required,
                        cause: origin,
                        "\(name), field \(first.name): recorded \(shown(first.recorded)), "
                            + "replayed \(shown(first.replayed))"
                            + (origin.map { ", which came from exchange \($0.exchange), field \($0.field)" } ?? "")
                    )
                )
            )
        }
        return found
    }

    /// What both clients sent; a long value that only one of them sends is named, not quoted.
    ///
    /// Such values are made of others, of replaced ones too, and two imports of one capture shall give one digest.
    private func sent(_ field: FieldDifference) -> String {
        switch (field.recorded, field.replayed) {
        case (nil, let replayed?) where isLong(replayed):
            "the recorded client did not send \(field.name), the reference client does"
        case (let recorded?, nil) where isLong(recorded):
            "the recorded client sent \(field.name), the reference client does not"
        default:
            "the recorded client sent \(field.name) \(shown(field.recorded)), "
                + "the reference client \(shown(field.replayed))"
        }
    }

    private func outOfOrder(_ match: RecordedAnswer.Match, at now: Instant) -> Divergence {
        let skipped = match.overtaken.map(String.init).joined(separator: ", ")
        return Divergence(
            .outOfOrder,
            at: now,
            exchange: match.call.ordinal,
            "exchange \(match.call.ordinal) (\(match.call.request.operation.adobeName)) was asked for before "
                + "exchange \(skipped), which the recording has first"
        )
    }

    func disagreement(_ call: RecordedCall, _ fields: [FieldDifference], at now: Instant) -> Divergence {
        let texts = fields.map { "\($0.name) is \(shown($0.recorded)), expected \(shown($0.replayed))" }
        return Divergence(
            .fieldDiffers,
            at: now,
            exchange: call.ordinal,
            fields: fields,
            "exchange \(call.ordinal) (\(call.request.operation.adobeName)): the answer does not fit the session: "
                + texts.joined(separator: "; ")
        )
    }

    private func divergence(
        _ request: PassRequest,
        _ miss: RecordedAnswer.Miss,
        expected: RecordedCall?,
        at now: Instant
    ) -> Divergence {
        let details = miss.differences.flatMap(TokenDifference.details)
        var summary = "the reference client asked for \(request.operation.adobeName)"
        if let step { summary += " in step \(step.rawValue)" }
        summary += ": \(miss.reason.rawValue)"
        if let nearest = miss.nearest {
            summary += "; the nearest is exchange \(nearest.ordinal) (\(nearest.request.operation.adobeName))"
            let fields = details.map {
                "\($0.name) recorded \(shown($0.recorded)), replayed \(shown($0.replayed))"
            }
            if nearest.request.operation == request.operation, !fields.isEmpty {
                summary += ", " + fields.joined(separator: "; ")
            }
        }
        let cause = cause(of: request, expected: expected, at: now)
        if let cause { summary += "; after \(cause.place)" }
        if let expected {
            summary +=
                "; the recorded client went on with exchange \(expected.ordinal) "
                + "(\(expected.request.operation.adobeName))"
        }
        return Divergence(
            endsToken(cause) ? .timeMoved : reason(of: miss, request, at: now),
            at: now,
            exchange: miss.nearest?.ordinal,
            fields: miss.nearest?.request.operation == request.operation ? details : [],
            cause: cause,
            summary
        )
    }

    /// Whether the cause is that a token has ended which the recorded client still used.
    private func endsToken(_ cause: Divergence.Cause?) -> Bool {
        cause?.field == "simpleTokenTTL" || cause?.field == "simpleTokenExpires"
    }

    /// A new access token or code that the recorded client did not need: its old one had not run out yet.
    private func reason(of miss: RecordedAnswer.Miss, _ request: PassRequest, at now: Instant) -> MissReason {
        guard let last = session.calls.last, now > last.endedAt + .seconds(1) else { return miss.reason }
        switch request.operation {
        case .accessToken, .createRegistrationCode: return .timeMoved
        default: return miss.reason
        }
    }
}

extension Operation {
    /// Whether a call without this parameter, or with another value of it, is another call.
    ///
    /// The bearer token is one of them although some pages leave it out: it says on whose behalf the call is made.
    fileprivate func needs(_ parameter: String) -> Bool {
        // No page shows whether the SDK fetches its configuration with a token.
        if parameter == "Authorization", self == .sdkConfiguration { return false }
        return parameter == "Authorization"
            || specification.parameters.contains { $0.name == parameter && $0.isRequired }
    }
}
