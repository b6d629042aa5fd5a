import ClientStack
import Exchanges
import PassAPI
import Replay
import Report
import Services
import Simulation
import Testing
import VirtualTime

/// The statements of the captures' README about second plays, after real expirations.
@Suite("Forks live on as the app does") struct BehaviorForkTests {
    @Test(
        "A second playback makes the app's calls, in the app's order",
        arguments: [
            // At once: as the capture of the sign-on shows for its own second playback.
            ("kodi-espn3-sign-on", 1, [Operation.mediaToken]),
            ("eplus-espn-sign-on", 1, [.mediaToken]),
            ("kodi-native-sign-on", 1, [.authorizeDevice, .deviceShortAuthorize, .sign]),
            ("eplus-nesn-sign-on", 1, [.deviceShortAuthorize]),
            (
                "clientless-sign-on", 1,
                [.checkAuthentication, .readAuthenticationToken, .authorize, .authorize, .mediaToken, .userMetadata]
            ),
            ("kodi-rest2-sign-on", 1, [.authorize, .mediaToken, .sign]),
            // usermetadata and preauthorize twice a play.
            (
                "eplus-gotham-sign-on", 1,
                [.userMetadata, .preauthorize, .authorize, .userMetadata, .preauthorize, .mediaToken]
            ),
            // Past the authorization's end (24 h): authorize again, because the cached AuthZ has ended.
            ("kodi-espn3-sign-on", 86_401, [.authorize, .mediaToken]),
        ] as [(String, Int64, [PassAPI.Operation])]
    )
    func secondPlay(name: String, seconds: Int64, calls: [PassAPI.Operation]) throws {
        #expect(try ClientCaptures.requests(after: name, wait: .seconds(seconds)) == calls)
    }

    @Test("Whatever an app has shown, a fork of it comes to its end: no app goes round", arguments: 0..<4)
    func ends(block: UInt64) throws {
        for seed in block * 25..<block * 25 + 25 {
            let recording = GeneratedApp(seed: seed).recording
            let fork = try ForkedWorld(recording, options: ReplayOptions(client: ClientChoice(.app)))
            var run = ScenarioRun(in: fork.world)
            run.resources = fork.resources
            let play: [ScenarioStep] = fork.played.first.map { [.play($0)] } ?? []
            do {
                try run.run(
                    ([.advance(.seconds(60))] + play + [.advance(.seconds(31 * 86_400))] + play).map { .init($0) }
                )
            } catch {
                // A step that cannot happen is none of this test's business.
                #expect(run.world.circle == nil, "seed \(seed): \(error)")
            }
            #expect(run.world.circle == nil, "seed \(seed)")
        }
    }

    @Test("An app that requests an authorization after each media token plays again, and comes to rest")
    func authorizationAfterPlay() throws {
        // As kodi-rest2-sign-on.har was read: its second playback's first call taken for the end of the first one's.
        let after = [OptionSetting("after-play", "v1.authorize")]
        let client = ClientChoice(.app, settings: after)
        let calls = try ClientCaptures.requests(after: "kodi-espn3-sign-on", wait: .seconds(1), client: client)
        #expect(calls == [.mediaToken, .authorize])
    }

    @Test("usermetadata and preauthorize come with a sign-in, where the sign-in had them")
    func callsOfSignIn() throws {
        // eplus-gotham: after the AuthN token's end the app learns from its back end that the user has signed in again.
        let calls = try ClientCaptures.requests(after: "eplus-gotham-sign-on", wait: .seconds(31 * 86_400))
        let code = try #require(calls.firstIndex(of: .createRegistrationCode))
        #expect(calls[(code + 1)...].starts(with: [.userMetadata, .preauthorize]))
        #expect(calls.last == .mediaToken)
    }

