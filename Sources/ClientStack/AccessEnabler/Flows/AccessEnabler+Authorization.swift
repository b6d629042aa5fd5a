import Device
import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

// checkAuthorization, getAuthorization (access-enabler.md §6.5; row K-125): a local AuthN token, a local AuthZ token or a
// new one, and always a new media token.

extension AccessEnabler {
    mutating func begin(_ job: AuthorizationJob, _ device: inout Device, _ turn: inout EffectBuffer) {
        guard let token = token(device, turn), let mvpd = token.msoID else {
            assumeExpiryCheck(device, &turn)
            return unauthenticated(job, &device, &turn)
        }
        let kept = storage.authorization(of: job.resource, from: mvpd, on: device, at: turn.wall)
        if !job.hasNewGrant {
            assumeAuthorization(of: job.resource, from: mvpd, isUsed: kept != nil, device, &turn)
        }
        if !job.hasNewGrant, let grant = kept {
            return requestMediaToken(job, grant.text, token, isCached: true, &turn)
        }
        call(
            .authorizeDevice(
                context(for: mvpd),
                resource: job.resource,
                mvpd: mvpd,
                authenticationToken: token.text,
                genericData: genericData(job.data)
            ),
            for: .authorize(job),
            &turn
        )
    }

    /// Nobody is authenticated: getAuthorization begins a login and waits for it, checkAuthorization never does.
    private mutating func unauthenticated(
        _ job: AuthorizationJob,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard job.mayLogIn, job.rounds <= options.logoutRounds, waiting.count < Self.queueLimit else {
            turn.tell(.notAuthenticated, resource: job.resource)
            return failToken(of: job.resource, .userNotAuthenticated, &turn)
        }
        waiting.append(job)
        if login == nil { begin(Login(isForced: false, data: job.data), &device, &turn) }
    }

    /// The tokens were wiped or are over: from the beginning, a limited number of times.
    mutating func beginAgain(_ job: AuthorizationJob, _ device: inout Device, _ turn: inout EffectBuffer) {
        var job = job
        job.rounds += 1
        job.hasNewGrant = false
        if !job.mayLogIn, token(device, turn) == nil { setAuthenticationStatus(.userNotAuthenticated, &turn) }
        begin(job, &device, &turn)
    }

    // MARK: The AuthZ token

    mutating func authorizationAnswered(
        _ job: AuthorizationJob,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard let answer = AuthorizationAnswer(response) else {
            assumeReaction(to: response, of: .authorize, &turn)
            return refuse(job, response, &device, &turn)
        }
        if let mismatch = answer.mismatch(with: job.resource, storage.requestor) {
            turn.tell(.internalAuthorization, message: mismatch, resource: job.resource)
            return failToken(of: job.resource, .internalAuthorization, &turn)
        }
        // The AuthN token may have run out while the question was out.
        guard let token = token(device, turn), let mvpd = token.msoID else {
            return beginAgain(job, &device, &turn)
        }
        tell(storage.store(answer.token, of: job.resource, from: mvpd, on: &device), &turn)
        requestMediaToken(job, answer.token.signed.text, token, isCached: false, &turn)
    }

    // MARK: The media token

    private mutating func requestMediaToken(
        _ job: AuthorizationJob,
        _ grant: String,
        _ token: StoredToken,
        isCached: Bool,
        _ turn: inout EffectBuffer
    ) {
        let mvpd = token.msoID ?? ""
        call(
            .deviceShortAuthorize(
                context(for: mvpd),
                authorizationToken: grant,
                mvpd: mvpd,
                sessionGUID: token.guid ?? ""
            ),
            for: .mediaToken(MediaTokenJob(authorization: job, token: token, isCached: isCached)),
            &turn
        )
    }

    mutating func mediaTokenAnswered(
        _ job: MediaTokenJob,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        let resource = job.authorization.resource
        if response.status == 200, case .shortMediaToken(let text) = response.content, !text.isEmpty {
            let mvpd = job.token.msoID ?? ""
            if requestor?.mvpd(mvpd)?.isTempPass == true { turn.tell(.authorizedByTempPass, resource: resource) }
            turn.callBack(.setToken(text, resource: resource))
            turn.leaveSteps()
            guard options.sendsTracking else { return }
            let guid = reader.hashedGUID(of: job.token)
            return track(.authorization, ["true", mvpd, guid, String(job.isCached), "", ""], &turn)
        }
        assumeReaction(to: response, of: .media, &turn)
        // An AuthZ token from storage may have been revoked: one new one is asked for.
        if job.isCached, !job.authorization.hasNewGrant, response.refusesGrant {
            var again = job.authorization
            again.hasNewGrant = true
            return begin(again, &device, &turn)
        }
        refuse(job.authorization, response, &device, &turn)
    }

    // MARK: No token

    private mutating func refuse(
        _ job: AuthorizationJob,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        if response.status == 412 || response.error.map({ $0.advisedAction == .authentication }) == true {
            dropTokens(because: .unknownToService(response.reason), &device, &turn)
            return beginAgain(job, &device, &turn)
        }
        let status = response.refusalStatus
        let text = response.refusalText
        turn.tell(
            status,
            message: response.reason,
            resource: job.resource,
            details: text.isEmpty ? nil : text
        )
        let error: AccessEnablerError = status == .internalAuthorization ? .internalAuthorization : .userNotAuthorized
        failToken(of: job.resource, error, description: text, &turn)
    }

    mutating func authorizationUnanswered(_ job: AuthorizationJob, _ failure: CallFailure, _ turn: inout EffectBuffer) {
        if case .unreachable(let reason) = failure {
            turn.tell(.internalAuthorization, message: reason, resource: job.resource)
        }
        failToken(of: job.resource, .internalAuthorization, &turn)
    }

    /// What the Programmer gives along, as `generic_data` carries it.
    func genericData(_ data: OrderedDictionary<String, String>) -> String? {
        data.isEmpty ? nil : PassRequest.genericData(data.map { ($0.key, $0.value) })
    }
}

extension PassResponse {
    /// Whether a new AuthZ token may help: a refusal that is no throttling.
    fileprivate var refusesGrant: Bool {
        if case .notAuthorized = content { return true }
        return !isThrottled && [400, 403, 404, 410].contains(status)
    }
}
