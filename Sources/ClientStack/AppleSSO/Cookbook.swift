import PassAPI
import SubscriberAccount
import Tokens
import VirtualTime

/// S1 to S9: from "is there a token?" to "was the token made?".
///
/// A case a question that is open, carrying what is known only then; one switch over state and event, every exit of
/// apple-sso-flow.md §2, §3 and §9 visible. Invariant 3 stands here: nothing but S1's 200 and S9's 204 is a success.
struct Cookbook: Hashable, Sendable {
    private var state: State

    private enum State: Hashable, Sendable {
        /// S1.
        case checkingToken
        /// S2, S4 and S7 begin alike: permission is asked for anew each time.
        case askingAccess(Stage)
        /// S2, S4 and S7: the metadata request is out.
        case askingPlatform(Stage)
        /// S3, and on the way from S2 to S6 where the list is not held yet (gap 1).
        case fetchingConfiguration(Purpose)
        /// S6.
        case requestingProfile(MVPD)
        /// S8.
        case exchanging(MVPD)
    }

    /// A step that touches the framework.
    private enum Stage: Hashable, Sendable {
        /// S2.
        case platformCheck
        /// S4, with the list of S3.
        case platformLogin(Configuration)
        /// S7, with the provider of S2 or S5 and the payload of S6.
        case forwarding(MVPD, profileRequest: String)

        var step: FlowStep {
            switch self {
            case .platformCheck: .checkPlatform
            case .platformLogin: .startPlatformLogin
            case .forwarding: .forwardToPlatform
            }
        }
    }

    /// What the configuration is fetched for.
    private enum Purpose: Hashable, Sendable {
        case platformLogin
        case profileRequest(providerID: String)
    }

    /// What one event led to.
    enum Outcome: Hashable, Sendable {
        case goesOn
        /// To S11.
        case signedOn(mvpd: String?)
        /// To S10.
        case regularLogin(preselected: MVPD?, providersUnavailable: Bool)
        case ended(String)

        /// To S10 with nothing known.
        static let regularLogin = Outcome.regularLogin(preselected: nil, providersUnavailable: false)
    }

    /// Where to come in.
    enum Entrance: Hashable, Sendable {
        /// S1.
        case tokenCheck
        /// S2: the service has just said that there is no token.
        case platformCheck
    }

    init(from entrance: Entrance, _ turn: inout Turn) {
        switch entrance {
        case .tokenCheck:
            state = .checkingToken
            turn.call(.tokenCheck(turn.options.tokenCheck, turn.configuration), for: .checkToken)
        case .platformCheck:
            state = .askingAccess(.platformCheck)
            askAccess(.platformCheck, &turn)
        }
    }

    mutating func handle(_ event: FlowEvent, _ turn: inout Turn) -> Outcome {
        if case .failed(.noAccess(let reason)) = event { return .ended(reason) }
        switch (state, event) {
        case (.checkingToken, .answered(let response)):
            return judgeToken(response, &turn)
        case (.checkingToken, .failed(let failure)):
            return unclear(failure.reason, &turn)
        case (.askingAccess(let stage), .accountAnswered(let answer)):
            guard answer.grantsAccess else { return .regularLogin }
            askPlatform(stage, &turn)
            return .goesOn
        case (.askingPlatform(.platformCheck), .accountAnswered(let answer)):
            return judgePlatform(answer, &turn)
        case (.askingPlatform(.platformLogin(let configuration)), .accountAnswered(let answer)):
            return judgeLogin(answer, configuration, &turn)
        case (.askingPlatform(.forwarding(let mvpd, _)), .accountAnswered(let answer)):
            return judgeForwarding(answer, mvpd, &turn)
        case (.fetchingConfiguration(let purpose), .answered(let response)):
            return judgeConfiguration(response, purpose, &turn)
        case (.requestingProfile(let mvpd), .answered(let response)):
            guard response.status == 200, case .profileRequest(let payload) = response.content else {
                return .regularLogin
            }
            askAccess(.forwarding(mvpd, profileRequest: payload), &turn)
            return .goesOn
        case (.exchanging(let mvpd), .answered(let response)):
            turn.outbox.enter(.judgeExchange)
            return response.status == 204 ? .signedOn(mvpd: mvpd.id) : .regularLogin
        case (.fetchingConfiguration, .failed):
            return .regularLogin(preselected: nil, providersUnavailable: true)
        case (.requestingProfile, .failed):
            return .regularLogin
        case (.exchanging, .failed):
            turn.outbox.enter(.judgeExchange)
            return .regularLogin
        default:
            return .goesOn
        }
    }
}

// MARK: S1

extension Cookbook {
    private mutating func judgeToken(_ response: PassResponse, _ turn: inout Turn) -> Outcome {
        if response.showsToken(asAnswerTo: turn.options.tokenCheck) {
            guard let mismatch = Consistency.mismatch(in: response, turn.configuration) else {
                return .signedOn(mvpd: response.authentication?.mvpd)
            }
            turn.outbox.present(.message(mismatch))
            return leaveTokenCheck(&turn)
        }
        switch response.status {
        case 403, 404, 410, 412: return leaveTokenCheck(&turn)
        default: return unclear(response.reason, &turn)
        }
    }

