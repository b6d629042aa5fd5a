import PassAPI
import VirtualTime

// S1, S3 and S6: what the service answers (apple-sso-flow.md §3).

extension Cookbook {
    mutating func judgeToken(_ response: PassResponse, _ turn: inout Turn) -> Outcome {
        if response.showsToken(asAnswerTo: turn.options.tokenCheck) {
            guard let mismatch = Consistency.mismatch(in: response, turn.configuration) else {
                return .signedOn(mvpd: response.authentication?.mvpd)
            }
            turn.outbox.present(.message(.responseMismatch, mismatch))
            return leaveTokenCheck(&turn)
        }
        switch response.status {
        case 403, 404, 410, 412: return leaveTokenCheck(&turn)
        default: return unclear(response.reason, &turn)
        }
    }

    mutating func unclear(_ reason: String, _ turn: inout Turn) -> Outcome {
        switch turn.options.unclearTokenCheck {
        case .checksPlatform: leaveTokenCheck(&turn)
        case .ends: .ended("Sign-on could not begin: " + reason)
        }
    }

    mutating func leaveTokenCheck(_ turn: inout Turn) -> Outcome {
        guard turn.options.usesPlatformSignOn else { return .regularLogin }
        askAccess(.platformCheck, &turn)
        return .goesOn
    }
}

// MARK: S3 and S6

extension Cookbook {
    mutating func fetchConfiguration(for purpose: Purpose, _ turn: inout Turn) -> Outcome {
        if let held = turn.providers {
            return useConfiguration(held, for: purpose, &turn)
        }
        state = .fetchingConfiguration(purpose)
        turn.call(.providers(turn.configuration), for: .fetchConfiguration)
        return .goesOn
    }

    mutating func judgeConfiguration(
        _ response: PassResponse,
        _ purpose: Purpose,
        _ turn: inout Turn
    ) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        if let mismatch = Consistency.mismatch(in: response, turn.configuration) {
            turn.outbox.present(.message(.responseMismatch, mismatch))
            return .regularLogin(preselected: nil, providersUnavailable: true)
        }
        turn.providers = configuration
        return useConfiguration(configuration, for: purpose, &turn)
    }

    mutating func useConfiguration(
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
    mutating func requestProfile(
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
