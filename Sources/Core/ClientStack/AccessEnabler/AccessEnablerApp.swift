public import Device
import Exchanges
import OrderedCollections
import PassAPI
import SubscriberAccount
public import VirtualTime

/// A native app with AccessEnabler in it: what the user does becomes calls, callbacks become what the user sees.
///
/// A launch makes a new instance of the SDK, which finds in storage what an earlier one has left. Source:
/// access-enabler.md §2, §3, §6; what an app decides is in `HostAppOptions`.
public struct AccessEnablerApp: ClientMachine {
    public let configuration: AccessEnablerConfiguration
    /// The SDK in the running process, or as the last one left it; nil before the first launch.
    public internal(set) var sdk: AccessEnabler?
    /// True if the process that ``sdk`` belongs to has ended.
    var hasEnded = false
    /// The app's screen, and the thing that it waits for.
    var screen = Screen.content
    /// The provider that the user chose before a picker was shown.
    var choice: String?
    /// True if setRequestor has completed successfully; nil while it has not completed.
    var isConfigured: Bool?
    /// Calls that wait for setRequestorComplete, where the app waits for it.
    var deferred: [AccessEnablerCall] = []
    /// The resources asked about at present, oldest first, for the answers that do not name them.
    var preauthorized: [[String]] = []
    /// The rows that a recording shows of the app; nil: no assumption is named.
    private var shown: ShownRows?

    /// The contents of the screen.
    enum Screen: Hashable, Sendable {
        case content
        case picker
        /// A page of a login, until this URL.
        case loginPage
        /// The hidden page of a logout.
        case logoutPage
        /// tvOS: the code for the second screen.
        case code
    }

    /// At most this many calls follow from one input: 1,000; no app calls more, and none keeps itself busy for ever.
    static let callLimit = 1_000

    /// The URL that ends the page on screen, of a login or a logout; nil if there is none.
    public var pageEnd: String? { sdk?.pageEnd }

    /// An app that has not been launched.
    public init(configuration: AccessEnablerConfiguration) { self.configuration = configuration }

    /// Takes in one input at `now` (true time) and answers with effects.
    public mutating func handle(_ input: ClientInput, on device: inout Device, at now: Instant) -> [ClientEffect] {
        var turn = AppTurn()
        turn.buffer.begin(at: now, wall: now)
        switch input {
        case .userActionOccurred(let action): act(on: action, &device, &turn)
        case .webViewReached(let url): reached(url, &turn)
        case .accessEnablerCalled(let call):
            if !isRunning { makeSDK(&device, &turn) }
            turn.calls.append(call)
        case .responseArrived, .requestFailed, .vsaAnswered, .timerFired: forward(input, &device, &turn)
        }
        var next = 0
        while next < turn.calls.count, next < Self.callLimit {
            let call = turn.calls[next]
            next += 1
            if case .checkPreauthorizedResources(let resources, _) = call { turn.asking = resources }
            forward(.accessEnablerCalled(call), &device, &turn)
            // What was not answered at once waits for its answer.
            if let open = turn.asking { preauthorized.append(open) }
            turn.asking = nil
        }
        return turn.buffer.end()
    }

    /// True if there is a process with the SDK in it.
    var isRunning: Bool {
        // Comparing with nil would copy the SDK.
        if case .none = sdk { return false }
        return !hasEnded
    }

    /// Says from now on where a row decides that no recording shows.
    public mutating func nameAssumptions(_ shown: ShownRows) {
        self.shown = shown
        sdk?.desk.shown = shown
    }

    /// The process ends: nothing reaches the SDK in it any more.
    public mutating func end() { hasEnded = true }

    /// One turn of the app: its effects, and the calls it makes, in order.
    struct AppTurn {
        var buffer = EffectBuffer()
        var calls: [AccessEnablerCall] = []
        /// The resources of the call that is being made, until it is answered.
        var asking: [String]?
    }

    /// Hands an input to the SDK; what it calls back is dealt with at once.
    private mutating func forward(_ input: ClientInput, _ device: inout Device, _ turn: inout AppTurn) {
        guard !hasEnded, let effects = sdk?.handle(input, on: &device, at: turn.buffer.now) else { return }
        take(effects, &turn)
    }

    private mutating func take(_ effects: [ClientEffect], _ turn: inout AppTurn) {
        for effect in effects {
            turn.buffer.add(effect)
            switch effect {
            case .callBack(let callback): calledBack(callback, &turn)
            case .present(.webView(let request)): showPage(request)
            case .present, .sendRequest, .askAccount, .startTimer, .cancelTimer, .enterStep, .play, .assume,
                .changeStorage:
                break
            }
        }
    }

    /// A page is on screen, or behind it: that of a logout is hidden.
    mutating func showPage(_ request: PassRequest) {
        screen = request.operation == .sdkLogout ? .logoutPage : .loginPage
    }

    // MARK: The instance

    /// A new process, a new instance: what was in memory is gone.
    mutating func makeSDK(_ device: inout Device, _ turn: inout AppTurn) {
        if let running = sdk {
            for timer in running.runningTimers { turn.buffer.add(.cancelTimer(timer)) }
        }
        let numbers = sdk?.desk.buffer.numbers
        hasEnded = false
        screen = .content
        (choice, isConfigured) = (nil, nil)
        deferred = []
        preauthorized = []
        sdk = AccessEnabler(configuration, on: device)
        if let numbers { sdk?.desk.buffer.numbers = numbers }
        sdk?.desk.shown = shown
        guard let effects = sdk?.begin(on: &device, at: turn.buffer.now) else {
            return turn.buffer.present(
                .message(
                    .appMissing,
                    "There is no app \(configuration.bundleID) with AccessEnabler on this device.",
                    [.text("app", configuration.bundleID)]
                )
            )
        }
        take(effects, &turn)
        setOptions(&turn)
        turn.calls.append(.setRequestor(configuration.requestor, serviceProviders: configuration.serviceProviders))
    }

    private func setOptions(_ turn: inout AppTurn) {
        guard let version = sdk?.desk.dialect.version, version >= PlatformVersion(3, 2),
            configuration.app.handlesViewController
        else { return }
        turn.calls.append(.setOptions(["handleSVC": "true"]))
    }

    /// Calls a method now, or after setRequestorComplete if this app waits for that.
    mutating func call(_ call: AccessEnablerCall, _ turn: inout AppTurn) {
        if isConfigured == false {
            // setRequestor has failed; it is tried again before anything else.
            isConfigured = nil
            turn.calls.append(
                .setRequestor(configuration.requestor, serviceProviders: configuration.serviceProviders)
            )
        }
        if configuration.app.waitsForCompletion, isConfigured == nil {
            if deferred.count < Self.callLimit { deferred.append(call) }
        } else {
            turn.calls.append(call)
        }
    }
}
