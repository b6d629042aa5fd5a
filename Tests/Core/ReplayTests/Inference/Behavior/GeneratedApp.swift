import ClientStack
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

@testable import Replay

/// An app with random behavior, run against the simulated service and recorded.
struct GeneratedApp {
    /// The app's behavior.
    var behavior: ClientBehavior { drawn.behavior }
    /// The recording of it.
    private(set) var recording = Recording()

    private let drawn: GeneratedBehavior
    private var client: BehaviorClient
    private var service: SimulatedService
    private var faults = FaultPlan()
    private var now: Instant = GeneratedApp.start
    private var agenda: Agenda<Happening> = Agenda()
    private var tickets: [TimerID: Agenda<Happening>.Ticket] = [:]
    /// The expiration of the AuthN token that the last login has brought.
    private var authenticationEnd: Instant = GeneratedApp.start
    /// True if the code on the screen is one that the person lets expire.
    private var isIgnoring = false
    private var hasIgnored = false
    private var isWordDue = false
    private var words = 0
    private let caller = ClientConnection(address: "kite-box", cookies: "kite-box")
    private static let start = Instant(secondsSince1970: 1_795_211_952)
    private static let mvpd = "Meadowlark"

    /// The app of `seed`, after what its user has done with it in a few minutes to a week.
    init(seed: UInt64) {
        var dice = Dice(seed)
        drawn = GeneratedBehavior(&dice)
        service = SimulatedService(drawn.service, seed: seed)
        var app = BehaviorConfiguration(
            requestor: "KITETV",
            bundleID: "com.kite.tv",
            deviceID: GeneratedTemplates.device,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done",
            behavior: drawn.behavior
        )
        app.mvpd = Self.mvpd
        app.softwareStatement = "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImtpdGUifQ.c2lnbmF0dXJl"
        app.templates = GeneratedTemplates.requests(of: drawn)
        if drawn.kind == .secondScreen {
            for _ in 0..<2 { app.logins.append([GeneratedTemplates.login(with: Self.foreignCode(&service))]) }
        }
        client = BehaviorClient(configuration: app)
        switch drawn.kind {
        case .rest: liveWithREST(&dice)
        case .native: liveWithNative(&dice)
        case .secondScreen: typeCodes(&dice)
        }
    }

    // MARK: What the person does

    private mutating func liveWithREST(_ dice: inout Dice) {
        start()
        if behavior.signInStart == .menu, dice.isOne(in: 2) { select() }
        play(2)
        if dice.isOne(in: 2) {
            wait(.seconds(700))
            play(2)
        }
        if let fault = drawn.fault {
            faults.add(fault)
            if dice.isOne(in: 2) { start() }
            play(2)
            faults.clear()
        }
        if dice.isOne(in: 2) {
            start()
            play(1)
        }
        if dice.isOne(in: 2) {
            wait(.seconds(7 * 3_600))
            play(2)
        }
        if dice.isOne(in: 2) { outliveAuthentication(&dice) }
        if dice.isOne(in: 2) {
            act(.logOut)
            settle()
            if dice.isOne(in: 2) { play(1) }
        }
    }

    private mutating func liveWithNative(_ dice: inout Dice) {
        if dice.isOne(in: 2) { select() }
        play(2)
        if dice.isOne(in: 2) {
            wait(.seconds(700))
            play(2)
        }
        if dice.isOne(in: 2) {
            service.apply(.demandLogout(deviceID: GeneratedTemplates.device, reason: nil), at: now)
            play(2)
        }
        if dice.isOne(in: 2) { outliveAuthentication(&dice) }
    }

    private mutating func typeCodes(_ dice: inout Dice) {
        isIgnoring = dice.isOne(in: 2)
        select()
        isIgnoring = false
        select()
    }

    /// Plays on the last day of the AuthN token, and after it.
    private mutating func outliveAuthentication(_ dice: inout Dice) {
        if dice.isOne(in: 2) {
            wait(authenticationEnd - .seconds(43_200) - now)
            play(2)
        }
        wait(authenticationEnd + .seconds(3_600) - now)
        if drawn.kind == .rest, dice.isOne(in: 3) { start() }
        play(2)
    }

    private mutating func start() {
        act(.launch)
        wait(.milliseconds(2_140))
        settle()
    }

    private mutating func select() {
        act(.selectProvider(Self.mvpd))
        settle { $0.act(.selectProvider(Self.mvpd)) }
    }

    private mutating func play(_ count: Int) {
        for _ in 0..<count {
            act(.play(resource: drawn.resource))
            settle { $0.act(.play(resource: $0.drawn.resource)) }
        }
    }

