import PassAPI
import SubscriberAccount
import Tokens

// S2, S4, S5 and S7: what the platform answers (apple-sso-flow.md §3, §9).

extension Cookbook {
    mutating func askAccess(_ stage: Stage, _ desk: inout Desk) {
        desk.buffer.enter(stage.step)
        state = .askingAccess(stage)
        desk.ask(.checkAccessStatus(prompt: true))
    }

    mutating func askPlatform(_ stage: Stage, _ desk: inout Desk) {
        state = .askingPlatform(stage)
        switch stage {
        case .platformCheck: desk.ask(.enqueue(.platformCheck()))
        case .platformLogin(let configuration):
            desk.ask(.enqueue(.platformLogin(configuration.mvpds, desk.configuration)))
        case .forwarding(let mvpd, let profileRequest):
            desk.ask(.enqueue(.forwarding(profileRequest, to: mvpd)))
        }
    }

    /// S2: whatever the error says, only metadata counts.
    mutating func judgePlatform(_ answer: AccountAnswer, _ desk: inout Desk) -> Outcome {
        guard let providerID = answer.metadata?.signedInProvider(at: desk.buffer.wall, desk.options) else {
            return fetchConfiguration(for: .platformLogin, &desk)
        }
        return fetchConfiguration(for: .profileRequest(providerID: providerID), &desk)
    }

    /// S5.
    mutating func judgeLogin(
        _ answer: AccountAnswer,
        _ configuration: Configuration,
        _ desk: inout Desk
    ) -> Outcome {
        desk.buffer.enter(.judgePlatformLogin)
        guard answer.metadata?.accountProviderIdentifier != nil else {
            let identifier = answer.error?.unsupportedProviderIdentifier(desk.configuration)
            return .regularLogin(
                preselected: identifier.flatMap { configuration.mvpd(mappedFrom: $0) },
                providersUnavailable: false
            )
        }
        guard let providerID = answer.metadata?.signedInProvider(at: desk.buffer.wall, desk.options) else {
            return .regularLogin
        }
        return requestProfile(providerID, configuration, &desk)
    }

    /// S7.
    mutating func judgeForwarding(_ answer: AccountAnswer, _ mvpd: MVPD, _ desk: inout Desk) -> Outcome {
        guard let metadata = answer.metadata, let saml = metadata.samlAttributeQueryResponse else {
            return .regularLogin
        }
        if desk.options.providerMismatch == .regularLogin,
            metadata.accountProviderIdentifier != mvpd.platformMappingID
        {
            return .regularLogin
        }
        state = .exchanging(mvpd)
        desk.call(.exchange(SAMLNormalisation.base64(saml), for: mvpd, desk.configuration), for: .exchange)
        return .goesOn
    }
}
