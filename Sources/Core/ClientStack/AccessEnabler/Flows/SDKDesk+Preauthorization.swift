import Device
import PassAPI
import VirtualTime

// checkPreauthorizedResources, preauthorize (access-enabler.md §4.5, §6.5): the line-up in the AuthN token, the cache, the
// service.

extension SDKDesk {
    mutating func preauthorize(
        _ job: PreauthorizationJob,
        _ usesCache: Bool,
        _ device: Device
    ) {
        guard let token = token(device), let mvpd = token.msoID else {
            return refuse(job, storage.provider(on: device) == nil ? .sessionMissing : .sessionExpired)
        }
        let lineUp = reader.read(token).lineUp
        if !lineUp.isEmpty {
            let answers = job.resources.map {
                PreauthorizedResource(id: $0, isAuthorized: lineUp.contains($0.lowercased()))
            }
            return answer(job, answers)
        }
        if job.resources.isEmpty { return answer(job, []) }
        if usesCache, let answers = storage.preauthorization(of: job.resources, from: mvpd, on: device) {
            return answer(job, answers)
        }
        call(
            .sdkPreauthorize(context(for: mvpd), authenticationToken: token.text, resources: job.resources),
            for: .preauthorize(job)
        )
    }

    mutating func preauthorizationAnswered(
        _ job: PreauthorizationJob,
        _ response: PassResponse,
        _ device: inout Device
    ) {
        guard response.isSuccess, case .preauthorization(let answers) = response.content else {
            return refusePreauthorization(job, response, &device)
        }
        if let mvpd = token(device)?.msoID {
            tell(storage.store(preauthorization: answers, from: mvpd, on: &device))
        }
        answer(job, answers)
    }

    private mutating func refusePreauthorization(
        _ job: PreauthorizationJob,
        _ response: PassResponse,
        _ device: inout Device
    ) {
        if response.status == 412 {
            dropTokens(because: .unknownToService(response.reason), &device)
            return refuse(job, .sessionMissing)
        }
        buffer.tell(.preauthorizationFailed, message: response.reason)
        switch response.content {
        case .error(let error): refuse(job, error)
        case .unreadable(let reason): refuse(job, .ofSDK("server_response_format_unknown", reason))
        default: refuse(job, PassError(status: response.status, message: response.reason, action: "none"))
        }
    }

    mutating func preauthorizationUnanswered(
        _ job: PreauthorizationJob,
        _ failure: CallFailure
    ) {
        switch failure {
        case .unreachable(let reason): refuse(job, .ofSDK("network_error", reason))
        case .noAccess(let reason): refuse(job, .ofSDK("access_token_unavailable", reason))
        }
    }

    // MARK: The callback

    private mutating func answer(_ job: PreauthorizationJob, _ answers: [PreauthorizedResource]) {
        if job.isResponseWanted {
            buffer.callBack(.preauthorizeResponse(answers, status: nil))
        } else {
            buffer.callBack(.preauthorizedResources(answers.filter(\.isAuthorized).map(\.id)))
        }
    }

    /// No answer: an empty list, and why where the app asked for a response.
    mutating func refuse(_ job: PreauthorizationJob, _ error: PassError?) {
        if job.isResponseWanted {
            let error = error ?? .ofSDK("requestor_not_configured", "another requestor was set")
            buffer.callBack(.preauthorizeResponse([], status: error))
        } else {
            buffer.callBack(.preauthorizedResources([]))
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
