import PassAPI
import SubscriberAccount

/// S1 to S9: from "is there a token?" to "was the token made?".
///
/// A case a question that is open, carrying what is known only then; one switch over state and event, every exit of
/// apple-sso-flow.md §2, §3 and §9 visible. Invariant 3 stands here: nothing but S1's 200 and S9's 204 is a success.
struct Cookbook: Hashable, Sendable {
    var state: State

    enum State: Hashable, Sendable {
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
    enum Stage: Hashable, Sendable {
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
    enum Purpose: Hashable, Sendable {
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

    /// A part that is under way already.
    init(_ state: State) { self.state = state }

    init(from entrance: Entrance, _ desk: inout Desk) {
        switch entrance {
        case .tokenCheck:
            state = .checkingToken
            desk.call(.tokenCheck(desk.options.tokenCheck, desk.configuration), for: .checkToken)
        case .platformCheck:
            state = .askingAccess(.platformCheck)
            askAccess(.platformCheck, &desk)
        }
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        if case .failed(.noAccess(let reason)) = event { return .ended(reason) }
        switch (state, event) {
        case (.checkingToken, .answered(let response)):
            return judgeToken(response, &desk)
        case (.checkingToken, .failed(let failure)):
            return unclear(failure.reason, &desk)
        case (.askingAccess(let stage), .accountAnswered(let answer)):
            guard answer.grantsAccess else { return .regularLogin }
            askPlatform(stage, &desk)
            return .goesOn
        case (.askingPlatform(.platformCheck), .accountAnswered(let answer)):
            return judgePlatform(answer, &desk)
        case (.askingPlatform(.platformLogin(let configuration)), .accountAnswered(let answer)):
            return judgeLogin(answer, configuration, &desk)
        case (.askingPlatform(.forwarding(let mvpd, _)), .accountAnswered(let answer)):
            return judgeForwarding(answer, mvpd, &desk)
        case (.fetchingConfiguration(let purpose), .answered(let response)):
            return judgeConfiguration(response, purpose, &desk)
        case (.requestingProfile(let mvpd), .answered(let response)):
            guard response.status == 200, case .profileRequest(let payload) = response.content else {
                return .regularLogin
            }
            askAccess(.forwarding(mvpd, profileRequest: payload), &desk)
            return .goesOn
        case (.exchanging(let mvpd), .answered(let response)):
            desk.buffer.enter(.judgeExchange)
            return response.status == 204 ? .signedOn(mvpd: mvpd.id) : .regularLogin
        case (.fetchingConfiguration, .failed):
            return .regularLogin(preselected: nil, providersUnavailable: true)
        case (.requestingProfile, .failed):
            return .regularLogin
        case (.exchanging, .failed):
            desk.buffer.enter(.judgeExchange)
            return .regularLogin
        default:
            return .goesOn
        }
    }
}
