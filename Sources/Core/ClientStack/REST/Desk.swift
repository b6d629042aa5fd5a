import Exchanges
import PassAPI
import SubscriberAccount

/// The things that every part of a client of the REST API works with: the line to the service, the platform, what is to
/// be done.
struct Desk: Hashable, Sendable {
    let configuration: ClientConfiguration
    var buffer: EffectBuffer
    private(set) var line: AccessCalls<FlowStep>
    /// The question that the platform has not answered yet; there is never more than one.
    private(set) var question: QuestionID?
    /// The configuration of S3, once it was fetched.
    var providers: Configuration?

    /// The step that getting access is.
    private let accessStep: FlowStep

    init(_ configuration: ClientConfiguration, accessStep: FlowStep = .registration) {
        (self.configuration, self.accessStep) = (configuration, accessStep)
        buffer = EffectBuffer(step: configuration.isSignedIn ? .authorization : nil)
        line = AccessCalls(AccessSession(credentials: configuration.credentials, token: configuration.accessToken))
    }

    var options: ClientOptions { configuration.options }

    private var terms: AccessTerms {
        AccessTerms(
            softwareStatement: configuration.softwareStatement,
            redirectURI: configuration.registrationRedirectURI,
            deviceInformation: configuration.deviceInfo,
            looksAtClock: options.refreshesAccessToken,
            signedAuthorization: configuration.signedAuthorization,
            step: accessStep,
            repeatsThrottled: true
        )
    }

    /// Calls the service in the name of `step`, in place of the call that is out.
    mutating func call(_ request: PassRequest, for step: FlowStep) {
        line.cancelAll(&buffer)
        var request = request
        request["Authorization"] = "Bearer "
        line.begin(request, for: step, terms, &buffer)
    }

    /// Gets access before a call needs it; false if there is nothing to be got.
    mutating func prepareAccess() -> Bool {
        line.cancelAll(&buffer)
        return line.prepare(terms, &buffer)
    }

    /// Asks the platform.
    mutating func ask(_ question: VSARequest) { self.question = buffer.ask(question) }

    /// Forgets whatever was asked: late answers find nobody.
    mutating func forgetAll() {
        line.cancelAll(&buffer)
        question = nil
    }

    /// Takes over what an exchange shows that the client did not make itself.
    mutating func adopt(_ request: PassRequest, _ response: PassResponse?) {
        line.adopt(request, response, at: buffer.wall)
    }

    /// Translates an input for the part of the client that waits for it; nil if none does.
    mutating func event(_ input: ClientInput) -> FlowEvent? {
        switch input {
        case .userActionOccurred(let action): return .userActed(action)
        case .responseArrived(let id, let response): return event(line.answered(id, response, terms, &buffer))
        case .requestFailed(let id, let reason): return event(line.failed(id, reason))
        case .vsaAnswered(let id, let answer):
            guard question == id else { return nil }
            question = nil
            return .vsaAnswered(answer)
        case .timerFired(let id): return line.timerFired(id, terms, &buffer) ? nil : .timerFired(id)
        case .webViewReached:
            // The page that ends the login is not loaded: the view closes.
            return .userActed(.closeWebView)
        case .accessEnablerCalled: return nil
        }
    }

    private func event(_ landing: AccessCalls<FlowStep>.Outcome) -> FlowEvent? {
        switch landing {
        case .nothing, .registered: nil
        case .ready: .accessReady
        case .answered(_, let response): .answered(response)
        case .unreachable(_, let reason): .failed(.unreachable(reason))
        case .refused(_, let refusal): .failed(CallFailure(refusal))
        }
    }
}

extension CallFailure {
    /// An app that cannot register has never been on the line; a token that cannot be renewed now may be later.
    fileprivate init(_ refusal: AccessRefusal) {
        switch (refusal.call, refusal.response) {
        case (.token, nil): self = .unreachable(refusal.reason)
        case (.token, let response?):
            let mayPass = response.status >= 500 || response.isThrottled
            self = mayPass ? .unreachable(refusal.words) : .noAccess(refusal.words)
        case (.registration, _): self = .noAccess(refusal.words)
        }
    }
}
