import ClientStack
import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

/// An app with some behavior, and what it has requested so far.
private struct AppDialogue {
    var client: BehaviorClient
    var now = Instant(secondsSince1970: 1_795_211_952)
    var requests: [PassRequest] = []
    var timers: [(id: TimerID, duration: Duration)] = []
    var messages: [String] = []
    var played: [String] = []
    private var open: RequestID?

    init(_ change: (inout ClientBehavior) -> Void = { _ in }, isSignedIn: Bool = false) {
        var behavior = ClientBehavior()
        change(&behavior)
        var configuration = BehaviorConfiguration(
            requestor: "KITETV",
            bundleID: "com.kite.tv",
            deviceID: "box-1",
            behavior: behavior
        )
        configuration.isSignedIn = isSignedIn
        configuration.accessToken = CachedAccessToken("token-1")
        client = BehaviorClient(configuration: configuration)
    }

    var operations: [PassAPI.Operation] { requests.map(\.operation) }

    mutating func user(_ action: Stimulus.Action) { take(client.handle(.stimulusOccurred(action), at: now)) }

    /// Answers the request that is out.
    mutating func answer(_ response: PassResponse) throws {
        let id = try #require(open)
        take(client.handle(.responseArrived(id, response), at: now))
    }

    /// Lets the last timer fire.
    mutating func fire() throws {
        let last = timers.popLast()
        let timer = try #require(last)
        now = now + timer.duration
        take(client.handle(.timerFired(timer.id), at: now))
    }

    private mutating func take(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .sendRequest(let id, let request):
                open = id
                requests.append(request)
            case .startTimer(let id, let duration): timers.append((id, duration))
            case .present(.message(let text)): messages.append(text)
            case .play(let resource, _): played.append(resource)
            default: break
            }
        }
    }
}

private let refused = PassResponse(status: 403, .error(PassError(status: 403, message: "no", details: "Not yours")))
private let gone = PassResponse(status: 412, .error(PassError(status: 412, message: "sign in")))
private let notYet = PassResponse(status: 404, .error(PassError(status: 404, message: "not yet")))
private let throttled = PassResponse(status: 429, .throttled)

private func authorized(until expires: Instant? = nil) -> PassResponse {
    PassResponse(
        status: 200,
        .authorization(.init(requestor: "KITETV", resource: "KITE1", mvpd: "Plover", expires: expires))
    )
}

private func media() -> PassResponse {
    PassResponse(
        status: 200,
        .mediaToken(.init(requestor: "KITETV", resource: "KITE1", mvpd: "Plover", serializedToken: "bWVkaWE="))
    )
}

private func code(_ text: String = "C0DE") -> PassResponse {
    PassResponse(status: 201, .registrationRecord(.init(id: "1", code: text, requestor: "KITETV")))
}

private let signedIn = PassResponse(status: 200, .authentication(.init(requestor: "KITETV", mvpd: "Plover")))

@Suite("An app does what the rows of its behavior say") struct BehaviorClientTests {
    // MARK: Signing in

