import Device
import PassAPI
import VirtualTime

// Where answers go (access-enabler.md §14.4 for those that are not what they seem).

extension AccessEnabler {
    mutating func land(_ landing: AccessCalls<SDKPurpose>.Outcome, _ device: inout Device) {
        switch landing {
        case .nothing, .ready: break
        case .registered:
            guard let credentials = desk.line.access.credentials else { break }
            desk.tell(desk.defaults.keep(credentials, on: &device))
        case .answered(let purpose, let response):
            if response.refusesAccessToken(of: purpose) || response.refusesDeviceID {
                // The session is not there, even with a new access token or device id. A poll goes on for as long as
                // its code lives.
                if purpose != .session || login?.isPolling != true {
                    desk.buffer.tell(.tokenNotFound, message: response.reason)
                }
            } else if case .pendingLogout(let reason) = response.content {
                assumeReaction(to: response, after: purpose)
                return loggedOut(by: reason, purpose, &device)
            }
            answered(purpose, response, &device)
        case .unreachable(let purpose, let reason): failed(purpose, .unreachable(reason), &device)
        case .refused(let purposes, let refusal):
            desk.buffer.tell(refusal.call == .registration ? .notRegistered : .noAccessToken, message: refusal.words)
            for purpose in purposes { failed(purpose, .noAccess(refusal.words), &device) }
        }
    }

    private mutating func answered(_ purpose: SDKPurpose, _ response: PassResponse, _ device: inout Device) {
        switch purpose {
        case .configuration(let provider): settle(identity.answered(provider, response, &device, &desk), &device)
        case .passiveLogin(let mvpd):
            if !PassiveSignOn.fetches(mvpd, after: response, &desk) { prepareNext(&device) }
        case .passiveSession(let mvpd):
            PassiveSignOn.keep(response, from: mvpd, &device, &desk)
            prepareNext(&device)
        case .platformProfile, .platformExchange, .platformSession:
            happened(.answered(response), toPlatformOn: &device)
        case .code: settle(login?.codeAnswered(response, &desk), &device)
        case .tempPass: settle(login?.tempPassAnswered(response, &desk), &device)
        case .session: settle(login?.sessionAnswered(response, &desk), &device)
        case .authorize(let job): proceed(desk.authorizationAnswered(job, response, &device), &device)
        case .mediaToken(let job): proceed(desk.mediaTokenAnswered(job, response, &device), &device)
        case .preauthorize(let job): desk.preauthorizationAnswered(job, response, &device)
        case .userMetadata(let key): desk.userMetadataAnswered(key, response)
        case .logout: finishLogout()
        }
    }

    private mutating func assumeReaction(to response: PassResponse?, after purpose: SDKPurpose) {
        switch purpose {
        case .authorize: desk.assumeReaction(to: response, of: .authorize)
        case .mediaToken: desk.assumeReaction(to: response, of: .media)
        case .configuration, .passiveLogin, .passiveSession, .platformProfile, .platformExchange, .platformSession,
            .code, .tempPass, .session, .preauthorize, .userMetadata, .logout:
            break
        }
    }

    /// No answer will come.
    private mutating func failed(_ purpose: SDKPurpose, _ failure: CallFailure, _ device: inout Device) {
        assumeReaction(to: nil, after: purpose)
        switch purpose {
        case .configuration: settle(identity.unanswered(failure, &device, &desk), &device)
        case .passiveLogin, .passiveSession: prepareNext(&device)
        case .platformProfile, .platformExchange, .platformSession:
            happened(.failed(failure), toPlatformOn: &device)
        case .code:
            desk.buffer.tell(.noCode, message: failure.reason)
            failLogin(.genericAuthentication, &device)
        case .tempPass: failLogin(.genericAuthentication, &device)
        case .session: settle(login?.sessionUnanswered(failure, &desk), &device)
        case .authorize(let job): desk.authorizationUnanswered(job, failure)
        case .mediaToken(let job): desk.authorizationUnanswered(job.authorization, failure)
        case .preauthorize(let job): desk.preauthorizationUnanswered(job, failure)
        case .userMetadata: desk.abandon(purpose, .genericAuthorization)
        case .logout: finishLogout()
        }
    }

    /// Pending logout, in whatever answer: the requestor's tokens go, and what was asked for starts over.
    private mutating func loggedOut(by reason: String?, _ purpose: SDKPurpose, _ device: inout Device) {
        let logout = CodedText.pendingLogout(reason)
        desk.dropTokens(because: logout, &device)
        if ["34764", "58772"].contains(reason) { desk.buffer.tell(.deviceMismatch, message: logout.words) }
        switch purpose {
        case .configuration: settle(identity.loggedOut(&desk), &device)
        case .passiveLogin, .passiveSession: prepareNext(&device)
        case .platformProfile, .platformExchange, .platformSession:
            leavePlatform(.platform, details: logout.words, &device)
        case .code, .tempPass, .session: restartLogin(&device)
        case .authorize(let job): proceed(desk.beginAgain(job, device), &device)
        case .mediaToken(let job): proceed(desk.beginAgain(job.authorization, device), &device)
        case .preauthorize(let job): desk.refuse(job, .sessionMissing)
        case .userMetadata: desk.abandon(purpose, .userNotAuthenticated)
        case .logout: finishLogout()
        }
    }
}
