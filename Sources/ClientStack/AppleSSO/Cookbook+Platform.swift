import PassAPI
import SubscriberAccount
import Tokens

// S2, S4, S5 and S7: what the platform answers (apple-sso-flow.md §3, §9).

extension Cookbook {
    mutating func askAccess(_ stage: Stage, _ turn: inout Turn) {
        turn.outbox.enter(stage.step)
        state = .askingAccess(stage)
        turn.ask(.checkAccessStatus(prompt: true))
    }

    mutating func askPlatform(_ stage: Stage, _ turn: inout Turn) {
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
    mutating func judgePlatform(_ answer: AccountAnswer, _ turn: inout Turn) -> Outcome {
        guard let providerID = answer.metadata?.signedInProvider(at: turn.outbox.now, turn.options) else {
            return fetchConfiguration(for: .platformLogin, &turn)
        }
        return fetchConfiguration(for: .profileRequest(providerID: providerID), &turn)
    }

    /// S5.
    mutating func judgeLogin(
        _ answer: AccountAnswer,
        _ configuration: Configuration,
        _ turn: inout Turn
    ) -> Outcome {
        turn.outbox.enter(.judgePlatformLogin)
        guard answer.metadata?.accountProviderIdentifier != nil else {
            let identifier = answer.error?.unsupportedProviderIdentifier(turn.configuration)
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
    mutating func judgeForwarding(_ answer: AccountAnswer, _ mvpd: MVPD, _ turn: inout Turn) -> Outcome {
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
