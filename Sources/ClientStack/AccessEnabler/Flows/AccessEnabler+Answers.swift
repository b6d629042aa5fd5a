import Device
import PassAPI
import VirtualTime

// Where answers go (access-enabler.md §14.4 for those that are not what they seem).

extension AccessEnabler {
    mutating func land(_ landing: CallLine<SDKPurpose>.Landing, _ device: inout Device, _ turn: inout EffectBuffer) {
        switch landing {
        case .nothing: break
        case .registered:
            guard let credentials = line.access.credentials else { break }
            let defaults = SDKDefaults(bundleID: configuration.bundleID)
            tell(defaults.keep(credentials, on: &device), &turn)
        case .answered(let purpose, let response):
            if response.refusesAccessToken(of: purpose) || response.refusesDeviceID {
                notFound(purpose, response, &turn)
            } else if case .pendingLogout(let reason) = response.content {
                assumeReaction(to: response, after: purpose, &turn)
                return loggedOut(by: reason, purpose, &device, &turn)
            }
            answered(purpose, response, &device, &turn)
        case .unreachable(let purpose, let reason): failed(purpose, .unreachable(reason), &device, &turn)
        case .refused(let purposes, let refusal):
            turn.tell(refusal.call == .registration ? .notRegistered : .noAccessToken, message: refusal.words)
            for purpose in purposes { failed(purpose, .noAccess(refusal.words), &device, &turn) }
        }
    }

    /// The session is not there, even with a new access token or device id; a poll goes on for as long as its code lives.
    private func notFound(_ purpose: SDKPurpose, _ response: PassResponse, _ turn: inout EffectBuffer) {
        if case .session = purpose, login?.isPolling == true { return }
        turn.tell(.tokenNotFound, message: response.reason)
    }

    private mutating func answered(
        _ purpose: SDKPurpose,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        switch purpose {
        case .configuration(let provider): configurationAnswered(provider, response, &device, &turn)
        case .passiveLogin(let mvpd): passiveLoginAnswered(mvpd, response, &device, &turn)
        case .passiveSession(let mvpd): passiveSessionAnswered(mvpd, response, &device, &turn)
        case .platformProfile: profileAnswered(response, &device, &turn)
        case .platformExchange: exchangeAnswered(response, &device, &turn)
        case .platformSession: platformSessionAnswered(response, &device, &turn)
        case .code: codeAnswered(response, &device, &turn)
        case .tempPass: tempPassAnswered(response, &device, &turn)
        case .session: sessionAnswered(response, &device, &turn)
        case .authorize(let job): authorizationAnswered(job, response, &device, &turn)
        case .mediaToken(let job): mediaTokenAnswered(job, response, &device, &turn)
        case .preauthorize(let job): preauthorizationAnswered(job, response, &device, &turn)
        case .userMetadata(let key): userMetadataAnswered(key, response, &turn)
        case .logout: finishLogout(&turn)
        }
    }

    private func assumeReaction(to response: PassResponse, after purpose: SDKPurpose, _ turn: inout EffectBuffer) {
        switch purpose {
        case .authorize: assumeReaction(to: response, of: .authorize, &turn)
        case .mediaToken: assumeReaction(to: response, of: .media, &turn)
        default: break
        }
    }

    /// No answer will come.
    private mutating func failed(
        _ purpose: SDKPurpose,
        _ failure: CallFailure,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        switch purpose {
        case .configuration: configurationFailed(failure, &device, &turn)
        case .passiveLogin, .passiveSession: prepareNext(&device, &turn)
        case .platformProfile, .platformExchange, .platformSession:
            platformFailed(details: failure.reason, &device, &turn)
        case .code:
            turn.tell(.noCode, message: failure.reason)
            failLogin(.genericAuthentication, &device, &turn)
        case .tempPass: failLogin(.genericAuthentication, &device, &turn)
        case .session: sessionUnanswered(failure, &device, &turn)
        case .authorize(let job):
            assumeReaction(to: nil, of: .authorize, &turn)
            authorizationUnanswered(job, failure, &turn)
        case .mediaToken(let job):
            assumeReaction(to: nil, of: .media, &turn)
            authorizationUnanswered(job.authorization, failure, &turn)
        case .preauthorize(let job): preauthorizationUnanswered(job, failure, &turn)
        case .userMetadata: abandon(purpose, .genericAuthorization, &turn)
        case .logout: finishLogout(&turn)
        }
    }

    /// Pending logout, in whatever answer: the requestor's tokens go, and what was asked for starts over.
    private mutating func loggedOut(
        by reason: String?,
        _ purpose: SDKPurpose,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        let logout = CodedText.pendingLogout(reason)
        let words = logout.words
        dropTokens(because: logout, &device, &turn)
        if ["34764", "58772"].contains(reason) { turn.tell(.deviceMismatch, message: words) }
        switch purpose {
        case .configuration: configurationLoggedOut(&device, &turn)
        case .passiveLogin, .passiveSession: prepareNext(&device, &turn)
        case .platformProfile, .platformExchange, .platformSession: platformFailed(details: words, &device, &turn)
        case .code, .tempPass, .session: restartLogin(&device, &turn)
        case .authorize(let job): beginAgain(job, &device, &turn)
        case .mediaToken(let job): beginAgain(job.authorization, &device, &turn)
        case .preauthorize(let job): refuse(job, .sessionMissing, &turn)
        case .userMetadata: abandon(purpose, .userNotAuthenticated, &turn)
        case .logout: finishLogout(&turn)
        }
    }

    /// The requestor's tokens go: the service wants it so, or does not know them any more.
    mutating func dropTokens(because reason: CodedText, _ device: inout Device, _ turn: inout EffectBuffer) {
        tell(storage.dropRequestor(on: &device, at: turn.wall, because: reason), &turn)
        forgetPlatformSession(&device, because: reason, &turn)
    }

    mutating func forgetPlatformSession(_ device: inout Device, because reason: CodedText, _ turn: inout EffectBuffer) {
        let defaults = SDKDefaults(bundleID: configuration.bundleID)
        tell(defaults.forgetPlatformSession(of: storage.requestor, on: &device, because: reason), &turn)
    }
}
