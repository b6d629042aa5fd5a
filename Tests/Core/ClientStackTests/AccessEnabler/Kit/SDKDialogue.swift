import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// An app with AccessEnabler on a device, and the talk with it: what its effects leave open is remembered.
struct SDKDialogue {
    var app: AccessEnablerApp
    var device: Device
    var now = Kite.now
    /// All effects so far, in order.
    private(set) var effects: [ClientEffect] = []
    private(set) var openRequests: [(id: RequestID, request: PassRequest)] = []
    private(set) var openQuestions: [(id: QuestionID, question: VSARequest)] = []
    private(set) var openTimers: [(id: TimerID, due: Instant)] = []

    init(
        _ version: PlatformVersion,
        on system: OperatingSystem = OperatingSystem(.iOS, PlatformVersion(12)),
        bundleID: String = "com.kite.tv",
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) {
        let identifiers = DeviceIdentifiers(
            wifiAddress: "02:1a:2b:3c:4d:5e",
            advertisingIdentifier: "11111111-2222-3333-4444-555555555555",
            seed: 7
        )
        var device = Device(name: "phone", system: system, identifiers: identifiers, at: Kite.now)
        let app = InstalledApp(bundleID: bundleID, teamID: "KITETEAM", sdkVersion: version)
        _ = try? device.apply(.appInstalled(app), at: Kite.now)
        self.init(on: device, bundleID: bundleID, change)
    }

    /// An app that is installed on `device`.
    init(
        on device: Device,
        bundleID: String = "com.kite.tv",
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) {
        var configuration = AccessEnablerConfiguration(
            bundleID: bundleID,
            requestor: "KITETV",
            signedRequestor: "c2lnbmVk",
            softwareStatement: "statement",
            usesPlatformSignOn: false,
            deviceInformation: "a2l0ZQ=="
        )
        configuration.options.sendsTracking = false
        change(&configuration)
        self.device = device
        app = AccessEnablerApp(configuration: configuration)
    }

    /// Hands in any input.
    @discardableResult
    mutating func hear(_ input: ClientInput) -> [ClientEffect] {
        switch input {
        case .userActionOccurred, .webViewReached, .accessEnablerCalled: break
        case .responseArrived(let id, _), .requestFailed(let id, _): openRequests.removeAll { $0.id == id }
        case .vsaAnswered(let id, _): openQuestions.removeAll { $0.id == id }
        case .timerFired(let id): openTimers.removeAll { $0.id == id }
        }
        let new = app.handle(input, on: &device, at: now)
        for effect in new {
            switch effect {
            case .sendRequest(let id, let request): openRequests.append((id, request))
            case .askAccount(let id, let question): openQuestions.append((id, question))
            case .startTimer(let id, let duration): openTimers.append((id, now + duration))
            case .cancelTimer(let id): openTimers.removeAll { $0.id == id }
            case .enterStep, .present, .play, .callBack, .changeStorage, .assume: break
            }
        }
        effects += new
        return new
    }

    /// The user does something.
    @discardableResult
    mutating func user(_ action: UserAction.Action) -> [ClientEffect] { hear(.userActionOccurred(action)) }

    /// The app calls a method.
    @discardableResult
    mutating func call(_ call: AccessEnablerCall) -> [ClientEffect] { hear(.accessEnablerCalled(call)) }

    /// A page is about to load this.
    @discardableResult
    mutating func page(_ url: String) -> [ClientEffect] { hear(.webViewReached(url: url)) }

    /// The service answers the oldest request that is open.
    @discardableResult
    mutating func service(_ response: PassResponse) -> [ClientEffect] {
        guard let open = openRequests.first else { return [] }
        return hear(.responseArrived(open.id, response))
    }

    /// The service answers the oldest request for this operation.
    @discardableResult
    mutating func service(_ operation: PassAPI.Operation, _ response: PassResponse) -> [ClientEffect] {
        guard let open = openRequests.first(where: { $0.request.operation == operation }) else { return [] }
        return hear(.responseArrived(open.id, response))
    }

    /// The service answers all that is asked, rightly, until nothing is open; at most a hundred times.
    @discardableResult
    mutating func serviceAnswersAll(_ service: SDKService = SDKService()) -> [ClientEffect] {
        var all: [ClientEffect] = []
        for _ in 0..<100 {
            guard let open = openRequests.first else { break }
            all += hear(.responseArrived(open.id, service.answer(to: open.request)))
        }
        return all
    }

