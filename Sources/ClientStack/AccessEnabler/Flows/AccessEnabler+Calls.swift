import Device
import OrderedCollections
import PassAPI
import SubscriberAccount

// What the app calls: at once, or after setRequestor (access-enabler.md §2, §6.1).

extension AccessEnabler {
    mutating func take(_ call: AccessEnablerCall, _ device: inout Device, _ turn: inout EffectBuffer) {
        if let version = call.firstVersion, dialect.version < version {
            return turn.tell(
                .internalError,
                message: "AccessEnabler \(dialect.version) has no such \(call.name), it came with \(version)"
            )
        }
        switch call {
        case .setOptions(let options): sdkOptions = options
        case .setRequestor(let id, let serviceProviders): setRequestor(id, serviceProviders, &device, &turn)
        case .setSelectedProvider(let id): setSelectedProvider(id, &device, &turn)
        case .getSelectedProvider: getSelectedProvider(device, &turn)
        case .handleExternalURL(let url): handleExternalURL(url, &device, &turn)
        case .checkAuthentication, .getAuthentication, .checkPreauthorizedResources, .preauthorize,
            .checkAuthorization, .getAuthorization, .logout, .getMetadata:
            enqueue(call, &device, &turn)
        }
    }

    /// Blocked calls wait for setRequestor, in order; none is lost without a word.
    private mutating func enqueue(_ call: AccessEnablerCall, _ device: inout Device, _ turn: inout EffectBuffer) {
        switch identity {
        case .known: perform(call, &device, &turn)
        case .failed where options.queueAfterFailure == .failsCalls: fail(call, &turn)
        case .unknown, .configuring, .preparing, .failed:
            guard queue.count < Self.queueLimit else { return fail(call, &turn) }
            queue.append(call)
        }
    }

    mutating func perform(_ call: AccessEnablerCall, _ device: inout Device, _ turn: inout EffectBuffer) {
        switch call {
        case .checkAuthentication: checkAuthentication(device, &turn)
        case .getAuthentication(let force, let data, let filter):
            getAuthentication(Login(isForced: force, data: data, filter: filter), &device, &turn)
        case .checkAuthorization(let resource, let data):
            begin(AuthorizationJob(resource: resource, data: data, mayLogIn: false), &device, &turn)
        case .getAuthorization(let resource, let data):
            begin(AuthorizationJob(resource: resource, data: data, mayLogIn: true), &device, &turn)
        case .checkPreauthorizedResources(let resources, let usesCache):
            preauthorize(.init(resources: resources, isResponseWanted: false), usesCache, device, &turn)
        case .preauthorize(let resources, let usesCache):
            preauthorize(.init(resources: resources, isResponseWanted: true), usesCache, device, &turn)
        case .logout: logOut(&device, &turn)
        case .getMetadata(let key): getMetadata(key, device, &turn)
        case .setOptions, .setRequestor, .setSelectedProvider, .getSelectedProvider, .handleExternalURL: break
        }
    }

    /// The call's own error callback: setRequestor has failed, or too many calls wait for it.
    func fail(_ call: AccessEnablerCall, _ turn: inout EffectBuffer) {
        switch call {
        case .checkAuthentication, .getAuthentication, .logout:
            setAuthenticationStatus(.genericAuthentication, &turn)
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            failToken(of: resource, .genericAuthorization, &turn)
        case .checkPreauthorizedResources: turn.callBack(.preauthorizedResources([]))
        case .preauthorize:
            let error = PassError(status: 0, code: "requestor_not_configured", action: "retry")
            turn.callBack(.preauthorizeResponse([], status: error))
        case .getMetadata(let key):
            turn.callBack(.setMetadataStatus(value: nil, isEncrypted: false, key: key))
        case .setOptions, .setRequestor, .setSelectedProvider, .getSelectedProvider, .handleExternalURL: break
        }
    }

    func failToken(
        of resource: String,
        _ error: AccessEnablerError,
        description: String = "",
        _ turn: inout EffectBuffer
    ) {
        turn.callBack(
            .tokenRequestFailed(
                resource: resource,
                errorCode: error.spelled(options.errorCodes),
                description: description
            )
        )
        turn.leaveSteps()
        track(.authorization, ["false"], &turn)
    }

    /// `sendTrackingData`; what follows the first element on failure is unconfirmed, so nothing does (§4.4).
    func track(_ event: TrackingEvent, _ elements: [String], _ turn: inout EffectBuffer) {
        guard options.sendsTracking else { return }
        let isFailure = elements.first == "false"
        turn.callBack(
            .sendTrackingData(isFailure ? elements : elements + dialect.clientDescription, event: event.rawValue)
        )
    }

    // MARK: What will not be finished

    /// The app speaks for another requestor now: what runs for the old one fails.
    mutating func abandonAll(_ turn: inout EffectBuffer) {
        stopLogin(&turn)
        logoutStep = nil
        selected = nil
        for purpose in line.hangUp({ _ in true }) { abandon(purpose, .genericAuthorization, &turn) }
        failWaiting(.genericAuthorization, &turn)
    }

    /// The error callback of what a call was made for, if the app waits for one.
    func abandon(_ purpose: SDKPurpose, _ error: AccessEnablerError, _ turn: inout EffectBuffer) {
        switch purpose {
        case .authorize(let job): failToken(of: job.resource, error, &turn)
        case .mediaToken(let job): failToken(of: job.authorization.resource, error, &turn)
        case .preauthorize(let job): refuse(job, nil, &turn)
        case .userMetadata(let key):
            turn.callBack(.setMetadataStatus(value: nil, isEncrypted: false, key: .user(key: key)))
        case .configuration, .passiveLogin, .passiveSession, .platformProfile, .platformExchange, .platformSession,
            .code, .tempPass, .session, .logout:
            break
        }
    }
}

extension AccessEnablerCall {
    /// The version that brought the method; nil where it was there from the first (access-enabler.md §2).
    var firstVersion: PlatformVersion? {
        switch self {
        case .setOptions: PlatformVersion(2, 3)
        case .checkPreauthorizedResources: PlatformVersion(1, 3)
        case .preauthorize: PlatformVersion(3, 6)
        case .getAuthentication(_, let data, let filter):
            filter != nil ? PlatformVersion(2, 0) : data.isEmpty ? nil : PlatformVersion(1, 9)
        case .checkAuthorization(_, let data), .getAuthorization(_, let data):
            data.isEmpty ? nil : PlatformVersion(1, 9)
        case .setRequestor, .checkAuthentication, .setSelectedProvider, .handleExternalURL, .logout,
            .getSelectedProvider, .getMetadata:
            nil
        }
    }

    /// The method's name as the API reference spells it.
    public var name: String {
        switch self {
        case .setOptions: "setOptions"
        case .setRequestor: "setRequestor"
        case .checkAuthentication: "checkAuthentication"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider: "setSelectedProvider"
        case .handleExternalURL: "handleExternalURL"
        case .checkPreauthorizedResources: "checkPreauthorizedResources"
        case .preauthorize: "preauthorize"
        case .checkAuthorization: "checkAuthorization"
        case .getAuthorization: "getAuthorization"
        case .logout: "logout"
        case .getSelectedProvider: "getSelectedProvider"
        case .getMetadata: "getMetadata"
        }
    }
}
