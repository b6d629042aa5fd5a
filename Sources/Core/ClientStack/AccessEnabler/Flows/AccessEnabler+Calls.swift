import Device
import OrderedCollections
import PassAPI
import SubscriberAccount

// What the app calls: at once, or after setRequestor (access-enabler.md §2, §6.1).

extension AccessEnabler {
    mutating func take(_ call: AccessEnablerCall, _ device: inout Device) {
        if let version = call.firstVersion, desk.dialect.version < version {
            return desk.buffer.tell(
                .internalError,
                message: "AccessEnabler \(desk.dialect.version) has no such \(call.name), it came with \(version)"
            )
        }
        switch call {
        case .setOptions(let options): desk.sdkOptions = options
        case .setRequestor(let id, let serviceProviders): setRequestor(id, serviceProviders)
        case .setSelectedProvider(let id): setSelectedProvider(id, &device)
        case .getSelectedProvider: getSelectedProvider(device)
        case .handleExternalURL(let url): handleExternalURL(url)
        case .checkAuthentication, .getAuthentication, .checkPreauthorizedResources, .preauthorize,
            .checkAuthorization, .getAuthorization, .logout, .getMetadata:
            enqueue(call, &device)
        }
    }

    /// Blocked calls wait for setRequestor, in order; none is lost without a word.
    private mutating func enqueue(_ call: AccessEnablerCall, _ device: inout Device) {
        switch identity {
        case .known: perform(call, &device)
        case .failed where desk.options.queueAfterFailure == .failsCalls: fail(call)
        case .unknown, .configuring, .preparing, .failed:
            guard queue.count < Self.queueLimit else { return fail(call) }
            queue.append(call)
        }
    }

    private mutating func perform(_ call: AccessEnablerCall, _ device: inout Device) {
        switch call {
        case .checkAuthentication: checkAuthentication(device)
        case .getAuthentication(let force, let data, let filter):
            getAuthentication(SDKLogin(isForced: force, data: data, filter: filter), &device)
        case .checkAuthorization(let resource, let data):
            proceed(desk.begin(AuthorizationJob(resource: resource, data: data, mayLogIn: false), device), &device)
        case .getAuthorization(let resource, let data):
            proceed(desk.begin(AuthorizationJob(resource: resource, data: data, mayLogIn: true), device), &device)
        case .checkPreauthorizedResources(let resources, let usesCache):
            desk.preauthorize(.init(resources: resources, isResponseWanted: false), usesCache, device)
        case .preauthorize(let resources, let usesCache):
            desk.preauthorize(.init(resources: resources, isResponseWanted: true), usesCache, device)
        case .logout: logOut(&device)
        case .getMetadata(let key): desk.getMetadata(key, device)
        case .setOptions, .setRequestor, .setSelectedProvider, .getSelectedProvider, .handleExternalURL: break
        }
    }

    /// The call's own error callback: setRequestor has failed, or too many calls wait for it.
    private mutating func fail(_ call: AccessEnablerCall) {
        switch call {
        case .checkAuthentication, .getAuthentication, .logout: desk.setAuthenticationStatus(.genericAuthentication)
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            desk.failToken(of: resource, .genericAuthorization)
        case .checkPreauthorizedResources: desk.buffer.callBack(.preauthorizedResources([]))
        case .preauthorize:
            let error = PassError(status: 0, code: "requestor_not_configured", action: "retry")
            desk.buffer.callBack(.preauthorizeResponse([], status: error))
        case .getMetadata(let key):
            desk.buffer.callBack(.setMetadataStatus(value: nil, isEncrypted: false, key: key))
        case .setOptions, .setRequestor, .setSelectedProvider, .getSelectedProvider, .handleExternalURL: break
        }
    }

    /// The MVPD that is selected, or authenticated with; not queued.
    private mutating func getSelectedProvider(_ device: Device) {
        let stored = desk.storage.provider(on: device)?.mvpd
        let id = login?.mvpd?.id ?? selected ?? desk.token(device)?.msoID ?? stored
        desk.buffer.callBack(.selectedProvider(id.flatMap { desk.requestor?.mvpd($0) }))
    }