    /// Waits until nothing is under way; who has let a code expire starts the app again and does `again`.
    private mutating func settle(_ again: (inout GeneratedApp) -> Void = { _ in }) {
        for round in 0..<10 where isIgnoring ? round < 2 : !client.isIdle { wait(.milliseconds(21_300)) }
        wait(.milliseconds(3_700))
        guard isIgnoring, drawn.kind == .rest else { return }
        isIgnoring = false
        act(.launch)
        wait(.milliseconds(5_300))
        if client.isIdle { again(&self) }
        for _ in 0..<5 where !client.isIdle { wait(.milliseconds(21_300)) }
        wait(.milliseconds(3_700))
    }

    /// The person logs in with the page, or lets the first code expire.
    private mutating func present(_ page: PassRequest, after delay: Duration) {
        if drawn.letsCodeExpire, !hasIgnored { (isIgnoring, hasIgnored) = (true, true) }
        if !isIgnoring { _ = agenda.schedule(.logIn(page), at: now + delay) }
    }

    /// The person says that they have logged in, each time a seventh later: nobody takes that for a timer.
    private mutating func giveWord() {
        guard client.awaitsUser, !isWordDue else { return }
        isWordDue = true
        let pause = (0..<min(words, 20)).reduce(7_000) { pause, _ in pause + pause / 7 }
        words += 1
        _ = agenda.schedule(.input(.userActionOccurred(.closeWebView)), at: now + .milliseconds(Int64(pause)))
    }

    // MARK: Running

    private mutating func act(_ action: UserAction.Action) { take(.userActionOccurred(action)) }

    private mutating func take(_ input: ClientInput) {
        if case .userActionOccurred(.closeWebView) = input { isWordDue = false }
        carryOut(client.handle(input, at: now))
        giveWord()
    }

    private mutating func wait(_ duration: Duration) {
        let end = now + max(duration, .zero)
        while let next = agenda.nextInstant, next <= end, let (instant, happening) = agenda.popNext() {
            now = max(now, instant)
            switch happening {
            case .input(let input): take(input)
            case .logIn(let page): logIn(page)
            }
        }
        now = end
    }

    private mutating func logIn(_ page: PassRequest) {
        let simulatedUser = LoginAttempt.signsIn(mvpd: Self.mvpd, user: "finch")
        guard case .ended = service.logIn(page, as: simulatedUser, from: caller, at: now) else { return }
        authenticationEnd = now + (drawn.service.lifetimes.authentication ?? .zero)
    }

    private mutating func carryOut(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .sendRequest(let id, let request):
                let response = answer(request)
                _ = agenda.schedule(.input(.responseArrived(id, response)), at: now + .milliseconds(50))
                if request.operation == .initiateAuthentication { present(request, after: drawn.loginDelay) }
            case .startTimer(let id, let duration):
                tickets[id] = agenda.schedule(.input(.timerFired(id)), at: now + duration)
            case .cancelTimer(let id):
                if let ticket = tickets.removeValue(forKey: id) { agenda.cancel(ticket) }
            case .present(.registrationCode(let code)):
                present(client.codeLogin.page(code: code, mvpd: Self.mvpd), after: drawn.loginDelay)
            case .present(.webView(let page)):
                _ = answer(page)
                present(page, after: .zero)
            case .play(_, let token):
                if let request = GeneratedTemplates.playback(of: token, behavior.mediaTokenUse) {
                    record(request, HTTPResponse(status: 200, headers: [], body: []), microseconds: 20_000)
                }
            default:
                break
            }
        }
    }

    private mutating func answer(_ request: PassRequest) -> PassResponse {
        var response = service.answer(request, from: caller, at: now)
        if let fault = faults.next(for: request)?.fault,
            case .response(let disturbed) = fault.disturb(
                Delivery(outcome: .response(response), delay: .zero),
                to: request
            ).outcome
        {
            response = disturbed
        }
        if let http = try? request.httpRequest() {
            record(http, response.httpResponse(for: request), microseconds: 50_000)
        }
        return response
    }

    private mutating func record(_ request: HTTPRequest, _ response: HTTPResponse, microseconds: Int64) {
        recording.exchanges.append(
            Exchange(
                ordinal: recording.exchanges.count + 1,
                startedAt: now,
                durationMicroseconds: microseconds,
                request: request,
                outcome: .response(response)
            )
        )
    }

    /// A registration code of another device, which this one's user types.
    private static func foreignCode(_ service: inout SimulatedService) -> String {
        let device = DeviceContext(requestor: "KITETV", deviceID: "other-box-1")
        let caller = ClientConnection(address: "other-box", cookies: "other-box")
        let response = service.answer(.createRegistrationCode(device), from: caller, at: start)
        return if case .registrationRecord(let record) = response.content { record.code } else { "NONE" }
    }
}

/// The events that come in their time.
private enum Happening: Hashable {
    case input(ClientInput)
    case logIn(PassRequest)
}
