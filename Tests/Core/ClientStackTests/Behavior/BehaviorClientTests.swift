import ClientStack
import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@Suite("An app does what the rows of its behavior say") struct BehaviorClientTests {
    // MARK: Signing in

    @Test("A refused check at launch begins sign-in; the code is polled at the interval until there is a token")
    func signIn() throws {
        var app = AppDialogue { $0.pollInterval = .seconds(3) }
        app.user(.launch)
        try app.answer(.refused)
        try app.answer(.newCode())
        try app.answer(.notYet)
        #expect(app.timers.map(\.duration) == [.seconds(3)])
        try app.fire()
        try app.answer(.signedIn)
        #expect(
            app.operations == [
                .checkAuthentication, .createRegistrationCode, .readAuthenticationToken, .readAuthenticationToken,
            ]
        )
        #expect(app.client.isSignedIn)
        #expect(app.client.isIdle)
    }

    @Test("Where the user says when they have logged in, nothing is polled before", arguments: [true, false])
    func userKey(asksAdobe: Bool) throws {
        var app = AppDialogue {
            $0.pollPace = .user
            $0.authenticationCall = asksAdobe ? .readAuthenticationByCode : nil
        }
        app.user(.selectProvider("Plover"))
        try app.answer(.newCode("K7"))
        #expect(app.operations == [.createRegistrationCode])
        #expect(app.client.awaitsUser)
        app.user(.closeWebView)
        if asksAdobe {
            #expect(app.requests.last?["code"] == "K7")
            try app.answer(.signedIn)
        }
        #expect(app.client.isSignedIn)
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
        try app.answer(.newCode())
        try app.answer(.signedIn)
        try app.answer(PassResponse(status: 200, .empty))
        try app.answer(PassResponse(status: 200, .empty))
        #expect(
            app.operations == [
                .configuration, .createRegistrationCode, .readAuthenticationToken, .userMetadata, .preauthorize,
            ]
        )
    }

    // MARK: Playing

    @Test("What an app calls after the media token begins no playback again, be it an authorization or a media token")
    func afterPlay() throws {
        for call in [PassAPI.Operation.authorize, .mediaToken] {
            var app = AppDialogue({ $0.afterPlay = [PlannedCall(call), .userMetadata] }, isSignedIn: true)
            app.user(.play(resource: "KITE1"))
            for response in [PassResponse.authorized(), .newMediaToken()] { try app.answer(response) }
            #expect(app.played == ["KITE1"])
            try app.answer(call == .authorize ? .authorized() : .newMediaToken())
            try app.answer(PassResponse(status: 200, .empty))
            #expect(app.operations == [.authorize, .mediaToken, call, .userMetadata])
            #expect(app.played == ["KITE1"])
            #expect(app.client.isIdle)
        }
    }

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
            if app.requests.last?.operation == .authorize { try app.answer(.authorized(until: end)) }
            try app.answer(.newMediaToken())
            counts.append(app.requests.count - before)
        }
        #expect(counts == calls)
        #expect(app.played.count == 3)
    }

    @Test("A reaction to a refusal runs once, and what it brings goes to the player")
    func reaction() throws {
        var app = AppDialogue({ $0.reactions[.media, .denied] = [.call(.authorize)] }, isSignedIn: true)
        app.user(.play(resource: "KITE1"))
        try app.answer(.authorized())
        try app.answer(.refused)
        try app.answer(.authorized())
        try app.answer(.newMediaToken())
        #expect(app.operations == [.authorize, .mediaToken, .authorize, .mediaToken])
        #expect(app.played == ["KITE1"])
        app.user(.play(resource: "KITE1"))
        for response in [PassResponse.authorized(), .refused, .authorized(), .refused] { try app.answer(response) }
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
        try app.answer(.refused)
        try app.answer(.signedIn)
        try app.answer(.refused)
        try app.answer(PassResponse(status: 204, .empty))
        #expect(app.operations == [.authorize, .readAuthenticationToken, .authorize, .logout])
        #expect(!app.client.isSignedIn)
        #expect(app.messages.map { $0.contains("Not yours") } == [true])
    }

    @Test("Unless it is said otherwise, a missing AuthN token leads to sign-in, and 429 to another try after a second")
    func documented() throws {
        var app = AppDialogue(isSignedIn: true)
        app.user(.play(resource: "KITE1"))
        try app.answer(.throttled)
        #expect(app.timers.map(\.duration) == [.seconds(1)])
        try app.fire()
        try app.answer(.gone)
        try app.answer(.newCode())
        try app.answer(.signedIn)
        try app.answer(.authorized())
        try app.answer(.newMediaToken())
        #expect(
            app.operations == [
                .authorize, .authorize, .createRegistrationCode, .readAuthenticationToken, .authorize, .mediaToken,
            ]
        )
    }

    @Test("A throttled check is repeated itself, not the one that comes before a playback (rest-api-v1.md §4)")
    func throttledCheck() throws {
        var app = AppDialogue {
            $0.launchCalls = [.readAuthenticationToken]
            $0.playChecks = [.checkAuthentication]
        }
        app.user(.launch)
        try app.answer(.throttled)
        try app.fire()
        #expect(app.operations == [.readAuthenticationToken, .readAuthenticationToken])
    }

    // MARK: Coming back to a recording

    @Test("After an adopted authorization the app goes on with the media token")
    func adoption() throws {
        var client: any ClientMachine = AppDialogue(isSignedIn: false).client
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
        let effects = client.adopt(request, .authorized(), on: &device, at: Instant(secondsSince1970: 1))
        let sent = effects.compactMap { effect -> PassRequest? in
            if case .sendRequest(_, let request) = effect { request } else { nil }
        }
        #expect(sent.map(\.operation) == [.mediaToken])
        #expect(sent.first?["resource"] == "KITE1")
        #expect(client.isSignedIn(on: device, at: Instant(secondsSince1970: 1)))
        #expect(client.abandon(on: &device, at: Instant(secondsSince1970: 2)).isEmpty)
    }
}
