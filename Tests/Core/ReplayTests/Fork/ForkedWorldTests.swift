import ClientStack
import Exchanges
import History
import PassAPI
import Replay
import Report
import Services
import Simulation
import Testing
import VirtualTime

@Suite("A recording forks, and the twin goes on") struct ForkedWorldTests {
    /// The recording's world at a point, and the run that goes on from there.
    static func run(_ capture: String, at point: ForkPoint, authentication: Duration? = nil) throws -> ScenarioRun {
        var changes = SetupChanges()
        changes.service.lifetimes.authentication = authentication
        let fork = try ForkedWorld(Captures.recording(capture), at: point, changes: changes)
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        return run
    }

    /// Returns the events since the fork, by kind.
    static func kinds(of run: ScenarioRun, _ actor: TimelineEvent.Actor) -> [String] {
        let events = run.world.timeline.events
        let fork = events.lastIndex { $0.kind == "fork" } ?? 0
        return events[fork...].filter { $0.actor == actor }.map(\.kind)
    }

    /// The operations that were requested since the fork.
    static func requests(of run: ScenarioRun) -> [Operation] {
        kinds(of: run, .client).compactMap { Operation(rawValue: $0) }
    }

    static func days(_ count: Int64) -> Duration { .seconds(count * 86_400) }

    // MARK: The browser dialect

    @Test("Before both expiries yt-dlp asks for a media token alone", arguments: [0, 3_600, 86_000] as [Int64])
    func beforeBoth(seconds: Int64) throws {
        var run = try Self.run("ytdlp-sign-on", at: .end)
        try run.run([.init(.advance(.seconds(seconds))), .init(.play("show-1")), .init(.expect([.playing("show-1")]))])
        #expect(Self.requests(of: run) == [.shortAuthorize])
        #expect(run.failures.isEmpty)
    }

    @Test("Past the AuthZ expiry yt-dlp authorizes again", arguments: [Self.days(2), Self.days(29)])
    func pastAuthorization(_ duration: Duration) throws {
        var run = try Self.run("ytdlp-sign-on", at: .end)
        try run.run([.init(.advance(duration)), .init(.play("show-1")), .init(.expect([.playing("show-1")]))])
        #expect(Self.requests(of: run) == [.sdkAuthorize, .shortAuthorize])
        #expect(run.failures.isEmpty)
    }

