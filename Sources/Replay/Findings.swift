import ClientStack
import Exchanges
import PassAPI
import Services
import Simulation
import SubscriberAccount
import VirtualTime

/// Judges what shows during a replay: what is a deviation, what is a divergence, what is neither.
struct Findings: Sendable {
    let session: RecordedSession
    let pollInterval: Duration
    var deviations: [Deviation] = []
    var divergences: [Divergence] = []
    var notes: [String] = []
    /// The step the reference client is in.
    var step: FlowStep?
    /// Whether answers agree with what was asked.
    var check = AnswerCheck()

    /// The last answers the client was given, the newest last.
    var answered: [RecordedCall] = []
    private var lastPoll: RecordedCall?
    /// Where the reference client first left a recorded call behind: the call, and the answer it came after.
    private(set) var firstSkip: (skipped: RecordedCall, after: RecordedCall?)?
    /// The provider the platform named last.
    var provider: String?

    init(session: RecordedSession, pollInterval: Duration) {
        self.session = session
        self.pollInterval = pollInterval
    }

    // MARK: Requests

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
            let expected = service.firstUnused { !$0.request.operation.isIdle }
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
        let optional = match.differences.filter { !call.request.operation.needs($0.name) }
        var found: [Finding] = optional.map { field in
            .deviation(
                Deviation(
                    .parameterDiffers,
                    at: now,
                    exchanges: [call.ordinal],
                    "\(name): the recorded client sent \(field.name) \(shown(field.recorded)), "
                        + "the reference client \(shown(field.replayed))"
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

    private func disagreement(_ call: RecordedCall, _ fields: [FieldDifference], at now: Instant) -> Divergence {
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
        var summary = "the reference client asked for \(request.operation.adobeName)"
        if let step { summary += " in step \(step.rawValue)" }
        summary += ": \(miss.reason.rawValue)"
        if let nearest = miss.nearest {
            summary += "; the nearest is exchange \(nearest.ordinal) (\(nearest.request.operation.adobeName))"
            let fields = miss.differences.map {
                "\($0.name) recorded \(shown($0.recorded)), replayed \(shown($0.replayed))"
            }
            if nearest.request.operation == request.operation, !fields.isEmpty {
                summary += ", " + fields.joined(separator: "; ")
            }
        }
        let cause = cause(of: request, expected: expected)
        if let cause { summary += "; it came here by exchange \(cause.exchange), \(cause.field) \(cause.value)" }
        if let expected {
            summary +=
                "; the recorded client went on with exchange \(expected.ordinal) "
                + "(\(expected.request.operation.adobeName))"
        }
        return Divergence(
            reason(of: miss, request, at: now),
            at: now,
            exchange: miss.nearest?.ordinal,
            fields: miss.nearest?.request.operation == request.operation ? miss.differences : [],
            cause: cause,
            summary
        )
    }

    /// A new access token or code that the recorded client did not need: its old one had not run out yet.
    private func reason(of miss: RecordedAnswer.Miss, _ request: PassRequest, at now: Instant) -> MissReason {
        guard let last = session.calls.last, now > last.endedAt + .seconds(1) else { return miss.reason }
        switch request.operation {
        case .accessToken, .createRegistrationCode: return .timeMoved
        default: return miss.reason
        }
    }

    // MARK: Polling

    private mutating func pace(of match: RecordedAnswer.Match, at now: Instant) -> [Finding] {
        guard match.call.request.operation.isPoll else {
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

    // MARK: The platform

    /// What a question to the platform shows, and what to answer if the log cannot.
    mutating func judge(
        _ question: AccountQuestion,
        _ answer: RecordedPlatform.Answer,
        at now: Instant,
        service: RecordedService,
        platform: RecordedPlatform
    ) -> (findings: [Finding], answer: AccountAnswer?) {
        switch answer {
        case .recorded(let response, let differences):
            return (judge(response, differences, asked: question, at: now), nil)
        case .accessRepeated, .accessAssumed:
            // A client that asked nothing more of the platform skipped the step as a whole, which is told there.
            let asksOn = platform.unused.contains { if case .enqueue = $0.question { true } else { false } }
            guard asksOn else { return ([], nil) }
            let summary =
                "step \(step?.rawValue ?? "?"): the recorded client did not ask for permission here, as the cookbook does; "
                + (answer == .accessAssumed ? "granted is assumed" : "the last answer is given again")
            return ([.deviation(Deviation(.permissionNotAsked, at: now, summary))], nil)
        case .missing(let reason, let nearest):
            return judgeMissing(question, reason, nearest, at: now, service: service)
        }
    }

    private mutating func judge(
        _ response: AccountResponse,
        _ differences: [AccountDifference],
        asked question: AccountQuestion,
        at now: Instant
    ) -> [Finding] {
        var found = differences.map { difference in
            // What is forwarded has to be what the service sent; everything else is the app's own choice.
            switch difference.property {
            case "verificationToken", "attributeNames": Finding.divergence(divergence(response, difference, at: now))
            default:
                Finding.deviation(
                    Deviation(
                        .questionDiffers,
                        at: now,
                        accountResponses: [response.ordinal],
                        describe(response, difference)
                    )
                )
            }
        }
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

    private func describe(_ response: AccountResponse, _ difference: AccountDifference) -> String {
        "account response \(response.ordinal), \(difference.property): the recorded client gave "
            + "\(difference.recorded), the reference client \(difference.replayed)"
    }

    private func divergence(
        _ response: AccountResponse,
        _ difference: AccountDifference,
        at now: Instant
    ) -> Divergence {
        let origin = origin(of: difference.replayed)
        return Divergence(
            .fieldDiffers,
            at: now,
            accountResponse: response.ordinal,
            fields: [
                FieldDifference(
                    difference.property,
                    recorded: difference.recorded,
                    replayed: difference.replayed
                )
            ],
            cause: origin,
            describe(response, difference)
                + (origin.map { ", which came from exchange \($0.exchange), field \($0.field)" } ?? "")
        )
    }

    /// A provider that the reference client would not have let answer (video-subscriber-account.md §4).
    private func notOffered(
        _ provider: String,
        _ request: AccountMetadataRequest,
        _ response: AccountResponse,
        at now: Instant
    ) -> Divergence {
        let offered = request.supportedAccountProviderIdentifiers.joined(separator: ", ")
        let configuration = answered.last { $0.request.operation == .configuration }
        let cause = configuration.map {
            Divergence.Cause(exchange: $0.ordinal, field: "mvpds[].boardingStatus", value: "offers only \(offered)")
        }
        return Divergence(
            .fieldDiffers,
            at: now,
            accountResponse: response.ordinal,
            fields: [FieldDifference("accountProviderIdentifier", recorded: provider, replayed: offered)],
            cause: cause,
            "account response \(response.ordinal): provider \(provider) answered, but the reference client offers only "
                + offered + (configuration.map { ", by the configuration of exchange \($0.ordinal)" } ?? "")
        )
    }

    private func judgeMissing(
        _ question: AccountQuestion,
        _ reason: MissReason,
        _ nearest: AccountResponse?,
        at now: Instant,
        service: RecordedService
    ) -> (findings: [Finding], answer: AccountAnswer?) {
        let next = service.firstUnused { !$0.request.operation.isIdle }
        if next?.request.operation == .createRegistrationCode, nearest == nil || reason == .usedUp {
            // The recorded client gave up on the platform here: it went on as one whose user cancelled.
            let stage = step?.rawValue ?? "?"
            return (
                [
                    .deviation(
                        Deviation(
                            .platformLoginSkipped,
                            at: now,
                            exchanges: next.map { [$0.ordinal] } ?? [],
                            "step \(stage): the recorded client did not ask the platform, but went on with regular "
                                + "login; the answer is taken to be that the user cancelled"
                        )
                    )
                ],
                Self.cancelled(question)
            )
        }
        var summary = "step \(step?.rawValue ?? "?"): the account log has no answer: \(reason.rawValue)"
        if let nearest { summary += "; the nearest is account response \(nearest.ordinal)" }
        let cause = cause(of: nil, expected: next)
        if let cause { summary += "; it came here by exchange \(cause.exchange), \(cause.field) \(cause.value)" }
        return (
            [
                .divergence(
                    Divergence(reason, at: now, accountResponse: nearest?.ordinal, cause: cause, summary)
                )
            ],
            nil
        )
    }

    private static func cancelled(_ question: AccountQuestion) -> AccountAnswer {
        switch question {
        case .checkAccessStatus: .accessStatus(.notDetermined, nil)
        case .enqueue: .metadata(nil, AccountError(code: AccountError.Code.userCancelled.rawValue))
        }
    }

    // MARK: Causes

    /// Where a value that the reference client sent came from: the answer that holds it.
    func origin(of value: String?) -> Divergence.Cause? {
        guard let value, !value.isEmpty else { return nil }
        for call in answered.reversed() {
            if let field = call.response?.field(holding: value) {
                return Divergence.Cause(exchange: call.ordinal, field: field, value: value)
            }
        }
        return nil
    }

    func shown(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return value.count > 60 ? "\"\(value.prefix(57))…\"" : "\"\(value)\""
    }

    private func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = (seconds * 100) + attoseconds / 10_000_000_000_000_000
        let fraction = hundredths % 100
        return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension RecordedCall {
    var saysNotYetAuthenticated: Bool { request.operation.isPoll && response?.isSuccess != true }
}

extension Operation {
    /// Whether a call without this parameter, or with another value of it, is another call.
    ///
    /// The bearer token is one of them although some pages leave it out: it says on whose behalf the call is made.
    fileprivate func needs(_ parameter: String) -> Bool {
        parameter == "Authorization" || specification.parameters.contains { $0.name == parameter && $0.isRequired }
    }
}