    /// The app has seen the end URL; without one (`getAuthenticationToken`) it is believed.
    ///
    /// At any other time, a second time too, nothing is waited for and nothing happens.
    private mutating func handleExternalURL(_ url: String?) {
        guard let pageEnd, url.map({ EndURL.isReached($0, pageEnd) }) ?? true else { return }
        if login?.pageEnd != nil { login?.pageEnded(&desk) } else { finishLogout() }
    }

    // MARK: setRequestor

    private mutating func setRequestor(_ id: String, _ serviceProviders: [String]) {
        desk.line.cancelAll { $0.flow == .setRequestor }
        if let platform, platform.mode != .interactive { stopPlatform() }
        if !desk.storage.requestor.isEmpty, desk.storage.requestor != id { abandonAll() }
        let hosts: [String?] = serviceProviders.prefix(Self.serviceProviderLimit).map { $0 }
        identity = Identity(ConfigurationRound(requestor: id, hosts: hosts.isEmpty ? [nil] : hosts), &desk)
    }

    mutating func settle(_ outcome: Identity.Outcome, _ device: inout Device) {
        switch outcome {
        case .goesOn: break
        case .configured:
            platformTrouble = nil
            prepareNext(&device)
        case .failed(let failure):
            identity = .failed
            if let failure { desk.buffer.tell(failure.status, message: failure.message) }
            desk.buffer.callBack(.setRequestorComplete(isSuccess: false))
            guard desk.options.queueAfterFailure == .failsCalls else { return }
            for call in takeQueue() { fail(call) }
        }
    }

    /// The next thing to be done before setRequestor completes; a step that has nothing to do is passed over.
    mutating func prepareNext(_ device: inout Device) {
        guard case .preparing = identity else { return }
        while let step = identity.nextPreparation() {
            switch step {
            case .passiveAuthentication:
                if PassiveSignOn.begin(device, &desk) { return }
            case .platformSignOn:
                guard platform == nil else { continue }
                platform = PlatformSignOn.duringSetRequestor(device, &desk)
                if platform != nil { return }
            }
        }
        identity = .known
        desk.buffer.callBack(.setRequestorComplete(isSuccess: true))
        for call in takeQueue() { perform(call, &device) }
    }

    private mutating func takeQueue() -> [AccessEnablerCall] {
        defer { queue = [] }
        return queue
    }

    /// The app speaks for another requestor now: what runs for the old one fails.
    private mutating func abandonAll() {
        stopLogin()
        logout = nil
        selected = nil
        for purpose in desk.line.cancelAll({ _ in true }) { desk.abandon(purpose, .genericAuthorization) }
        failWaiting(.genericAuthorization)
    }

    // MARK: Authorization

    /// Nobody is authenticated for `job`, if there is one: getAuthorization begins a login and waits for it,
    /// checkAuthorization never does.
    mutating func proceed(_ job: AuthorizationJob?, _ device: inout Device) {
        guard let job else { return }
        guard job.mayLogIn, job.rounds <= AccessEnablerOptions.logoutRounds, waiting.count < Self.queueLimit else {
            desk.buffer.tell(.notAuthenticated, resource: job.resource)
            return desk.failToken(of: job.resource, .userNotAuthenticated)
        }
        waiting.append(job)
        if login == nil { begin(SDKLogin(isForced: false, data: job.data), &device) }
    }

    // MARK: Logout

    private mutating func logOut(_ device: inout Device) {
        let token = desk.token(device)
        // What runs in the user's name ends.
        stopLogin()
        selected = nil
        platformTrouble = nil
        for purpose in desk.line.cancelAll({ $0.flow != .setRequestor }) {
            desk.abandon(purpose, .userNotAuthenticated)
        }
        failWaiting(.userNotAuthenticated)
        logout = SDKLogout(of: token, &device, &desk)
        if logout == nil { finishLogout() }
    }

    /// Whatever the service says, the device has forgotten the user.
    mutating func finishLogout() {
        logout = nil
        desk.buffer.leaveSteps()
        // §6.6: which code comes with it is unconfirmed.
        desk.setAuthenticationStatus(.userNotAuthenticated)
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
