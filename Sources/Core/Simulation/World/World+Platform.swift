public import ClientStack
import Device
import Documents
import Services
public import SubscriberAccount
import VirtualTime

// Questions to Apple's framework, and who answers them.

extension World {
    mutating func ask(_ question: VSARequest, _ id: QuestionID, from app: Int) {
        let answer = backend.vsa.answer(question)
        tell(.client, question.kind, question, question.values, app, link: EventLink(of: id, answer))
        guard let answer else { return consultSettings(question, id, app) }
        if let given = answer.given { answerAccount(id, given, to: app) }
        observe(app, .vsaAsked(id, question, answer))
    }

    /// Answers a question that the platform could not: the driver's decision, which it has to account for.
    public mutating func answerAccount(_ id: QuestionID, _ answer: VSAResult, to app: Int = 0) {
        schedule(.input(app: app, .vsaAnswered(id, answer)), after: .zero)
    }

    /// Returns what the device would answer to a question about the TV provider that may not disturb anyone.
    func platformAnswer(_ app: Int) -> Reaction.Platform {
        var request = AccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        let answer = devices[apps[app].device].answer(.enqueue(request), from: apps[app].bundleID, at: now)
        if case .answered(.metadata(let metadata?, _)) = answer, let provider = metadata.accountProviderIdentifier {
            let wall = devices[apps[app].device].clock.wallTime(at: now)
            if let date = metadata.authenticationExpirationDate, date <= wall { return .sessionOver }
            return .signedIn(provider)
        }
        return .signedOut
    }

    // MARK: The device's own settings

    /// Asks the device; where it asks the person in turn, that comes first.
    ///
    /// After its picker a request that ignores cached credentials has had its way.
    mutating func consultSettings(
        _ question: VSARequest,
        _ id: QuestionID,
        _ app: Int,
        afterPicker isAfterPicker: Bool = false
    ) {
        let device = devices[apps[app].device]
        let answer =
            isAfterPicker
            ? device.answerAfterPicker(question, from: apps[app].bundleID, at: now)
            : device.answer(question, from: apps[app].bundleID, at: now)
        switch answer {
        case .answered(let answer):
            answerAccount(id, answer, to: app)
        case .asksPermission:
            tell(.vsa, "prompt", nil, [], app)
            apps[app].openQuestion = OpenQuestion(id: id, question: question)
            if let isGranted = apps[app].simulatedUser.permits {
                schedule(.simulatedUser(app: app, .answerPermission(isGranted: isGranted)), after: options.reactionTime)
            }
        case .showsPicker(let supported, _):
            tell(.vsa, "picker", nil, [.number("providerCount", supported.count)], app)
            apps[app].openQuestion = OpenQuestion(id: id, question: question, supported: supported)
            // Whom the picker has brought back to it (the account is over at once) would pick for ever.
            guard !isAfterPicker else { break }
            if let signInBehavior = apps[app].simulatedUser.signInBehavior, signInBehavior.outcome != .never {
                schedule(.simulatedUser(app: app, .pickAtPlatform(signInBehavior)), after: options.reactionTime)
            }
        case .asksProvider(let account, let request, let metadata):
            answerAccount(id, backend.answer(request, about: account, metadata), to: app)
        }
    }
}

extension EventLink {
    /// The link of a call of Apple's framework, and of the recorded call that its result is from.
    fileprivate init(of id: QuestionID, _ answer: RecordedVSA.Answer?) {
        switch answer {
        case .recorded(let call, _):
            self.init(call: id.number, vsaCall: call.ordinal, startedAt: call.answeredAt, endedAt: call.answeredAt)
        case .accessRepeated, .accessAssumed, .missing: self.init(call: id.number, isSubstitute: true)
        case nil: self.init(call: id.number)
        }
    }
}
