import PassAPI

// What the app is told.

extension EffectBuffer {
    mutating func callBack(_ callback: AccessEnablerCallback) { add(.callBack(callback)) }

    /// `status:` with a code of the table.
    mutating func tell(
        _ status: AdvancedStatus,
        message: String? = nil,
        resource: String? = nil,
        details: String? = nil
    ) {
        callBack(
            .status(
                errorID: status.id,
                level: status.level.rawValue,
                message: message,
                resource: resource,
                details: details
            )
        )
    }
}

extension SDKDesk {
    mutating func setAuthenticationStatus(_ error: AccessEnablerError?) {
        buffer.callBack(
            .setAuthenticationStatus(isAuthenticated: error == nil, errorCode: error?.text ?? "")
        )
    }

    mutating func tellAuthenticated(_ token: StoredToken, isCached: Bool) {
        setAuthenticationStatus(nil)
        guard options.sendsTracking else { return }
        let guid = reader.hashedGUID(of: token)
        track(.authentication, ["true", token.msoID ?? "", guid, String(isCached)])
    }

    mutating func tellNotAuthenticated(_ error: AccessEnablerError) {
        setAuthenticationStatus(error)
        track(.authentication, ["false"])
    }

    mutating func failToken(of resource: String, _ error: AccessEnablerError, description: String = "") {
        buffer.callBack(
            .tokenRequestFailed(
                resource: resource,
                errorCode: error.text,
                description: description
            )
        )
        buffer.leaveSteps()
        track(.authorization, ["false"])
    }

    /// `sendTrackingData`; what follows the first element on failure is unconfirmed, so nothing does (§4.4).
    mutating func track(_ event: TrackingEvent, _ elements: [String]) {
        guard options.sendsTracking else { return }
        let isFailure = elements.first == "false"
        buffer.callBack(
            .sendTrackingData(isFailure ? elements : elements + dialect.clientDescription, event: event.rawValue)
        )
    }

    /// The error callback of what a call was made for, if the app waits for one.
    mutating func abandon(_ purpose: SDKPurpose, _ error: AccessEnablerError) {
        switch purpose {
        case .authorize(let job): failToken(of: job.resource, error)
        case .mediaToken(let job): failToken(of: job.authorization.resource, error)
        case .preauthorize(let job): refuse(job, nil)
        case .userMetadata(let key):
            buffer.callBack(.setMetadataStatus(value: nil, isEncrypted: false, key: .user(key: key)))
        case .configuration, .passiveLogin, .passiveSession, .platformProfile, .platformExchange, .platformSession,
            .code, .tempPass, .session, .logout:
            break
        }
    }
}