    private mutating func unclear(_ reason: String, _ turn: inout Turn) -> Outcome {
        switch turn.options.unclearTokenCheck {
        case .checksPlatform: leaveTokenCheck(&turn)
        case .ends: .ended("Sign-on could not begin: " + reason)
        }
    }

    private mutating func leaveTokenCheck(_ turn: inout Turn) -> Outcome {
        guard turn.options.usesPlatformSignOn else { return .regularLogin }
        askAccess(.platformCheck, &turn)
        return .goesOn
    }
}

// MARK: S2, S4, S7: the framework

extension Cookbook {
    private mutating func askAccess(_ stage: Stage, _ turn: inout Turn) {
        turn.outbox.enter(stage.step)
        state = .askingAccess(stage)
        turn.ask(.checkAccessStatus(prompt: true))
    }

    private mutating func askPlatform(_ stage: Stage, _ turn: inout Turn) {
        state = .askingPlatform(stage)
        switch stage {
        case .platformCheck: turn.ask(.enqueue(.platformCheck()))
        case .platformLogin(let configuration):
            turn.ask(.enqueue(.platformLogin(configuration.mvpds, turn.configuration)))
        case .forwarding(let mvpd, let profileRequest):
            turn.ask(.enqueue(.forwarding(profileRequest, to: mvpd)))
        }
    }

    /// S2: whatever the error says, only metadata counts.
    private mutating func judgePlatform(_ answer: AccountAnswer, _ turn: inout Turn) -> Outcome {
        guard let providerID = answer.metadata?.signedInProvider(at: turn.outbox.now, turn.options) else {
            return fetchConfiguration(for: .platformLogin, &turn)
        }
        return fetchConfiguration(for: .profileRequest(providerID: providerID), &turn)
    }

    /// S5.
    private mutating func judgeLogin(
        _ answer: AccountAnswer,
        _ configuration: Configuration,
        _ turn: inout Turn
    ) -> Outcome {
        turn.outbox.enter(.judgePlatformLogin)
        guard answer.metadata?.accountProviderIdentifier != nil else {
            let identifier = answer.error?.unsupportedProviderIdentifier(on: turn.configuration.osVersion)
            return .regularLogin(
                preselected: identifier.flatMap { configuration.mvpd(mappedFrom: $0) },
                providersUnavailable: false
            )
        }
        guard let providerID = answer.metadata?.signedInProvider(at: turn.outbox.now, turn.options) else {
            return .regularLogin
        }
        return requestProfile(providerID, configuration, &turn)
    }

    /// S7.
    private mutating func judgeForwarding(_ answer: AccountAnswer, _ mvpd: MVPD, _ turn: inout Turn) -> Outcome {
        guard let metadata = answer.metadata, let saml = metadata.samlAttributeQueryResponse else {
            return .regularLogin
        }
        if turn.options.providerMismatch == .regularLogin,
            metadata.accountProviderIdentifier != mvpd.platformMappingID
        {
            return .regularLogin
        }
        state = .exchanging(mvpd)
        turn.call(.exchange(SAMLNormalisation.base64(saml), for: mvpd, turn.configuration), for: .exchange)
        return .goesOn
    }
}

// MARK: S3 and S6: the service

extension Cookbook {
    private mutating func fetchConfiguration(for purpose: Purpose, _ turn: inout Turn) -> Outcome {
        if let held = turn.providers {
            return useConfiguration(held, for: purpose, &turn)
        }
        state = .fetchingConfiguration(purpose)
        turn.call(.providers(turn.configuration), for: .fetchConfiguration)
        return .goesOn
    }

    private mutating func judgeConfiguration(
        _ response: PassResponse,
        _ purpose: Purpose,
        _ turn: inout Turn
    ) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        if let mismatch = Consistency.mismatch(in: response, turn.configuration) {
            turn.outbox.present(.message(mismatch))
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        turn.providers = configuration
        return useConfiguration(configuration, for: purpose, &turn)
    }

    private mutating func useConfiguration(
        _ configuration: Configuration,
        for purpose: Purpose,
        _ turn: inout Turn
    ) -> Outcome {
        switch purpose {
        case .platformLogin:
            askAccess(.platformLogin(configuration), &turn)
            return .goesOn
        case .profileRequest(let providerID):
            return requestProfile(providerID, configuration, &turn)
        }
    }

    /// S6, if the provider is one of this requestor's; else regular login without preselection (gap 2).
    private mutating func requestProfile(
        _ providerID: String,
        _ configuration: Configuration,
        _ turn: inout Turn
    ) -> Outcome {
        guard let mvpd = configuration.mvpd(mappedFrom: providerID) else { return .regularLogin }
        state = .requestingProfile(mvpd)
        turn.call(.profileRequest(for: mvpd, turn.configuration), for: .profileRequest)
        return .goesOn
    }
}
