import ClientStack
import Exchanges
import PassAPI
import Services
import Simulation
import SubscriberAccount
import VirtualTime

@testable import Replay

/// An app with random behavior, run against the simulated service and recorded.
struct GeneratedApp {
    /// What the app does.
    private(set) var behavior = ClientBehavior()
    /// What was recorded of it.
    private(set) var recording = Recording()

    private var client: BehaviorClient
    private var service: Twin
    private var now = GeneratedApp.start
    private var agenda = Agenda<ClientInput>()
    private var tickets: [TimerID: Agenda<ClientInput>.Ticket] = [:]
    private let caller = Caller(address: "kite-box", cookies: "kite-box")
    private static let start = Instant(secondsSince1970: 1_795_211_952)
    private static let device = "kite-box-1"

    /// The app of `seed`, after its user has started it, signed in, played twice at once and twice after a wait, and left.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        behavior = Self.behavior(&random)
        var configuration = TwinConfiguration.example
        configuration.lifetimes.authorization = .seconds(600)
        configuration.quirks.accessTokenDuty = behavior.access == .bearer ? .always : .never
        configuration.quirks.openOperations = [.initiateAuthentication, .checkAuthenticationByCode]
        service = Twin(configuration, seed: seed)
        var app = BehaviorConfiguration(
            requestor: "KITETV",
            bundleID: "com.kite.tv",
            deviceID: Self.device,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done",
            behavior: behavior
        )
        app.softwareStatement = "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImtpdGUifQ.c2lnbmF0dXJl"
        app.templates = Self.templates(behavior)
        client = BehaviorClient(configuration: app)
        let isDenied = random.below(4) == 0
        let resource = isDenied ? "KITE7" : "KITE1"
        act(.launch)
        wait(.seconds(2))
        if behavior.signInStart == .menu { act(.selectProvider("Meadowlark")) }
        wait(.seconds(40))
        for _ in 0..<2 {
            act(.play(resource: resource))
            wait(.seconds(25))
        }
        if random.below(2) == 0 {
            wait(.seconds(700))
            for _ in 0..<2 {
                act(.play(resource: resource))
                wait(.seconds(25))
            }
        }
        if random.below(2) == 0 { act(.logOut) }
        wait(.seconds(30))
    }

    // MARK: The behavior

    private static func behavior(_ random: inout SeededGenerator) -> ClientBehavior {
        func one<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
        var behavior = ClientBehavior()
        behavior.access = one([.bearer, .signedEachCall, .signedOnce])
        behavior.registration = behavior.access == .bearer ? .whenNeeded : .never
        behavior.launchCalls = one([[], [.checkAuthentication], [.readAuthenticationToken]])
        behavior.playChecks = one([[], [], [.checkAuthentication], [.checkAuthentication, .readAuthenticationToken]])
        behavior.signInStart = behavior.launchCalls.isEmpty ? .menu : one([.menu, .check])
        behavior.beforeCode = one([[], [.configuration]])
        behavior.authenticationCall = one([.readAuthenticationToken, .checkAuthentication, .readAuthenticationByCode])
        behavior.pollPace = one([.timer, .user])
        behavior.pollInterval = .seconds(Int64(one([3, 5, 8])))
        behavior.pollDelay = behavior.pollPace == .timer ? .seconds(Int64(one([0, 2, 5]))) : .zero
        behavior.afterSignIn = one([[], [.userMetadata], [.configuration]])
        behavior.authorization = one([.eachPlayback, .whenExpired, .oncePerResource])
        behavior.authorizeCount = one([1, 1, 1, 2])
        behavior.afterPlay = one([[], [], [.userMetadata]])
        behavior.logoutCalls = one([[.logout], [.userMetadata, .logout]])
        behavior.reactions[.authorize, .denied] = one([
            [], [.call(.readAuthenticationToken), .call(.authorize), .call(.logout)], [.call(.authorize)],
        ])
        behavior.reactions[.media, .denied] = one([[], [.call(.authorize)]])
        behavior.afterAuthorization = one([[], [], [.readAuthorizationToken]])
        return behavior
    }

    /// The app's way of writing: signed headers cannot be had otherwise.
    private static func templates(_ behavior: ClientBehavior) -> [PassRequest] {
        guard behavior.access != .bearer else { return [] }
        let device = DeviceContext(requestor: "KITETV", deviceID: device)
        let requests: [PassRequest] = [
            .createRegistrationCode(device), .checkAuthentication(device), .readAuthenticationToken(device),
            .configuration(device), .authorize(device, resource: "KITE1"), .mediaToken(device, resource: "KITE1"),
            .preauthorize(device, resources: ["KITE1"]), .userMetadata(device), .logout(device),
            PassRequest(.readAuthenticationByCode, [.init("requestor", "KITETV"), .init("code", "C0DE")]),
        ]
        return requests.map { request in
            var signed = request
            let isOnce = behavior.access == .signedOnce
            signed["Authorization"] = SignedAuthorization.header(
                method: "GET",
                requestor: "KITETV",
                nonce: isOnce ? "n" : "n-" + request.operation.rawValue,
                milliseconds: 1_795_211_952_000,
                uri: "/regcode",
                publicKey: "kite-public",
                signing: { _ in Array("signature".utf8) }
            )
            return signed
        }
    }

    // MARK: Running

    private mutating func act(_ action: Stimulus.Action) {
        carryOut(client.handle(.stimulusOccurred(action), at: now))
    }

    private mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let next = agenda.nextInstant, next <= end, let (instant, input) = agenda.popNext() {
            now = max(now, instant)
            carryOut(client.handle(input, at: now))
        }
        now = end
    }

    private mutating func carryOut(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .sendRequest(let id, let request):
                let response = service.answer(request, from: caller, at: now)
                record(request, response)
                agenda.schedule(.responseArrived(id, response), at: now + .milliseconds(50))
            case .startTimer(let id, let duration):
                tickets[id] = agenda.schedule(.timerFired(id), at: now + duration)
            case .cancelTimer(let id):
                if let ticket = tickets.removeValue(forKey: id) { agenda.cancel(ticket) }
            case .present(.registrationCode(let code)):
                logIn(code)
            default:
                break
            }
        }
    }

    /// The user enters the code on a second screen at once; an app that waits for word gets it 11 seconds later.
    private mutating func logIn(_ code: String) {
        let page = AppClient.behavior(client).loginPage(code: code, mvpd: "Meadowlark")
        _ = service.logIn(page, as: .signsIn(mvpd: "Meadowlark", user: "finch"), from: caller, at: now)
        if behavior.pollPace == .user { agenda.schedule(.stimulusOccurred(.closeWebView), at: now + .seconds(11)) }
    }

    private mutating func record(_ request: PassRequest, _ response: PassResponse) {
        guard let http = try? request.httpRequest() else { return }
        recording.exchanges.append(
            Exchange(
                ordinal: recording.exchanges.count + 1,
                startedAt: now,
                durationMicroseconds: 50_000,
                request: http,
                outcome: .response(response.httpResponse(for: request))
            )
        )
    }
}