    @Test("Past the AuthN expiry yt-dlp registers and logs in anew")
    func pastAuthentication() throws {
        var run = try Self.run("ytdlp-sign-on", at: .end)
        try run.run([.init(.advance(Self.days(31))), .init(.play("show-1")), .init(.expect([.playing("show-1")]))])
        #expect(
            Self.requests(of: run) == [
                .individualizeDevice, .register, .accessToken, .createRegistrationCode, .session, .sdkAuthorize,
                .shortAuthorize,
            ]
        )
        #expect(Self.kinds(of: run, .user).contains("login"))
        #expect(run.failures.isEmpty)
    }

    @Test("The AuthN token is good one nanosecond before its expiry, and expired at it")
    func nanosecond() throws {
        for (nearness, isNew) in [(ScenarioStep.Nearness.justBefore, false), (.at, true), (.justAfter, true)] {
            var run = try Self.run("ytdlp-sign-on", at: .end)
            try run.run([
                .init(.advanceToExpiration(nearness, .authenticationToken, subject: nil)), .init(.play("show-1")),
            ])
            #expect(Self.requests(of: run).contains(.register) == isNew, "\(nearness)")
        }
    }

    // MARK: Apple session × Adobe token (apple-sso-flow.md §8)

    private static func travel(authentication: Duration, by duration: Duration) throws -> ScenarioRun {
        var run = try run("apple-sso-tvos", at: .ordinal(12), authentication: authentication)
        try run.run([.init(.advance(duration)), .init(.launch), .init(.play("KITE1"))])
        return run
    }

    @Test("K-113: Apple session valid, Adobe token valid: authenticated for the Adobe token's remaining time")
    func bothValid() throws {
        let run = try Self.travel(authentication: Self.days(60), by: Self.days(1))
        #expect(Self.requests(of: run) == [.accessToken, .checkAuthentication, .authorize, .mediaToken])
        #expect(!Self.kinds(of: run, .client).contains("S2"))
    }

    @Test("Apple session expired, Adobe token valid: authenticated for the Adobe token's remaining time")
    func adobeValid() throws {
        let run = try Self.travel(authentication: Self.days(60), by: Self.days(31))
        #expect(Self.requests(of: run) == [.accessToken, .checkAuthentication, .authorize, .mediaToken])
        #expect(!Self.kinds(of: run, .vsa).contains("picker"))
    }

    @Test("Apple session valid, Adobe token expired: silently authenticated, with the dashboard's TTL")
    func appleValid() throws {
        let run = try Self.travel(authentication: Self.days(1), by: Self.days(2))
        #expect(Self.requests(of: run).contains(.exchangeToken))
        #expect(!Self.kinds(of: run, .vsa).contains("picker"))
        #expect(!Self.kinds(of: run, .client).contains("S4"))
        #expect(Self.kinds(of: run, .client).last == "play")
        let token = try #require(run.world.expirations().last { $0.kind == .authenticationToken })
        let age = run.world.now + Self.days(1) - token.instant
        #expect(age >= .zero && age < .seconds(5), "a new token lasts a day: \(token.instant)")
    }

    @Test("Apple session expired, Adobe token expired: not authenticated, the picker appears")
    func bothExpired() throws {
        let run = try Self.travel(authentication: Self.days(1), by: Self.days(31))
        #expect(Self.kinds(of: run, .vsa).contains("picker"))
        #expect(Self.kinds(of: run, .client).contains("S4"))
    }

    // MARK: Where it forks

    @Test("A fork after an exchange hands the next request to the twin")
    func ordinal() throws {
        let fork = try ForkedWorld(Captures.recording("apple-sso-tvos"), at: .ordinal(3))
        let events = fork.world.timeline.events
        let index = try #require(events.firstIndex { $0.kind == "fork" })
        #expect(events[..<index].last { $0.actor == .client }?.kind == "v1.checkauthn")
        #expect(events[index...].contains { $0.kind == "v1.checkauthn" && $0.actor == .service })
    }

    @Test("A fork at a step hands the step's own request to the twin")
    func step() throws {
        let fork = try ForkedWorld(Captures.recording("apple-sso-tvos"), at: .step("S6"))
        let events = fork.world.timeline.events
        let index = try #require(events.firstIndex { $0.kind == "fork" })
        #expect(!events[..<index].contains { $0.kind == "S6" })
        var world = fork.world
        while world.step() != nil {}
        #expect(world.timeline.events[index...].contains { $0.kind == "S6" })
        #expect(world.timeline.events.contains { $0.kind == "S11" })
    }

    @Test("A fork before the exchange hands the recorded SAML response to the twin, which takes it")
    func recordedAssertion() throws {
        for step in ["S7", "S8"] {
            var world = try ForkedWorld(Captures.recording("apple-sso-tvos"), at: .step(step)).world
            while world.step() != nil {}
            let exchange = try #require(world.timeline.events.last { $0.kind == "v1.authn.exchange" })
            #expect(exchange.summary.hasPrefix("204"), "forked at \(step): \(exchange.summary)")
        }
    }

    @Test("A fork at an instant is there, and everything before has happened")
    func instant() throws {
        let recording = try Captures.recording("second-screen-tvos")
        let middle = recording.exchanges[7].startedAt
        let fork = try ForkedWorld(recording, at: .instant(middle))
        #expect(fork.world.now == middle)
    }

    @Test(
        "With an instant all that had happened by then comes from the recording, and nothing that came later",
        arguments: ["apple-sso-tvos", "second-screen-tvos", "access-denied-tvos", "ytdlp-sign-on"]
    )
    func everyInstant(_ capture: String) throws {
        let recording = try Captures.recording(capture)
        let options = ReplayOptions(client: ClientChoice(.documents))
        let events = try Replayer.replay(recording, options: options).timeline.events.filter { $0.actor != .replay }
        let end = try #require(recording.exchanges.map(\.endedAt).max())
        let start = try #require(events.first?.instant)
        for instant in Set(events.map(\.instant)).sorted() where instant <= end {
            for point in [instant - .nanoseconds(1), instant] where point >= start {
                let fork = try ForkedWorld(recording, at: .instant(point), options: options).world
                #expect(fork.now == point)
                let before = fork.timeline.events.prefix { $0.kind != "fork" }.filter { $0.actor != .replay }
                #expect(before == events.filter { $0.instant <= point }, "forked at \(point)")
            }
        }
    }

    @Test("At the instant of a recorded play the user has pressed it, just before it not, and the twin is asked")
    func instantOfPlay() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
        try staged.call(60.2, .authorize(device, resource: "KITE1"), StagedSession.authorized("KITE1"))
        let play = StagedSession.start + .seconds(60)
        staged.recording.userActions = [
            UserAction(ordinal: 1, occurredAt: StagedSession.start, action: .launch),
            UserAction(ordinal: 2, occurredAt: play, action: .play(resource: "KITE1")),
        ]
        for (point, isPlayed) in [(play - .nanoseconds(1), false), (play, true), (play + .nanoseconds(1), true)] {
            var world = try ForkedWorld(staged.recording, at: .instant(point)).world
            while world.step() != nil {}
            let events = world.timeline.events
            #expect(events.filter { $0.actor == .user }.map(\.kind) == (isPlayed ? ["launch", "play"] : ["launch"]))
            #expect(events.contains { $0.actor == .client && $0.kind == "play" } == isPlayed)
        }
    }

    @Test("A copy of a forked world goes on to the same digest")
    func copies() throws {
        var one = try Self.run("apple-sso-tvos", at: .ordinal(12))
        var two = one
        let steps: [Scenario.LocatedStep] = [.init(.advance(Self.days(31))), .init(.launch), .init(.play("KITE1"))]
        try one.run(steps)
        try two.run(steps)
        #expect(one.digest == two.digest)
        #expect(one.world.timeline == two.world.timeline)
    }

    @Test(
        "Every capture forks after every exchange, and goes on",
        arguments: [
            "apple-sso-tvos", "second-screen-tvos", "access-denied-tvos", "unsupported-provider-tvos",
            "ytdlp-sign-on", "ytdlp-cached-second-play",
        ]
    )
    func everywhere(_ capture: String) throws {
        let recording = try Captures.recording(capture)
        for exchange in recording.exchanges {
            let fork = try ForkedWorld(recording, at: .ordinal(exchange.ordinal))
            var run = ScenarioRun(in: fork.world)
            run.resources = fork.resources
            try run.run([.init(.advance(Self.days(40))), .init(.play(capture.hasPrefix("yt") ? "show-1" : "KITE1"))])
            #expect(Self.kinds(of: run, .client).last == "play", "forked after \(exchange.ordinal)")
        }
    }

    // MARK: Who asks

    /// The statuses that the simulated service has answered with since the fork.
    private static func statuses(of run: ScenarioRun) -> [String] {
        let events = run.world.timeline.events
        let fork = events.lastIndex { $0.kind == "fork" } ?? 0
        return events[fork...].filter { $0.actor == .service && Operation(rawValue: $0.kind) != nil }
            .map { String($0.summary.prefix(3)) }
    }

    /// The second-screen capture of a client that had its access token: without the two calls that fetch one.
    private static func cachedAccess() throws -> Recording {
        var recording = try Captures.recording("second-screen-tvos")
        recording.exchanges.removeAll { $0.request.url.contains("/o/client/") }
        #expect(recording.exchanges.count == 13)
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        return recording
    }

    @Test("A fork knows the access token that the recording shows in use", arguments: [1, 4, 7, 13])
    func cachedAccessToken(ordinal: Int) throws {
        var run = ScenarioRun(in: try ForkedWorld(Self.cachedAccess(), at: .ordinal(ordinal)).world)
        try run.run([.init(.launch), .init(.play("KITE1"))])
        let statuses = Self.statuses(of: run)
        #expect(!statuses.isEmpty && !statuses.contains("401"), "\(statuses)")
        #expect(Self.kinds(of: run, .client).last == "play")
    }

    @Test("Once that token has expired, a new one is fetched with what the client was given before")
    func cachedCredentials() throws {
        var run = ScenarioRun(in: try ForkedWorld(Self.cachedAccess(), at: .ordinal(7)).world)
        try run.run([.init(.advance(Self.days(1))), .init(.play("KITE1"))])
        #expect(Self.requests(of: run).contains(.accessToken))
        #expect(Self.kinds(of: run, .client).last == "play")
    }

    @Test("A fork takes the signed header that the recording shows as taken")
    func signedHeader() throws {
        let recording = try Captures.recording("clients/clientless-sign-on")
        let documents = ReplayOptions(client: ClientChoice(.documents))
        var run = ScenarioRun(in: try ForkedWorld(recording, at: .ordinal(1), options: documents).world)
        try run.run([.init(.play("KITE1"))])
        // The recorded answer of exchange 1 arrives, then come authorization and media token.
        #expect(Self.statuses(of: run) == ["200", "200", "200"])
        #expect(Self.requests(of: run) == [.authorize, .mediaToken])
        #expect(Self.kinds(of: run, .client).last == "play")
    }

    @Test("An expiration stands for its instant, which is the recording's own")
    func expiration() throws {
        let recording = try Captures.recording("apple-sso-tvos")
        // Exchange 8's AuthN token, and all else that expires, does so after the recording's end.
        #expect(throws: ForkError.self) {
            try ForkedWorld(recording, at: .expiration(.at, .authenticationToken, subject: nil))
        }
        // The capture's README: each of the two plays has a media token and an authorization, the second replacing the
        // first's; the logout ends the AuthN token, and the last authorization, before their time.
        let known = ["media-token KITE1", "access-token", "saml-assertion", "authz-token KITE1"]
        let missing = ForkError.noSuchExpiration("temp-pass", known: known + ["vsa-account com.example.meadowlark"])
        #expect(throws: missing) { try ForkedWorld(recording, at: .expiration(.at, .tempPass, subject: nil)) }
        #expect(
            "\(missing)".hasSuffix(
                "recording. It has media-token KITE1, access-token, saml-assertion, "
                    + "authz-token KITE1, vsa-account com.example.meadowlark"
            )
        )
        // The media token of exchange 7 lasts five minutes, and the user plays after it.
        let second = try Captures.recording("clients/eplus-espn-authz-expired-second-play")
        let history = History(second)
        let end = try history.expiration(of: .authorizationToken, nil)
        let fork = try ForkedWorld(second, at: .expiration(.at, .authorizationToken, subject: nil))
        let same = try ForkedWorld(second, at: .instant(end))
        #expect(fork.world.now == same.world.now && fork.world.timeline.digest == same.world.timeline.digest)
    }

    @Test("What cannot be forked is refused by name")
    func refusals() throws {
        let recording = try Captures.recording("apple-sso-tvos")
        #expect(throws: ForkError.beyondEnd("exchange 99", "exchange 14")) {
            try ForkedWorld(recording, at: .ordinal(99))
        }
        #expect(throws: ForkError.beyondEnd("exchange 0", "exchange 14")) {
            try ForkedWorld(recording, at: .ordinal(0))
        }
        #expect(throws: ForkError.self) { try ForkedWorld(recording, at: .step("S99")) }
        #expect(throws: ForkError.self) { try ForkedWorld(recording, at: .step("S10")) }
        #expect(throws: ForkError.self) { try ForkedWorld(recording, at: .instant(.distantFuture)) }
        #expect(throws: ForkError.self) { try ForkedWorld(recording, at: .instant(.distantPast)) }
        #expect(throws: ForkError.self) { try ForkedWorld(Recording(), at: .end) }
        var changes = SetupChanges()
        changes.service.quirks = [OptionSetting("no-such-quirk", "yes")]
        #expect(throws: ForkError.self) { try ForkedWorld(recording, at: .end, changes: changes) }
    }
}
