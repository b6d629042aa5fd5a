import PassAPI
import VirtualTime

// S1, S3 and S6: what the service answers (apple-sso-flow.md §3).

extension Cookbook {
    mutating func judgeToken(_ response: PassResponse, _ desk: inout Desk) -> Outcome {
        if response.showsToken(asAnswerTo: desk.options.tokenCheck) {
            guard let mismatch = Consistency.mismatch(in: response, desk.configuration) else {
                return .signedOn(mvpd: response.authentication?.mvpd)
            }
            desk.buffer.present(.message(.responseMismatch, mismatch))
            return leaveTokenCheck(&desk)
        }
        switch response.status {
        case 403, 404, 410, 412: return leaveTokenCheck(&desk)
        default: return unclear(response.reason, &desk)
        }
    }

    mutating func unclear(_ reason: String, _ desk: inout Desk) -> Outcome {
        switch desk.options.unclearTokenCheck {
        case .checksPlatform: leaveTokenCheck(&desk)
        case .ends: .ended("Sign-on could not begin: " + reason)
        }
    }

    mutating func leaveTokenCheck(_ desk: inout Desk) -> Outcome {
        guard desk.options.usesPlatformSignOn else { return .regularLogin }
        askAccess(.platformCheck, &desk)
        return .goesOn
    }
}

// MARK: S3 and S6

extension Cookbook {
    mutating func fetchConfiguration(for purpose: Purpose, _ desk: inout Desk) -> Outcome {
        if let held = desk.providers {
            return useConfiguration(held, for: purpose, &desk)
        }
        state = .fetchingConfiguration(purpose)
        desk.call(.providers(desk.configuration), for: .fetchConfiguration)
        return .goesOn
    }

    mutating func judgeConfiguration(
        _ response: PassResponse,
        _ purpose: Purpose,
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
        return useConfiguration(configuration, for: purpose, &desk)
    }

    mutating func useConfiguration(
        _ configuration: Configuration,
        for purpose: Purpose,
        _ desk: inout Desk
    ) -> Outcome {
        switch purpose {
        case .platformLogin:
            askAccess(.platformLogin(configuration), &desk)
            return .goesOn
        case .profileRequest(let providerID):
            return requestProfile(providerID, configuration, &desk)
        }
    }

    /// S6, if the provider is one of this requestor's; else regular login without preselection (gap 2).
    mutating func requestProfile(
        _ providerID: String,
        _ configuration: Configuration,
        _ desk: inout Desk
    ) -> Outcome {
        guard let mvpd = configuration.mvpd(mappedFrom: providerID) else { return .regularLogin }
        state = .requestingProfile(mvpd)
        desk.call(.profileRequest(for: mvpd, desk.configuration), for: .profileRequest)
        return .goesOn
    }
}
