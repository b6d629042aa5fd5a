public import Device
import OrderedCollections
import PassAPI
import SubscriberAccount
public import VirtualTime

/// Adobe's SDK for iOS and tvOS as a value: calls and answers go in, requests and callbacks come out.
///
/// It lives as long as the app's process: what outlasts that is in the device's stores, by way of `TokenStorage`. Calls
/// overlap as they like; answers that nobody waits for have no effect. Source: access-enabler.md.
public struct AccessEnabler: Hashable, Sendable {
    /// How it is set up.
    public let configuration: AccessEnablerConfiguration
    let dialect: NativeDialect
    var storage: TokenStorage
    /// What `setOptions:` was handed.
    var sdkOptions: OrderedDictionary<String, String> = [:]
    var identity = Identity.unknown
    /// The calls that wait for setRequestor, in order.
    var queue: [AccessEnablerCall] = []
    var login: Login?
    var platform: PlatformSignOn?
    var logoutStep: LogoutStep?
    /// The calls of getAuthorization that wait for the login.
    var waiting: [AuthorizationJob] = []
    /// The MVPD that the app has selected in this run.
    var selected: String?
    /// What the platform had against a silent exchange, told again when the user turns out not to be authenticated.
    var platformTrouble: AdvancedStatus?
    var line: CallLine<SDKPurpose>
    var question: QuestionID?
    /// What a recording shows of the app; nil: it is nobody's in particular, and no assumption is named.
    var shown: ShownRows?
    var reader = TokenReader()
    var buffer = EffectBuffer()

    /// At most this many calls wait for setRequestor; what comes then fails: 1,000.
    public static let queueLimit = 1_000

    /// The SDK in a process that has just begun; nil if no such app with an SDK is installed.
    public init?(_ configuration: AccessEnablerConfiguration, on device: Device) {
        guard
            let storage = TokenStorage(
                on: device,
                bundleID: configuration.bundleID,
                options: configuration.options.storage,
                deviceID: configuration.deviceID
            )
        else { return nil }
        self.configuration = configuration
        self.storage = storage
        dialect = NativeDialect(storage.version, on: device.system)
        let defaults = SDKDefaults(bundleID: configuration.bundleID)
        let credentials = defaults.credentials(on: device) ?? configuration.credentials
        line = CallLine(
            dialect.isRegistered
                ? AccessSession(credentials: credentials, token: configuration.accessToken) : AccessSession()
        )
    }

    /// Takes in one input at `now` (true time) and answers with effects, in the order they are to be carried out.
    ///
    /// What only the app around it understands, a user's tap or a page that loads, has no effect.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        var turn = turn(on: device, at: now)
        switch input {
        case .accessEnablerCalled(let call): take(call, &device, &turn)
        case .responseArrived(let id, let response):
            land(line.answered(id, response, terms, &turn), &device, &turn)
        case .requestFailed(let id, let reason):
            land(line.failed(id, reason), &device, &turn)
        case .accountAnswered(let id, let answer):
            guard question == id else { break }
            question = nil
            platformAnswered(answer, &device, &turn)
        case .timerFired(let id): timerFired(id, &device, &turn)
        case .stimulusOccurred, .webViewReached: break
        }
        return end(turn)
    }

    private func turn(on device: Device, at now: Instant) -> EffectBuffer {
        var turn = buffer
        turn.begin(at: now, wall: device.clock.wallTime(at: now))
        return turn
    }

    private mutating func end(_ turn: EffectBuffer) -> [ClientEffect] {
        buffer = turn
        return buffer.end()
    }

    /// The step that the flow is at; nil while none runs.
    public var step: FlowStep? { buffer.step }

    /// What happens when the app makes its instance: older storage is migrated, and checked.
    mutating func begin(on device: inout Device, at now: Instant) -> [ClientEffect] {
        var turn = turn(on: device, at: now)
        tell(storage.start(configuration.integrityCheck, on: &device), &turn)
        return end(turn)
    }
}

// MARK: What all flows use

extension AccessEnabler {
    var options: AccessEnablerOptions { configuration.options }

    /// `device_info` of setOptions overrides all that the SDK would say itself (§1).
    var deviceInformation: String? { sdkOptions["device_info"] ?? configuration.deviceInformation }

    var terms: AccessTerms {
        AccessTerms(
            isRegistered: dialect.isRegistered,
            softwareStatement: configuration.softwareStatement,
            deviceInformation: deviceInformation,
            step: .sdkRegistration,
            deviceID: storage.deviceID.hash
        )
    }

    /// The requestor whose configuration is held; nil while there is none.
    var requestor: KnownRequestor? {
        switch identity {
        case .known(let requestor), .preparing(let requestor, _): requestor
        case .unknown, .configuring, .failed: nil
        }
    }

    /// What the SDK's calls have in common, for an MVPD at the service provider that serves it.
    func context(for mvpd: String? = nil) -> SDKContext {
        context(at: mvpd.flatMap { requestor?.host(of: $0) } ?? requestor?.defaultHost)
    }

    func context(at host: String?) -> SDKContext {
        dialect.context(
            configuration,
            requestor: storage.requestor,
            deviceID: storage.deviceID.hash,
            deviceInformation: deviceInformation,
            host: host
        )
    }

    mutating func call(_ request: PassRequest, for purpose: SDKPurpose, _ turn: inout EffectBuffer) {
        line.begin(request, for: purpose, terms, &turn)
    }

    /// The AuthN token that signs the current requestor on.
    func token(_ device: Device, _ turn: EffectBuffer) -> StoredToken? {
        storage.authentication(on: device, at: turn.wall)
    }

    func tell(_ changes: [StorageChange], _ turn: inout EffectBuffer) {
        for change in changes { turn.note(change) }
    }

    func setAuthenticationStatus(_ error: AccessEnablerError?, _ turn: inout EffectBuffer) {
        turn.callBack(
            .setAuthenticationStatus(isAuthenticated: error == nil, errorCode: error?.spelled(options.errorCodes) ?? "")
        )
    }

    /// Whether `url` ends the login or logout that is under way.
    func isEndURL(_ url: String) -> Bool {
        if case .showingPage(_, let endURL, _)? = login?.step { return EndURL.isReached(url, endURL) }
        if case .showingPage(let endURL)? = logoutStep { return EndURL.isReached(url, endURL) }
        return false
    }

    /// The URL that ends the page on screen, of a login or a logout; nil if there is none.
    var pageEnd: String? {
        if case .showingPage(_, let endURL, _)? = login?.step { return endURL }
        if case .showingPage(let endURL)? = logoutStep { return endURL }
        return nil
    }

    /// The timers that run.
    var runningTimers: [TimerID] { login?.timers ?? [] }

    /// Whether the SDK waits for nothing and no timer runs.
    public var isIdle: Bool { waitingFor == nil }

    /// What the SDK waits for, nil if nothing.
    public var waitingFor: Awaited? {
        if let answer = line.waitingFor { return answer }
        if let question { return .vsaResult(question) }
        if logoutStep != nil { return .user(.finishLogoutPage) }
        return login?.waitingFor
    }
}
