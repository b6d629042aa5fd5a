import PassAPI
import Report
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

/// Documentation/reference/scenarios.md, "Expectations": what each word holds for, and that another argument alone makes it fail.
@Suite("An expectation is met by what it says, and by nothing else") struct ScenarioRunExpectationsTests {
    // MARK: What there is to expect

    /// The kinds of expectation there are.
    enum Kind: CaseIterable {
        case playing, notPlaying, signedIn, requests, noRequests, callbacks, callback, noCallback, step, message,
            noMessage, stored, timeline, noTimeline, state, noState
    }

    /// Does not compile as long as a new expectation has no kind here, and so no rows.
    static func kind(of expectation: Simulation.Expectation) -> Kind {
        switch expectation {
        case .playing: .playing
        case .notPlaying: .notPlaying
        case .signedIn: .signedIn
        case .requests: .requests
        case .noRequests: .noRequests
        case .callbacks: .callbacks
        case .callback: .callback
        case .noCallback: .noCallback
        case .step: .step
        case .message: .message
        case .noMessage: .noMessage
        case .stored: .stored
        case .timeline: .timeline
        case .noTimeline: .noTimeline
        case .state: .state
        case .noState: .noState
        }
    }

    // MARK: Where it is expected

    /// Something that has happened since the expectation before.
    enum Stage: CaseIterable {
        /// A television signed in through the platform.
        case platformSignOn
        /// It was signed in, and played.
        case played
        /// It was signed in, and its provider refused the resource.
        case refused
        /// It was signed in, and logged out.
        case loggedOut
        /// A phone with AccessEnabler was signed in.
        case nativeSignOn
        /// It was signed in, and played twice.
        case nativePlayed
        /// It was signed in, and its provider refused the resource.
        case nativeRefused
        /// Nothing.
        case nothing

