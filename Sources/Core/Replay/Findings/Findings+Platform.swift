import ClientStack
import Conformance
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

extension Findings {
    /// Evaluates a question to VSA, and decides the answer if the log has none.
    mutating func evaluate(
        _ question: VSARequest,
        _ answer: RecordedVSA.Answer,
        at now: Instant,
        service: RecordedService,
        platform: RecordedVSA
    ) -> (findings: [Finding], answer: VSAResult?) {
        let (found, replacement) = look(at: question, answer, at: now, service: service, platform: platform)
        // What was inferred for want of a VSA log proves nothing about the app; only that an answer is missing is told.
        let isEvidence = if case .missing = answer { replacement == nil } else { false }
        return (notes.contains(.platformInferred) && !isEvidence ? [] : found, replacement)
    }

    private mutating func look(
        at question: VSARequest,
        _ answer: RecordedVSA.Answer,
        at now: Instant,
        service: RecordedService,
        platform: RecordedVSA
    ) -> (findings: [Finding], answer: VSAResult?) {
        switch answer {
        case .recorded(let response, let differences):
            return (evaluate(response, differences, asked: question, at: now), nil)
        case .accessRepeated, .accessAssumed:
            // A client that asked nothing more of the platform skipped the step as a whole, which is told there.
            let asksOn = platform.unused.contains { if case .enqueue = $0.question { true } else { false } }
            guard asksOn else { return ([], nil) }
            let content = ReplayWarning.Content.permissionNotAsked(step, isAssumed: answer == .accessAssumed)
            return ([.warning(ReplayWarning(content, at: now))], nil)
        case .missing(let reason, let nearest):
            return evaluateMissing(question, reason, nearest, at: now, service: service)
        }
    }

    private mutating func evaluate(
        _ response: VSACall,
        _ differences: [VSADifference],
        asked question: VSARequest,
        at now: Instant
    ) -> [Finding] {
        var found = differences.map { difference in
            // What is forwarded has to be what the service sent; everything else is the app's own choice.
            switch difference.property {
            case "verificationToken", "attributeNames": Finding.divergence(divergence(response, difference, at: now))
            default:
                Finding.warning(
                    ReplayWarning(
                        .questionDiffers(difference),
                        at: now,
                        vsaCalls: [response.ordinal],
                        breaking: rule(on: difference, response)
                    )
                )
            }
        }
        if case .metadata(_, let error) = response.answer {
            hasUnsupportedProvider = error?.unsupportedProviderIdentifier != nil
        }
        // Nobody is signed in there, or it is not said who: what was named before is not what follows from this.
        if case .metadata(nil, _) = response.answer { provider = nil }
        if case .metadata(let metadata?, _) = response.answer, let named = metadata.accountProviderIdentifier {
            provider = named
            if case .enqueue(let request) = question, !request.supportedAccountProviderIdentifiers.isEmpty,
                !request.supportedAccountProviderIdentifiers.contains(named)
            {
                found.append(.divergence(notOffered(named, request, response, at: now)))
            }
        }
        return found
    }

    /// The rule that only the whole recorded request can break.
    private func rule(on difference: VSADifference, _ response: VSACall) -> ConformanceRule? {
        guard difference.property == "featuredAccountProviderIdentifiers",
            case .enqueue(let recorded) = response.question
        else { return nil }
        return recorded.ruleOnFeaturedProviders
    }

    private func divergence(
        _ response: VSACall,
        _ difference: VSADifference,
        at now: Instant
    ) -> Divergence {
        let (recorded, replayed) = (difference.recorded, difference.replayed)
        return Divergence(
            .fieldMismatch,
            at: now,
            vsaCall: response.ordinal,
            fields: [FieldDifference(difference.property, recorded: recorded, replayed: replayed)],
            cause: origin(of: difference.replayed),
            .questionDiffers(difference)
        )
    }

    /// A provider that the reference client would not have let answer (video-subscriber-account.md §4).
    private func notOffered(
        _ provider: String,
        _ request: AccountMetadataRequest,
        _ response: VSACall,
        at now: Instant
    ) -> Divergence {
        let offered = request.supportedAccountProviderIdentifiers.joined(separator: ", ")
        let configuration = answered.last { $0.request.operation.role == .providers }
        let cause = configuration.map {
            Divergence.Cause(exchange: $0.ordinal, field: "mvpds[].boardingStatus", value: offered)
        }
        return Divergence(
            .fieldMismatch,
            at: now,
            vsaCall: response.ordinal,
            fields: [FieldDifference("accountProviderIdentifier", recorded: provider, replayed: offered)],
            cause: cause,
            .providerNotOffered
        )
    }

    private func evaluateMissing(
        _ question: VSARequest,
        _ reason: UnmatchedReason,
        _ nearest: VSACall?,
        at now: Instant,
        service: RecordedService
    ) -> (findings: [Finding], answer: VSAResult?) {
        let next = service.firstUnused { !$0.request.operation.purpose.isIdle }
        if next?.request.operation.role == .code, nearest == nil || reason == .alreadyReplayed {
            // The recorded client gave up on the platform here: it went on as one whose user cancelled.
            let exchanges = next.map { [$0.ordinal] } ?? []
            let warning = ReplayWarning(.platformLoginSkipped(step), at: now, exchanges: exchanges)
            return ([.warning(warning)], Self.cancelled(question))
        }
        let cause = cause(of: nil, expected: next, at: now)
        let content = Divergence.Content.questionUnanswered(step)
        return (
            [.divergence(Divergence(reason, at: now, vsaCall: nearest?.ordinal, cause: cause, content))], nil
        )
    }

    private static func cancelled(_ question: VSARequest) -> VSAResult {
        switch question {
        case .checkAccessStatus: .accessStatus(.notDetermined, nil)
        case .enqueue: .metadata(nil, AccountError(code: AccountError.Code.userCancelled.rawValue))
        }
    }
}
