import Device
import PassAPI
import Tokens
import VirtualTime

// checkAuthorization, getAuthorization (access-enabler.md §6.5; row K-125): a local AuthN token, a local AuthZ token or a
// new one, and always a new media token.

extension SDKDesk {
    /// Asks for what is missing.
    ///
    /// - Returns: the job where nobody is authenticated, which is its owner's affair; nil where it goes on, or is done with.
    mutating func begin(_ job: AuthorizationJob, _ device: Device) -> AuthorizationJob? {
        guard let token = token(device), let mvpd = token.msoID else {
            assumeExpiryCheck(device)
            return job
        }
        let kept = storage.authorization(of: job.resource, from: mvpd, on: device, at: buffer.wall)
        if !job.hasNewGrant {
            assumeAuthorization(of: job.resource, from: mvpd, isUsed: kept != nil, device)
        }
        if !job.hasNewGrant, let grant = kept {
            return requestMediaToken(job, grant.text, token, isCached: true)
        }
        call(
            .authorizeDevice(
                context(for: mvpd),
                resource: job.resource,
                mvpd: mvpd,
                authenticationToken: token.text,
                genericData: genericData(job.data)
            ),
            for: .authorize(job)
        )
        return nil
    }

    /// The tokens were wiped or are over: from the beginning, a limited number of times.
    mutating func beginAgain(_ job: AuthorizationJob, _ device: Device) -> AuthorizationJob? {
        var job = job
        job.rounds += 1
        job.hasNewGrant = false
        if !job.mayLogIn, token(device) == nil { setAuthenticationStatus(.userNotAuthenticated) }
        return begin(job, device)
    }

    // MARK: The AuthZ token

    mutating func authorizationAnswered(
        _ job: AuthorizationJob,
        _ response: PassResponse,
        _ device: inout Device
    ) -> AuthorizationJob? {
        guard let answer = AuthorizationAnswer(response) else {
            assumeReaction(to: response, of: .authorize)
            return refuse(job, response, &device)
        }
        if let mismatch = answer.mismatch(with: job.resource, storage.requestor) {
            buffer.tell(.internalAuthorization, message: mismatch, resource: job.resource)
            failToken(of: job.resource, .internalAuthorization)
            return nil
        }
        // The AuthN token may have run out while the question was out.
        guard let token = token(device), let mvpd = token.msoID else {
            return beginAgain(job, device)
        }
        tell(storage.store(answer.token, of: job.resource, from: mvpd, on: &device))
        return requestMediaToken(job, answer.token.signed.text, token, isCached: false)
    }

    // MARK: The media token

    private mutating func requestMediaToken(
        _ job: AuthorizationJob,
        _ grant: String,
        _ token: StoredToken,
        isCached: Bool
    ) -> AuthorizationJob? {
        let mvpd = token.msoID ?? ""
        call(
            .deviceShortAuthorize(
                context(for: mvpd),
                authorizationToken: grant,
                mvpd: mvpd,
                sessionGUID: token.guid ?? ""
            ),
            for: .mediaToken(MediaTokenJob(authorization: job, token: token, isCached: isCached))
        )
        return nil
    }

    mutating func mediaTokenAnswered(
        _ job: MediaTokenJob,
        _ response: PassResponse,
        _ device: inout Device
    ) -> AuthorizationJob? {
        let resource = job.authorization.resource
        if response.status == 200, case .shortMediaToken(let text) = response.content, !text.isEmpty {
            let mvpd = job.token.msoID ?? ""
            if requestor?.mvpd(mvpd)?.isTempPass == true { buffer.tell(.authorizedByTempPass, resource: resource) }
            buffer.callBack(.setToken(text, resource: resource))
            buffer.leaveSteps()
            if options.sendsTracking {
                let guid = reader.hashedGUID(of: job.token)
                track(.authorization, ["true", mvpd, guid, String(job.isCached), "", ""])
            }
            return nil
        }
        assumeReaction(to: response, of: .media)
        // An AuthZ token from storage may have been revoked: one new one is asked for.
        if job.isCached, !job.authorization.hasNewGrant, response.refusesGrant {
            var again = job.authorization
            again.hasNewGrant = true
            return begin(again, device)
        }
        return refuse(job.authorization, response, &device)
    }

    // MARK: No token

    private mutating func refuse(
        _ job: AuthorizationJob,
        _ response: PassResponse,
        _ device: inout Device
    ) -> AuthorizationJob? {
        if response.status == 412 || response.error.map({ $0.advisedAction == .authentication }) == true {
            dropTokens(because: .unknownToService(response.reason), &device)
            return beginAgain(job, device)
        }
        let status = response.refusalStatus
        let text = response.refusalText
        buffer.tell(
            status,
            message: response.reason,
            resource: job.resource,
            details: text.isEmpty ? nil : text
        )
        let error: AccessEnablerError = status == .internalAuthorization ? .internalAuthorization : .userNotAuthorized
        failToken(of: job.resource, error, description: text)
        return nil
    }

    mutating func authorizationUnanswered(_ job: AuthorizationJob, _ failure: CallFailure) {
        if case .unreachable(let reason) = failure {
            buffer.tell(.internalAuthorization, message: reason, resource: job.resource)
        }
        failToken(of: job.resource, .internalAuthorization)
    }
}

extension PassResponse {
    /// True if a new AuthZ token may help: a refusal that is not throttling.
    fileprivate var refusesGrant: Bool {
        if case .notAuthorized = content { return true }
        return !isThrottled && [400, 403, 404, 410].contains(status)
    }
}
