public import Device
import PassAPI
import SubscriberAccount
public import VirtualTime

/// Adobe's SDK for iOS and tvOS as a value: calls and answers go in, requests and callbacks come out.
///
/// It lives as long as the app's process: what outlasts that is in the device's stores, by way of `TokenStorage`. Calls
/// overlap as they like; answers that nobody waits for have no effect. Each flow is a machine of its own, which says
/// what an event led to; what follows from that is settled here. Source: access-enabler.md.
public struct AccessEnabler: Hashable, Sendable {
    var desk: SDKDesk
    var identity = Identity.unknown
    /// The calls that wait for setRequestor, in order.
    var queue: [AccessEnablerCall] = []
    var login: SDKLogin?
    var platform: PlatformSignOn?
    var logout: SDKLogout?
    /// The calls of getAuthorization that wait for the login.
    var waiting: [AuthorizationJob] = []
    /// The MVPD that the app has selected in this run.
    var selected: String?
    /// The platform's objection to a silent exchange, reported again when the user turns out not to be authenticated.
    var platformTrouble: AdvancedStatus?

    /// At most this many calls wait for setRequestor; what comes then fails: 1,000.
    static let queueLimit = 1_000

    /// At most this many service providers are asked: 16.
    static let serviceProviderLimit = 16

    /// The SDK in a process that has just begun; nil if no such app with an SDK is installed.
    public init?(_ configuration: AccessEnablerConfiguration, on device: Device) {
        guard let desk = SDKDesk(configuration, on: device) else { return nil }
        self.desk = desk
    }

    public var configuration: AccessEnablerConfiguration { desk.configuration }

    /// The step that the flow is at; nil while none runs.
    public var step: FlowStep? { desk.buffer.step }

    /// Takes in one input at `now` (true time) and answers with effects, in the order they are to be carried out.
    ///
    /// What only the app around it understands, a user's tap or a page that loads, has no effect.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        desk.buffer.begin(at: now, wall: device.clock.wallTime(at: now))
        switch input {
        case .accessEnablerCalled(let call): take(call, &device)
        case .responseArrived(let id, let response):
            land(desk.line.answered(id, response, desk.terms, &desk.buffer), &device)
        case .requestFailed(let id, let reason): land(desk.line.failed(id, reason), &device)
        case .vsaAnswered(let id, let answer):
            guard desk.question == id else { break }
            desk.question = nil
            happened(.vsaAnswered(answer), toPlatformOn: &device)
        case .timerFired(let id): settle(login?.timerFired(id, &desk), &device)
        case .userActionOccurred, .webViewReached: break
        }
        return desk.buffer.end()
    }

    /// Starts the instance that the app makes: older storage is migrated, and checked.
    mutating func begin(on device: inout Device, at now: Instant) -> [ClientEffect] {
        desk.buffer.begin(at: now, wall: device.clock.wallTime(at: now))
        desk.tell(desk.storage.start(configuration.integrityCheck, on: &device))
        return desk.buffer.end()
    }

    /// The URL that ends the page on screen, of a login or a logout; nil if there is none.
    var pageEnd: String? { login?.pageEnd ?? logout?.pageEnd }

    /// The timers that run.
    var runningTimers: [TimerID] { login?.timers ?? [] }

    /// True if the SDK waits for nothing and no timer runs.
    public var isIdle: Bool { waitingFor == nil }

    /// The thing that the SDK waits for; nil if nothing.
    public var waitingFor: Awaited? {
        if let answer = desk.line.waitingFor { return answer }
        if let question = desk.question { return .vsaResult(question) }
        if logout != nil { return .user(.finishLogoutPage) }
        return login?.waitingFor
    }
}