    /// The oldest request that is open gets no answer.
    @discardableResult
    mutating func networkFails(_ reason: String = "no route") -> [ClientEffect] {
        guard let open = openRequests.first else { return [] }
        return hear(.requestFailed(open.id, reason))
    }

    /// The platform answers the question that is open.
    @discardableResult
    mutating func platform(_ answer: VSAResult) -> [ClientEffect] {
        guard let open = openQuestions.last else { return [] }
        return hear(.vsaAnswered(open.id, answer))
    }

    /// Time moves to the timer that is due first, and it fires.
    @discardableResult
    mutating func timePasses() -> [ClientEffect] {
        guard let next = openTimers.min(by: { ($0.due, $0.id.number) < ($1.due, $1.id.number) }) else { return [] }
        now = max(now, next.due)
        return hear(.timerFired(next.id))
    }

    /// The callbacks so far.
    var callbacks: [AccessEnablerCallback] { effects.callbacks }
    /// The requests so far.
    var requests: [PassRequest] { effects.requests }
    /// The operations called so far.
    var operations: [PassAPI.Operation] { requests.map(\.operation) }
    /// The presentations so far.
    var shown: [Presentation] { effects.compactMap { if case .present(let what) = $0 { what } else { nil } } }
    /// The resources played so far, each with its token.
    var played: [[String]] {
        effects.compactMap { if case .play(let resource, let token) = $0 { [resource, token] } else { nil } }
    }
    /// The first page that was navigated to and not before `index` such pages.
    var pages: [PassRequest] {
        callbacks.compactMap { if case .navigateToURL(let request, _) = $0 { request } else { nil } }
    }

    /// True if the SDK finds an AuthN token for its requestor.
    var isAuthenticated: Bool { app.sdk?.isAuthenticated(on: device, at: now) ?? false }
}

// MARK: Ways to a state

extension SDKDialogue {
    /// setRequestor has completed, nobody is authenticated.
    static func configured(
        _ version: PlatformVersion,
        on system: OperatingSystem = OperatingSystem(.iOS, PlatformVersion(12)),
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) -> SDKDialogue {
        var dialogue = SDKDialogue(version, on: system) {
            $0.app.checksAtLaunch = false
            change(&$0)
        }
        dialogue.user(.launch)
        dialogue.serviceAnswersAll()
        return dialogue
    }

    /// The picker is shown.
    static func choosing(
        _ version: PlatformVersion,
        on system: OperatingSystem = OperatingSystem(.iOS, PlatformVersion(12)),
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) -> SDKDialogue {
        var dialogue = configured(version, on: system, change)
        dialogue.call(.getAuthentication())
        return dialogue
    }

    /// The user is authenticated with Plover.
    static func signedIn(
        _ version: PlatformVersion,
        on system: OperatingSystem = OperatingSystem(.iOS, PlatformVersion(12)),
        _ change: (inout AccessEnablerConfiguration) -> Void = { _ in }
    ) -> SDKDialogue {
        var dialogue = choosing(version, on: system, change)
        dialogue.user(.selectProvider("Plover"))
        dialogue.serviceAnswersAll()
        if let page = dialogue.pages.last {
            dialogue.page(page["redirect_url"] ?? "")
            dialogue.serviceAnswersAll()
        }
        return dialogue
    }
}

extension [ClientEffect] {
    /// The callbacks among them.
    var callbacks: [AccessEnablerCallback] {
        compactMap { if case .callBack(let callback) = $0 { callback } else { nil } }
    }

    /// The requests among them.
    var requests: [PassRequest] {
        compactMap { if case .sendRequest(_, let request) = $0 { request } else { nil } }
    }

    /// The ids of the advanced status codes among them.
    var statusIDs: [String] {
        callbacks.compactMap { if case .status(let id, _, _, _, _) = $0 { id } else { nil } }
    }
}

extension AccessEnablerCallback {
    static let authenticated = AccessEnablerCallback.setAuthenticationStatus(isAuthenticated: true, errorCode: "")

    static func notAuthenticated(_ error: AccessEnablerError) -> AccessEnablerCallback {
        .setAuthenticationStatus(isAuthenticated: false, errorCode: error.text)
    }

    static func failed(
        _ resource: String,
        _ error: AccessEnablerError,
        _ description: String = ""
    ) -> AccessEnablerCallback {
        .tokenRequestFailed(resource: resource, errorCode: error.text, description: description)
    }
}