        func run() throws -> ScenarioRun {
            let isNative = [.nativeSignOn, .nativePlayed, .nativeRefused].contains(self)
            let provider = isNative ? "Juniper" : "Meadowlark"
            let setup = isNative ? Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)) : Kite.setup()
            let signedIn = [Kite.signIn(provider), .expect([])]
            let revoked = ScenarioStep.control(.revoke(user: "wren", mvpd: provider))
            let steps: [ScenarioStep] =
                switch self {
                case .platformSignOn, .nativeSignOn: [Kite.signIn(provider)]
                case .played: signedIn + [.play("KITE1")]
                case .refused, .nativeRefused: signedIn + [revoked, .play("KITE1")]
                case .loggedOut: signedIn + [.logOut]
                case .nativePlayed: signedIn + [.play("KITE1"), .play("KITE2")]
                case .nothing: signedIn
                }
            return try Kite.run(setup, steps)
        }
    }

    /// The expectations that hold at a stage, and those that do not though only their argument is another.
    struct Row {
        var stage: Stage
        var holds: [Simulation.Expectation]
        var holdsNot: [Simulation.Expectation]
    }

    /// The text of the provider's refusal by the simulated service, as a fact.
    private static let denial = "errorDetails=wren is not a customer of "
    private static let described = "description=wren is not a customer of "

    static let rows = [
        Row(
            stage: .platformSignOn,
            holds: [
                .signedIn(true), .step("S8"), .step("S11"), .notPlaying(reason: nil),
            ],
            holdsNot: [
                .signedIn(false), .step("S10"), .step("S12"), .step("S"), .step("s8"), .notPlaying(reason: denial),
                .playing("KITE1"),
            ]
        ),
        // apple-sso-flow.md: authorization, then the media token for the same resource.
        Row(
            stage: .played,
            holds: [
                .playing("KITE1"), .requests([.authorize, .mediaToken]), .noRequests([.logout]),
                .noRequests([.logout, .exchangeToken]), .callbacks([]), .noCallback("setToken"),
                .timeline(["v1.authorize", "resource=KITE1"]), .timeline(["resource=KITE1", "status=200"]),
                .state(["token", "source=service", "kind=authz", "resource=KITE1"]), .state(["clock"]),
                .stored(["authz"], isPresent: false),
            ],
            holdsNot: [
                .playing("KITE2"), .playing("KITE"), .playing("kite1"), .notPlaying(reason: nil),
                .notPlaying(reason: denial), .requests([.mediaToken, .authorize]), .requests([.authorize]),
                .requests([.authorize, .mediaToken, .mediaToken]), .requests([]), .requests([.authorize, .logout]),
                .noRequests([]), .noRequests([.mediaToken]), .noRequests([.logout, .authorize]),
                .callbacks(["setToken"]), .callback("setToken", contains: []), .step("S8"),
                .timeline(["v1.authorize", "resource=KITE2"]), .timeline(["v1.media", "status=403"]),
                // It was before the last expectation.
                .timeline(["v1.authn.exchange"]),
                .state(["token", "source=service", "kind=authz", "resource=KITE2"]),
                .state(["token", "source=device", "kind=authz", "resource=KITE1"]),
                .state(["signIn", "kind=authz", "resource=KITE1"]), .state(["authz KITETV", "mvpd Meadowlark"]),
                .stored(["authz"], isPresent: true), .message("KITE1"),
            ]
        ),
        Row(
            stage: .refused,
            holds: [
                .notPlaying(reason: nil), .notPlaying(reason: denial + "Meadowlark Cable."),
                .message(denial + "Meadowlark Cable."), .message("notAuthorized"), .message("message=notAuthorized"),
                .message("resource=KITE1"), .requests([.authorize]), .noRequests([.mediaToken]),
                .signedIn(true),
            ],
            holdsNot: [
                .notPlaying(reason: denial + "Juniper Fiber."),
                .notPlaying(reason: "errorMessage=" + denial.dropFirst(13)),
                .message(denial + "Juniper Fiber."), .message("notPlayable"), .message("notAuthorized="),
                .playing("KITE1"), .requests([.mediaToken]),
                .noRequests([.authorize]),
            ]
        ),
        Row(
            stage: .loggedOut,
            holds: [
                .signedIn(false), .noRequests([.authorize]), .notPlaying(reason: nil), .noTimeline(["S4"]),
                .noTimeline(["v1.logout", "status=500"]), .noState(["token", "kind=authn"]), .noMessage("notPlayable"),
            ],
            holdsNot: [
                .signedIn(true), .noRequests([.logout]), .noRequests([]), .noTimeline(["L2"]),
                .noTimeline(["v1.logout"]),
                .noState(["system"]), .noTimeline(["no such kind of event"]), .noState(["a sentence"]),
            ]
        ),
        Row(
            stage: .nativeSignOn,
            holds: [
                .signedIn(true), .callback("setRequestorComplete", contains: ["isSuccess=true"]),
                .callback("setAuthenticationStatus", contains: ["true"]), .callback("navigateToUrl", contains: []),
                .noCallback("setToken"), .stored(["authn", "KITETV"], isPresent: true),
                .stored(["authz"], isPresent: false),
            ],
            holdsNot: [
                .signedIn(false), .callback("setRequestorComplete", contains: ["isSuccess=false"]),
                .noCallback("navigateToUrl"),
                .noCallback("sendTrackingData"), .stored(["authn", "HARBORTV"], isPresent: true),
                .stored(["authn", "KITETV"], isPresent: false), .stored(["authz"], isPresent: true),
                .callbacks(["setRequestorComplete"]),
            ]
        ),
        Row(
            stage: .nativePlayed,
            holds: [
                // Tracking is left out.
                .callbacks(["setToken", "setToken"]), .callback("setToken", contains: ["KITE1"]),
                .callback("setToken", contains: ["KITE2"]), .callback("sendTrackingData", contains: []),
                .playing("KITE1"), .playing("KITE2"), .noCallback("tokenRequestFailed"), .noCallback("status"),
                .stored(["authz", "KITE1"], isPresent: true), .stored(["authz", "KITE3"], isPresent: false),
                .stored(["store=pasteboard", "team=KITE", "KITE1", "authz"], isPresent: true),
                .stored(["store=keychain", "authz"], isPresent: false),
                // Part of a key, and keys that are of two texts.
                .stored(["auth"], isPresent: false), .stored(["KITE1", "KITE2"], isPresent: false),
            ],
            holdsNot: [
                .callbacks(["setToken"]), .callbacks([]), .callbacks(["setToken", "setToken", "setToken"]),
                .callbacks(["setToken", "sendTrackingData", "setToken", "sendTrackingData"]),
                .callbacks(["setToken", "tokenRequestFailed"]), .callback("setToken", contains: ["KITE3"]),
                // Each is in one, none has both.
                .callback("setToken", contains: ["KITE1", "KITE2"]),
                .callback("tokenRequestFailed", contains: ["KITE1"]), .noCallback("setToken"), .playing("KITE3"),
                .stored(["authz", "KITE1"], isPresent: false), .stored(["authz", "KITE3"], isPresent: true),
                .stored(["store=pasteboard", "team=KITE", "KITE1", "authz"], isPresent: false),
                .stored(["store=pasteboard", "team=HARBOR", "KITE1", "authz"], isPresent: true),
                .stored(["KITE1", "KITE2"], isPresent: true),
                .timeline(["setToken", "resource=KITE1", "resource=KITE2"]),
            ]
        ),
        Row(
            stage: .nativeRefused,
            holds: [
                // access-enabler.md §4.1.
                .callback("tokenRequestFailed", contains: ["KITE1", "User not Authorized Error"]),
                .notPlaying(reason: "User not Authorized Error"), .message("User not Authorized Error"),
                .notPlaying(reason: described + "Juniper Fiber."), .noCallback("setToken"),
            ],
            holdsNot: [
                .callback("tokenRequestFailed", contains: ["KITE1", "Generic Authorization Error"]),
                .callback("tokenRequestFailed", contains: ["KITE2", "User not Authorized Error"]),
                .notPlaying(reason: "Generic Authorization Error"), .message("Generic Authorization Error"),
                .notPlaying(reason: described + "Meadowlark Cable."), .noCallback("tokenRequestFailed"),
                .noMessage(nil), .noMessage("User not Authorized Error"),
            ]
        ),
        Row(
            stage: .nothing,
            holds: [
                .requests([]), .noRequests([]), .callbacks([]), .notPlaying(reason: nil), .signedIn(true),
                .state(["token", "source=service", "kind=authn"]),
            ],
            holdsNot: [
                .requests([.authorize]), .step("S11"), .message(""), .timeline([]), .playing("KITE1"),
                .notPlaying(reason: ""), .callback("setToken", contains: []),
            ]
        ),
    ]

    // MARK: The tests

    @Test("Of each kind there is one that holds, and one that does not by its argument alone", arguments: Kind.allCases)
    func complete(kind: Kind) {
        #expect(Self.rows.flatMap(\.holds).contains { Self.kind(of: $0) == kind })
        #expect(Self.rows.flatMap(\.holdsNot).contains { Self.kind(of: $0) == kind })
        #expect(Stage.allCases.allSatisfy { stage in Self.rows.contains { $0.stage == stage } })
    }

    @Test("What holds is met, what does not is the one failure, and neither moves the world", arguments: rows.indices)
    func holds(index: Int) throws {
        let row = Self.rows[index]
        let reached = try row.stage.run()
        #expect(reached.failures == [])
        for expectation in row.holds {
            var run = reached
            try run.perform(.init(.expect([expectation]), line: 7))
            #expect(run.failures == [], "\(row.stage): \(expectation)")
            #expect(run.world.timeline == reached.world.timeline)
        }
        for expectation in row.holdsNot {
            var run = reached
            try run.perform(.init(.expect([expectation]), line: 7))
            #expect(run.failures.map(\.expectation) == [expectation], "\(row.stage): \(expectation)")
            #expect(run.failures.map(\.line) == [7])
            #expect(run.failures.map(\.instant) == [reached.world.now])
            #expect(run.failures.allSatisfy { !$0.found.isEmpty })
        }
        // All at once: each is told, in order, and none hides another.
        var run = reached
        try run.perform(.init(.expect(row.holds + row.holdsNot + row.holds)))
        #expect(run.failures.map(\.expectation) == row.holdsNot)
    }

    @Test("What was expected once is over: the next expectation looks at what came after it")
    func since() throws {
        var run = try Stage.played.run()
        try run.run([.init(.expect([.playing("KITE1")])), .init(.expect([.playing("KITE1"), .requests([])]))])
        #expect(run.failures.map(\.expected) == ["playing KITE1"])
    }

    @Test("Facts of the timeline that stand in several events are met one by one, and not together")
    func wordsOfOneEvent() throws {
        let run = try Kite.run(
            Kite.setup(),
            [
                .launch, Kite.signIn("Meadowlark"), .play("KITE1"),
                .expect([
                    .timeline(["picker", "mvpd=Meadowlark"]), .timeline(["play", "resource=KITE1"]),
                    .timeline(["mvpd=Meadowlark", "choice=provider"]),
                    .timeline(["play", "mvpd=Meadowlark"]), .timeline(["choice=provider", "resource=KITE1"]),
                ]),
            ]
        )
        let together = ["timeline play, mvpd=Meadowlark", "timeline choice=provider, resource=KITE1"]
        #expect(run.failures.map(\.expected) == together)
    }

    @Test("What was expected in vain is no event: it does not meet what is expected of the timeline beside it")
    func vain() throws {
        var run = try Stage.nothing.run()
        let words = Simulation.Expectation.timeline(["expectation", "expectation=step"])
        try run.perform(.init(.expect([.step("S12"), words, words])))
        let vain = "timeline expectation, expectation=step"
        #expect(run.failures.map(\.expected) == ["step S12", vain, vain])
    }

    @Test("It is about the app that the step before was for, not about another on the same device")
    func ownApp() throws {
        var setup = Kite.setup()
        setup.devices[0].apps.append(AppSetup(bundleID: "com.harbor.tv", teamID: "HARBOR", requestor: "HARBORTV"))
        var run = ScenarioRun(in: try World(setup))
        let other = AppName(bundleID: "com.harbor.tv")
        try run.run([
            .init(Kite.signIn("Meadowlark")), .init(.play("KITE1")), .init(.launch, app: other),
            .init(.expect([.playing("KITE1"), .requests([.authorize, .mediaToken])])),
        ])
        #expect(run.failures.map(\.expected) == ["playing KITE1", "requests v1.authorize, v1.media"])
    }
}