    @Test("An app that no call shows to run on a platform of Apple's gets none of Apple's frameworks")
    func noPlatform() throws {
        // applicaster: axios; the documents' client replays the recording whole, and would ask Apple's framework.
        let recording = try ClientCaptures.recording("applicaster-sign-on")
        let fork = try ForkedWorld(recording, options: ReplayOptions())
        var run = ScenarioRun(in: fork.world)
        try run.run([.init(.advance(.seconds(31 * 86_400))), .init(.launch)])
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        #expect(!events.contains { $0.actor == .vsa })
        // The user has signed in with the recorded code, and enters the next one.
        let logins = events.filter { $0.actor == .user && $0.kind == "login" }
        #expect(logins.count == 1)
        // tokens/authn, code, first poll after 5 s, every 5 s.
        let calls = events.filter { $0.actor == .client }.compactMap { PassAPI.Operation(rawValue: $0.kind) }
        #expect(calls.prefix(3) == [.readAuthenticationToken, .createRegistrationCode, .readAuthenticationToken])
        let result = try Replayer.replay(recording, options: ReplayOptions())
        #expect(
            result.notes.contains {
                guard case .platformShown(let evidence, usesAppleFramework: false) = $0 else { return false }
                return evidence.appleCount == 0 && evidence.otherCount == 6 && evidence.otherName == "axios/1.2.1"
            }
        )
    }

    @Test("An app that was never seen to play is assumed to ask Adobe")
    func neverPlayed() throws {
        let run = try ClientCaptures.run(after: "applicaster-sign-on", wait: .seconds(1))
        #expect(run.world.timeline.events.filter { $0.kind == "assumed" }.map(\.summary).contains("authorization"))
    }

    @Test("An error that comes from a row of the app's behavior names it, and how it is set")
    func namedRow() throws {
        let client = ClientChoice(.app, settings: [OptionSetting("after-play", "v1.usermetadata")])
        var recording = try ClientCaptures.recording("kodi-espn3-sign-on")
        // The recording goes on: what it lacks is no end.
        var other = try #require(recording.exchanges.last)
        other.ordinal += 1
        other.startedAt += .seconds(20)
        other.request.url = "https://api.kite.example/episodes"
        recording.exchanges.append(other)
        let result = try Replayer.replay(recording, options: ReplayOptions(client: client))
        let words = "It follows from after-play=v1.usermetadata; --client ROW=VALUE"
        #expect(result.divergences.contains { $0.summary.contains(words) }, "\(result.divergences.map(\.summary))")
    }

    @Test("A denial shows that a user is signed in, though nothing names the MVPD: a fork keeps the sign-in")
    func denied() throws {
        var recording = try ClientCaptures.recording("clientless-denied")
        recording.exchanges.removeAll { $0.ordinal == 2 || $0.ordinal == 1 }
        let fork = try ForkedWorld(recording, options: ReplayOptions(client: ClientChoice(.app)))
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        try run.run([.init(.advance(.seconds(25 * 3_600))), .init(.play("KITE1"))])
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        let calls = events.filter { $0.actor == .client }.compactMap { PassAPI.Operation(rawValue: $0.kind) }
        #expect(calls.first == .authorize && !calls.contains(.createRegistrationCode))
    }

    @Test("A row that nobody has seen is named where it decides")
    func assumed() throws {
        let run = try ClientCaptures.run(after: "eplus-espn-sign-on", wait: .seconds(86_401))
        let named = run.world.timeline.events.filter { $0.kind == "assumed" }.map(\.summary)
        #expect(named == ["authorization"])
        // Before the end nothing is assumed.
        let before = try ClientCaptures.run(after: "eplus-espn-sign-on", wait: .seconds(1))
        #expect(!before.world.timeline.events.contains { $0.kind == "assumed" })
    }

    @Test("What an app makes of a refused check is named as assumed where it has never shown it")
    func refusedCheck() throws {
        // README: the sign-on lies before the capture.
        let run = try ClientCaptures.run(after: "clientless-sign-on", wait: .seconds(31 * 86_400))
        let named = run.world.timeline.events.filter { $0.kind == "assumed" }.map(\.summary)
        #expect(named.contains("sign-in-start"))
    }

    @Test("What the documents' client decides for an app that has not shown it is named in a note")
    func documents() throws {
        // README: whether it authorizes again after an expiry does not show. It is Apple's AccessEnabler where nothing says Android.
        var recording = try ClientCaptures.recording("eplus-nesn-sign-on")
        for index in recording.exchanges.indices {
            let version = "AdobePassNativeClient/3.6.1 (AppleTV; tvOS 15.0)"
            let headers = recording.exchanges[index].request.headers
            let fields = headers.map { HeaderField($0.name, $0.isNamed("User-Agent") ? version : $0.value) }
            recording.exchanges[index].request.headers = HeaderFields(fields)
            guard let body = recording.exchanges[index].request.body.map({ String(decoding: $0, as: UTF8.self) }) else {
                continue
            }
            let information = body.split(separator: "&").first { $0.hasPrefix("device_info=") } ?? "device_info="
            recording.exchanges[index].request.body = Array(body.replacing(information, with: "device_info=e30=").utf8)
        }
        let fork = try ForkedWorld(recording)
        #expect(
            fork.notes.contains {
                if case .rowsAssumed(let rows) = $0 { rows.contains("authorization") } else { false }
            }
        )
    }

    @Test(
        "What decides at every turn after the recording and does not show is named in the fork, and not in the replay"
    )
    func turns() throws {
        // README: the client is run anew each time, which is launch and playback at once.
        let run = try ClientCaptures.run(after: "clientless-denied", wait: .seconds(90_000))
        let events = run.world.timeline.events
        let fork = try #require(events.lastIndex { $0.kind == "fork" })
        let named = { (events: ArraySlice<TimelineEvent>) in events.filter { $0.kind == "assumed" }.map(\.summary) }
        #expect(named(events[fork...]).contains("play-checks"))
        #expect(!named(events[..<fork]).contains("play-checks"))
    }

    @Test("A cookie that the app sends and that ends before the fork does is a note, with its end")
    func cookies() throws {
        // README: it looks at the cookie BIGipServerAdobe_Pass_Prod, which holds 24 h.
        let fork = try ForkedWorld(ClientCaptures.recording("kodi-native-sign-on"))
        let end = try #require(Instant(iso8601: "2026-11-25T06:45:35Z"))
        #expect(fork.notes.contains(.cookieEnds(name: "BIGipServerAdobe_Pass_Prod", exchange: 8, at: end)))
        for (wait, isNoted) in [(86_000, false), (90_000, true)] as [(Int64, Bool)] {
            let run = try ClientCaptures.run(after: "kodi-native-sign-on", wait: .seconds(wait))
            let replay = try Replayer.replay(ClientCaptures.recording("kodi-native-sign-on"), options: ReplayOptions())
            let notes = Continuation(of: run, after: replay, notes: fork.notes).notes
            #expect(notes.contains { if case .cookieEnds = $0 { true } else { false } } == isNoted)
        }
    }

    @Test("A media token that was refused for no reason that shows is a note")
    func refusedMedia() throws {
        var recording = try ClientCaptures.recording("eplus-gotham-sign-on")
        var response = try #require(recording.exchanges[32].response)
        #expect(recording.exchanges[32].request.url.contains("tokens/media"))
        response.status = 403
        response.body = Array(#"{"status":403,"message":"User not authorized"}"#.utf8)
        recording.exchanges[32].outcome = .response(response)
        recording.exchanges.removeSubrange(33...)
        #expect(try ForkedWorld(recording).notes.contains(.mediaRefused(exchange: 33)))
        // README: 7: mediatoken 403, since the authorization had ended.
        let expired = try ForkedWorld(ClientCaptures.recording("eplus-espn-authz-expired-second-play"))
        #expect(!expired.notes.contains { if case .mediaRefused = $0 { true } else { false } })
    }

    @Test("The browser of a second screen plays nothing: a fork says so, and requests nothing")
    func secondScreen() throws {
        let run = try ClientCaptures.run(after: "secondscreen-sign-on", wait: .seconds(90_000))
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        #expect(events.contains { $0.kind == "present" && $0.summary.contains("how the device plays is not shown") })
        #expect(try ClientCaptures.requests(after: "secondscreen-sign-on", wait: .seconds(90_000)) == [])
    }

    @Test("The code is shown before the call that carries it, where the recorder had its response end later")
    func code() throws {
        // 1 ends 13 ms after 2 begins, by its own time.
        let recording = try ClientCaptures.recording("kodi-espn3-sign-on")
        #expect(recording.exchanges[0].endedAt > recording.exchanges[1].startedAt)
        let result = try Replayer.replay(recording, options: ReplayOptions())
        let events = result.timeline.events
        let code = try #require(events.firstIndex { $0.kind == "present" })
        let word = try #require(events.firstIndex { $0.kind == "confirmLogin" })
        let poll = try #require(events.firstIndex { $0.kind == "v1.authenticate.code" })
        #expect(code < word && word < poll)
    }

    @Test("A recording that ends with a code has no error, whatever other hosts were called later", arguments: [6, 8])
    func cut(count: Int) throws {
        var recording = try ClientCaptures.recording("eplus-gotham-sign-on")
        recording.exchanges.removeSubrange(count...)
        #expect(try Replayer.replay(recording, options: ReplayOptions()).divergences.isEmpty)
    }

    @Test("An app of whose calls more name another platform is no AccessEnabler of Apple's, whatever that replays")
    func otherPlatform() throws {
        let fork = try ForkedWorld(ClientCaptures.recording("eplus-nesn-sign-on"))
        #expect(!fork.notes.contains { if case .rowsAssumed = $0 { true } else { false } })
        // README: it polls the programmer's portal, not Adobe.
        let calls = try ClientCaptures.requests(after: "eplus-nesn-sign-on", wait: .seconds(31 * 86_400))
        #expect(calls.count { $0 == .sessionDevice } <= 1, "\(calls)")
    }

    @Test("With what the recording of the second playback shows, the fork makes the calls of it")
    func other() throws {
        // 7: mediatoken 403: never authorizes that event again.
        let second = try ShownBehavior(ClientCaptures.recording("eplus-espn-authz-expired-second-play"))
        let calls = try ClientCaptures.requests(
            after: "eplus-espn-sign-on",
            wait: .seconds(86_401),
            client: ClientChoice(other: second)
        )
        #expect(calls == [.mediaToken])
        // 7, 8: the ended AuthN token is sent, pendingLogout is answered, and the client never logs in again.
        let ended = try ShownBehavior(ClientCaptures.recording("kodi-native-authn-expired-second-play"))
        let native = try ClientCaptures.requests(
            after: "kodi-native-sign-on",
            wait: .seconds(31 * 86_400),
            client: ClientChoice(other: ended)
        )
        #expect(native == [.authorizeDevice])
    }

    @Test("What was denied stays denied, and the app does about it what it did", arguments: [0, 3_600])
    func denied(seconds: Int64) throws {
        let run = try ClientCaptures.run(after: "clientless-denied", wait: .seconds(seconds))
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        #expect(!events.contains { $0.kind == "play" && $0.actor == .client })
        let answers = events.filter { $0.actor == .service && $0.kind == Operation.authorize.rawValue }
        #expect(answers.count == 2)
        #expect(answers.allSatisfy { $0.summary.hasPrefix("403") })
    }

    @Test("After the recorded logout of a denied user, the next playback signs in anew, is denied, and logs out")
    func deniedAnew() throws {
        let calls = try ClientCaptures.requests(after: "kodi-espn3-denied", wait: .seconds(1))
        #expect(
            calls == [
                .createRegistrationCode, .readAuthenticationByCode, .authorize, .readAuthenticationToken, .authorize,
                .logout,
            ]
        )
    }

    @Test("A recorded logout ends the tokens: the next playback begins with a code")
    func loggedOut() throws {
        let calls = try ClientCaptures.requests(after: "kodi-espn3-logout", wait: .seconds(1))
        #expect(calls == [.createRegistrationCode, .readAuthenticationByCode, .authorize, .mediaToken])
    }

    @Test("A fork from any exchange of any capture plays, or says why not", arguments: ClientCaptures.names)
    func anywhere(name: String) throws {
        let recording = try ClientCaptures.recording(name)
        for exchange in recording.exchanges {
            let fork = try ForkedWorld(recording, at: .ordinal(exchange.ordinal))
            var run = ScenarioRun(in: fork.world)
            run.resources = fork.resources
            try run.run([.init(.advance(.seconds(60))), .init(.play("KITE1"))])
            let events = run.world.timeline.events.drop { $0.kind != "fork" }
            let outcome = events.contains { $0.actor == .client && ["play", "present"].contains($0.kind) }
            #expect(
                outcome || run.world.apps[0].client.isSignedIn(on: run.world.devices[0], at: run.world.now) == false
            )
        }
    }

    // MARK: What the service says

    /// Returns the service's responses since the fork, as the timeline has them.
    private static func answers(_ run: ScenarioRun, to operation: PassAPI.Operation) -> [String] {
        run.world.timeline.events.drop { $0.kind != "fork" }
            .filter { $0.actor == .service && $0.kind == operation.rawValue }.map(\.summary)
    }

    /// README: --deny KITE1: 403 "User not authorized", details "Not in your package".
    @Test("A denial is repeated in the words of the recording", arguments: ["clientless-denied", "kodi-espn3-denied"])
    func deniedInItsWords(name: String) throws {
        let run = try ClientCaptures.run(after: name, wait: .seconds(60))
        let answers = Self.answers(run, to: .authorize)
        #expect(
            answers == ["403 User not authorized: Not in your package", "403 User not authorized: Not in your package"]
        )
    }

    @Test("A recorded denial ends where a step opens everything")
    func permitted() throws {
        let fork = try ForkedWorld(ClientCaptures.recording("clientless-denied"))
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        try run.run([
            .init(.control(.degrade(.authorizesAll, requestor: "KITETV", mvpd: "Plover"))), .init(.play("KITE1")),
        ])
        #expect(Self.answers(run, to: .authorize).allSatisfy { $0.hasPrefix("200") })
    }

    @Test("The media token that a fork has brought is signed for the player, as in the recording")
    func signed() throws {
        // README: 7 and 10: tvs/v1/sign 200.
        let run = try ClientCaptures.run(after: "kodi-native-sign-on", wait: .seconds(1))
        #expect(Self.answers(run, to: .sign) == ["200"])
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        #expect(!events.contains { $0.kind == "present" })
    }

    // MARK: AccessEnabler

    private static func named(_ run: ScenarioRun) -> [String] {
        run.world.timeline.events.filter { $0.kind == "assumed" }.map(\.summary)
    }

    @Test("A fork with AccessEnabler names the row that decides: after the AuthZ token's end, after the AuthN token's")
    func nativeAssumptions() throws {
        // README: authorizeDevice only at sign-on, each play is one deviceShortAuthorize: until the end that shows.
        let soon = try ClientCaptures.run(after: "eplus-nesn-sign-on", wait: .seconds(1))
        #expect(Self.named(soon).isEmpty)
        let nextDay = try ClientCaptures.run(after: "eplus-nesn-sign-on", wait: .seconds(86_401))
        #expect(Self.named(nextDay) == ["authorization", "registration"])
        let nextMonth = try ClientCaptures.run(after: "eplus-nesn-sign-on", wait: .seconds(31 * 86_400))
        #expect(Self.named(nextMonth).first == "expiry-check")
    }

    @Test("A reaction of AccessEnabler that the recording does not show is named, and none where the client was chosen")
    func nativeReactions() throws {
        func run(_ client: ClientChoice) throws -> ScenarioRun {
            let recording = try ClientCaptures.recording("eplus-nesn-sign-on")
            let fork = try ForkedWorld(recording, options: ReplayOptions(client: client))
            var run = ScenarioRun(in: fork.world)
            run.resources = fork.resources
            try run.run([.init(.control(.demandLogout(deviceID: nil, reason: nil))), .init(.play("KITE1"))])
            return run
        }
        #expect(try Self.named(run(ClientChoice())).contains("after-pending-logout-of-media"))
        #expect(try Self.named(run(ClientChoice(.documents))).isEmpty)
    }

    @Test("Before the fork nothing is named")
    func nativeReplay() throws {
        let result = try Replayer.replay(ClientCaptures.recording("eplus-nesn-sign-on"))
        #expect(!result.timeline.events.contains { $0.kind == "assumed" })
    }
}