    @Test("A refused check at launch begins sign-in; the code is polled at the interval until there is a token")
    func signIn() throws {
        var app = AppDialogue { $0.pollInterval = .seconds(3) }
        app.user(.launch)
        try app.answer(refused)
        try app.answer(code())
        try app.answer(notYet)
        #expect(app.timers.map(\.duration) == [.seconds(3)])
        try app.fire()
        try app.answer(signedIn)
        #expect(
            app.operations == [
                .checkAuthentication, .createRegistrationCode, .readAuthenticationToken, .readAuthenticationToken,
            ]
        )
        #expect(app.client.isSignedOn)
        #expect(app.client.isIdle)
    }

    @Test("Where the user says when they have logged in, nothing is polled before", arguments: [true, false])
    func userKey(asksAdobe: Bool) throws {
        var app = AppDialogue {
            $0.pollPace = .user
            $0.authenticationCall = asksAdobe ? .readAuthenticationByCode : nil
        }
        app.user(.selectProvider("Plover"))
        try app.answer(code("K7"))
        #expect(app.operations == [.createRegistrationCode])
        #expect(app.client.awaitsUser)
        app.user(.closeWebView)
        if asksAdobe {
            #expect(app.requests.last?["code"] == "K7")
            try app.answer(signedIn)
        }
        #expect(app.client.isSignedOn)
        #expect(app.operations.count == (asksAdobe ? 2 : 1))
    }

    @Test("What is called before the code and after the sign-in comes there, in order")
    func lists() throws {
        var app = AppDialogue {
            $0.beforeCode = [.configuration]
            $0.afterSignIn = [.userMetadata, .preauthorize]
        }
        app.user(.selectProvider("Plover"))
        try app.answer(PassResponse(status: 200, .empty))
        try app.answer(code())
        try app.answer(signedIn)
        try app.answer(PassResponse(status: 200, .empty))
        try app.answer(PassResponse(status: 200, .empty))
        #expect(
            app.operations == [
                .configuration, .createRegistrationCode, .readAuthenticationToken, .userMetadata, .preauthorize,
            ]
        )
    }

    // MARK: Playing

    @Test(
        "When an authorization is requested",
        arguments: [
            (ClientBehavior.Authorization.eachPlayback, [2, 2, 2]), (.whenExpired, [2, 1, 2]),
            (.oncePerResource, [2, 1, 1]), (.afterRefusedMediaToken, [1, 1, 1]),
        ]
    )
    func authorization(rule: ClientBehavior.Authorization, calls: [Int]) throws {
        var app = AppDialogue({ $0.authorization = rule }, isSignedIn: true)
        let end = app.now + .seconds(100)
        var counts: [Int] = []
        for wait in [0, 50, 60] {
            app.now = app.now + .seconds(wait)
            let before = app.requests.count
            app.user(.play(resource: "KITE1"))
            if app.requests.last?.operation == .authorize { try app.answer(authorized(until: end)) }
            try app.answer(media())
            counts.append(app.requests.count - before)
        }
        #expect(counts == calls)
        #expect(app.played.count == 3)
    }

    @Test("A reaction to a refusal runs once, and what it brings goes to the player")
    func reaction() throws {
        var app = AppDialogue({ $0.reactions[.media, .denied] = [.call(.authorize)] }, isSignedIn: true)
        app.user(.play(resource: "KITE1"))
        try app.answer(authorized())
        try app.answer(refused)
        try app.answer(authorized())
        try app.answer(media())
        #expect(app.operations == [.authorize, .mediaToken, .authorize, .mediaToken])
        #expect(app.played == ["KITE1"])
        app.user(.play(resource: "KITE1"))
        for response in [authorized(), refused, authorized(), refused] { try app.answer(response) }
        #expect(app.client.isIdle)
        #expect(app.messages.count == 1)
    }

    @Test("A denied playback ends with what the app does about it, and the MVPD's words")
    func denied() throws {
        var app = AppDialogue(
            {
                $0.reactions[.authorize, .denied] = [
                    .call(.readAuthenticationToken), .call(.authorize), .call(.logout),
                ]
            },
            isSignedIn: true
        )
        app.user(.play(resource: "KITE1"))
        try app.answer(refused)
        try app.answer(signedIn)
        try app.answer(refused)
        try app.answer(PassResponse(status: 204, .empty))
        #expect(app.operations == [.authorize, .readAuthenticationToken, .authorize, .logout])
        #expect(!app.client.isSignedOn)
        #expect(app.messages.map { $0.contains("Not yours") } == [true])
    }

    @Test("Unless it is said otherwise, a missing AuthN token leads to sign-in, and 429 to another try after a second")
    func documented() throws {
        var app = AppDialogue(isSignedIn: true)
        app.user(.play(resource: "KITE1"))
        try app.answer(throttled)
        #expect(app.timers.map(\.duration) == [.seconds(1)])
        try app.fire()
        try app.answer(gone)
        try app.answer(code())
        try app.answer(signedIn)
        try app.answer(authorized())
        try app.answer(media())
        #expect(
            app.operations == [
                .authorize, .authorize, .createRegistrationCode, .readAuthenticationToken, .authorize, .mediaToken,
            ]
        )
    }

    // MARK: Coming back to a recording

    @Test("After an adopted authorization the app goes on with the media token")
    func adoption() throws {
        var client = AppClient.behavior(AppDialogue(isSignedIn: false).client)
        var device = Device(
            name: "box",
            system: OperatingSystem(.tvOS, PlatformVersion(15)),
            identifiers: DeviceIdentifiers(seed: 1),
            at: Instant(secondsSince1970: 0)
        )
        let request = PassRequest(
            .authorize,
            [.init("requestor", "KITETV"), .init("deviceId", "box-1"), .init("resource", "KITE1")]
        )
        let effects = client.adopt(request, authorized(), on: &device, at: Instant(secondsSince1970: 1))
        let sent = effects.compactMap { effect -> PassRequest? in
            if case .sendRequest(_, let request) = effect { request } else { nil }
        }
        #expect(sent.map(\.operation) == [.mediaToken])
        #expect(sent.first?["resource"] == "KITE1")
        #expect(client.isSignedOn(on: device, at: Instant(secondsSince1970: 1)))
        #expect(client.abandon(on: &device, at: Instant(secondsSince1970: 2)).isEmpty)
    }
}
