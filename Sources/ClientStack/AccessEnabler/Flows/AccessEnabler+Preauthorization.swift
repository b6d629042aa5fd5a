import Device
import PassAPI
import VirtualTime

// checkPreauthorizedResources, preauthorize (access-enabler.md §4.5, §6.5): the line-up in the AuthN token, the cache, the
// service.

extension AccessEnabler {
    mutating func preauthorize(
        _ job: PreauthorizationJob,
        _ usesCache: Bool,
        _ device: Device,
        _ turn: inout EffectBuffer
    ) {
        guard let token = token(device, turn), let mvpd = token.msoID else {
            return refuse(job, storage.provider(on: device) == nil ? .sessionMissing : .sessionExpired, &turn)
        }
        let lineUp = reader.read(token).lineUp
        if !lineUp.isEmpty {
            let answers = job.resources.map {
                PreauthorizedResource(id: $0, isAuthorized: lineUp.contains($0.lowercased()))
            }
            return answer(job, answers, &turn)
        }
        if job.resources.isEmpty { return answer(job, [], &turn) }
        if usesCache, let answers = storage.preauthorization(of: job.resources, from: mvpd, on: device) {
            return answer(job, answers, &turn)
        }
        call(
            .sdkPreauthorize(context(for: mvpd), authenticationToken: token.text, resources: job.resources),
            for: .preauthorize(job),
            &turn
        )
    }

    mutating func preauthorizationAnswered(
        _ job: PreauthorizationJob,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        guard response.isSuccess, case .preauthorization(let answers) = response.content else {
            return refusePreauthorization(job, response, &device, &turn)
        }
        if let mvpd = token(device, turn)?.msoID {
            tell(storage.store(preauthorization: answers, from: mvpd, on: &device), &turn)
        }
        answer(job, answers, &turn)
    }

    private mutating func refusePreauthorization(
        _ job: PreauthorizationJob,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        if response.status == 412 {
            dropTokens(because: .unknownToService(response.reason), &device, &turn)
            return refuse(job, .sessionMissing, &turn)
        }
        turn.tell(.preauthorizationFailed, message: response.reason)
        switch response.content {
        case .error(let error): refuse(job, error, &turn)
        case .unreadable(let reason): refuse(job, .ofSDK("server_response_format_unknown", reason), &turn)
        default: refuse(job, PassError(status: response.status, message: response.reason, action: "none"), &turn)
        }
    }

    mutating func preauthorizationUnanswered(
        _ job: PreauthorizationJob,
        _ failure: CallFailure,
        _ turn: inout EffectBuffer
    ) {
        switch failure {
        case .unreachable(let reason): refuse(job, .ofSDK("network_error", reason), &turn)
        case .noAccess(let reason): refuse(job, .ofSDK("access_token_unavailable", reason), &turn)
        }
    }

    // MARK: The callback

    private func answer(_ job: PreauthorizationJob, _ answers: [PreauthorizedResource], _ turn: inout EffectBuffer) {
        if job.isResponseWanted {
            turn.callBack(.preauthorizeResponse(answers, status: nil))
        } else {
            turn.callBack(.preauthorizedResources(answers.filter(\.isAuthorized).map(\.id)))
        }
    }

    /// No answer: an empty list, and why where the app asked for a response.
    func refuse(_ job: PreauthorizationJob, _ error: PassError?, _ turn: inout EffectBuffer) {
        if job.isResponseWanted {
            let error = error ?? .ofSDK("requestor_not_configured", "another requestor was set")
            turn.callBack(.preauthorizeResponse([], status: error))
        } else {
            turn.callBack(.preauthorizedResources([]))
        }
    }
}

extension PassError {
    /// Nobody has been authenticated.
    static let sessionMissing = PassError(
        status: 0,
        code: "authentication_session_missing",
        action: "authentication"
    )
    /// Somebody was.
    static let sessionExpired = PassError(
        status: 0,
        code: "authentication_session_expired",
        action: "authentication"
    )

    /// A failure of the SDK's own.
    static func ofSDK(_ code: String, _ message: String) -> PassError {
        PassError(
            status: 0,
            code: code,
            message: message,
            action: code == "requestor_not_configured" ? "retry" : "none"
        )
    }
}
