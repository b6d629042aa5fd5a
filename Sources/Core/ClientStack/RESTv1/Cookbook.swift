import PassAPI
import SubscriberAccount

/// S1 to S9: from "is there a token?" to "was the token made?".
///
/// A case a question that is open, carrying what is known only then; every exit of apple-sso-flow.md §2, §3 and §9
/// stands here. Invariant 3 does too: nothing but S1's 200 and S9's 204 is a success.
struct Cookbook: Hashable, Sendable {
    private var state: State

    private enum State: Hashable, Sendable {
        /// S1.
        case checkingToken
        /// S3, and on the way from S2 to S6 where the list is not held yet (gap 1): for the provider that is signed in.
        case fetchingConfiguration(provider: String?)
        /// S2, S4 to S8.
        case signingIn(AppleSignIn)
    }

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// To S11.
        case signedIn(mvpd: String?)
        /// To S10.
        case regularLogin(preselected: MVPD?, providersUnavailable: Bool)
        case ended(String)

        /// To S10 with nothing known.
        static let regularLogin = Outcome.regularLogin(preselected: nil, providersUnavailable: false)
    }

    /// The points of entry.
    enum Entrance: Hashable, Sendable {
        /// S1.
        case tokenCheck
        /// S2: the service has just said that there is no token.
        case platformCheck
    }

    /// The answer to S1 is on its way.
    init() { state = .checkingToken }

    /// Apple's sign-in is under way already.
    init(_ signIn: AppleSignIn) { state = .signingIn(signIn) }

    init(from entrance: Entrance, _ desk: inout Desk) {
        state = .checkingToken
        switch entrance {
        case .tokenCheck: desk.call(.tokenCheck(desk.options.tokenCheck, desk.configuration), for: .checkToken)
        case .platformCheck: signIn(.account, &desk)
        }
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        if case .failed(.noAccess(let reason)) = event { return .ended(reason) }
        switch (state, event) {
        case (.checkingToken, .answered(let response)):
            return evaluateToken(response, &desk)
        case (.checkingToken, .failed):
            return leaveTokenCheck(&desk)
        case (.fetchingConfiguration(let provider), .answered(let response)):
            return evaluateConfiguration(response, provider, &desk)
        case (.fetchingConfiguration, .failed):
            return .regularLogin(preselected: nil, providersUnavailable: true)
        case (.signingIn(var signIn), _):
            let outcome = signIn.handle(event, &desk)
            state = .signingIn(signIn)
            return evaluate(outcome, &desk)
        default:
            return .goesOn
        }
    }
}

// MARK: S1

extension Cookbook {
    private mutating func evaluateToken(_ response: PassResponse, _ desk: inout Desk) -> Outcome {
        if response.showsToken(asAnswerTo: desk.options.tokenCheck) {
            guard let mismatch = Consistency.mismatch(in: response, desk.configuration) else {
                return .signedIn(mvpd: response.authentication?.mvpd)
            }
            desk.buffer.present(.message(.responseMismatch, mismatch))
            return leaveTokenCheck(&desk)
        }
        // The diagram has only yes and no: a server's error is no, too.
        return leaveTokenCheck(&desk)
    }

    private mutating func leaveTokenCheck(_ desk: inout Desk) -> Outcome {
        guard desk.options.usesPlatformSignOn else { return .regularLogin }
        return signIn(.account, &desk)
    }
}

// MARK: S2 and S4 to S9

extension Cookbook {
    @discardableResult
    private mutating func signIn(_ stage: AppleSignIn.Stage, _ desk: inout Desk) -> Outcome {
        var signIn = AppleSignIn()
        signIn.ask(stage, &desk)
        state = .signingIn(signIn)
        return .goesOn
    }

    private mutating func evaluate(_ outcome: AppleSignIn.Outcome, _ desk: inout Desk) -> Outcome {
        switch outcome {
        case .goesOn: return .goesOn
        case .noAccess, .noProfile, .notForwarded: return .regularLogin
        case .account(let provider, _):
            // S2: whatever the error says, only metadata counts.
            if let held = desk.providers { return useConfiguration(held, for: provider, &desk) }
            state = .fetchingConfiguration(provider: provider)
            desk.call(.providers(desk.configuration), for: .fetchConfiguration)
            return .goesOn
        case .picked(let provider, let answer):
            desk.buffer.enter(.evaluatePlatformLogin)
            if answer.metadata?.accountProviderIdentifier == nil {
                let identifier = answer.error?.unsupportedProviderIdentifier(desk.configuration)
                return .regularLogin(
                    preselected: identifier.flatMap { desk.providers?.mvpd(mappedFrom: $0) },
                    providersUnavailable: false
                )
            }
            guard let provider else { return .regularLogin }
            return requestProfile(provider, &desk)
        case .exchanged(let mvpd, let response):
            desk.buffer.enter(.evaluateExchange)
            return response?.status == 204 ? .signedIn(mvpd: mvpd.id) : .regularLogin
        }
    }

    /// S6, if the provider is one of this requestor's; else regular login without preselection (gap 2).
    private mutating func requestProfile(_ provider: String, _ desk: inout Desk) -> Outcome {
        guard let mvpd = desk.providers?.mvpd(mappedFrom: provider) else { return .regularLogin }
        var signIn = AppleSignIn()
        signIn.requestProfile(mvpd, &desk)
        state = .signingIn(signIn)
        return .goesOn
    }
}

// MARK: S3

extension Cookbook {
    private mutating func evaluateConfiguration(
        _ response: PassResponse,
        _ provider: String?,
        _ desk: inout Desk
    ) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        if let mismatch = Consistency.mismatch(in: response, desk.configuration) {
            desk.buffer.present(.message(.responseMismatch, mismatch))
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        desk.providers = configuration
        return useConfiguration(configuration, for: provider, &desk)
    }

    private mutating func useConfiguration(
        _ configuration: Configuration,
        for provider: String?,
        _ desk: inout Desk
    ) -> Outcome {
        guard let provider else {
            return signIn(.picker(.platformLogin(configuration.mvpds, desk.configuration)), &desk)
        }
        return requestProfile(provider, &desk)
    }
}
