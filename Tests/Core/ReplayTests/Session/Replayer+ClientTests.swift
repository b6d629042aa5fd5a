import Exchanges
import PassAPI
import Replay
import Report
import Testing

@Suite("Which client replays a recording") struct ReplayerClientTests {
    /// The row of behavior that changes a digest: the three captures poll every 1.1 s instead of every 5 s.
    @Test(
        "By default only the poll interval changes a bundled capture's digest",
        arguments: [
            ("access-denied-tvos", true), ("apple-sso-tvos", false), ("second-screen-tvos", true),
            ("unsupported-provider-tvos", true), ("ytdlp-cached-second-play", false), ("ytdlp-sign-on", false),
        ]
    )
    func defaultDigests(name: String, polls: Bool) throws {
        let recording = try Captures.recording(name)
        let byDocuments = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.documents)))
        let byDefault = try Replayer.replay(recording)
        #expect((byDefault.digest != byDocuments.digest) == polls)
        // The client keeps step with the app, which is told as the fault that it is.
        #expect(byDefault.behavior.map(\.brokenRule) == (polls ? ["POLL-001"] : []))
        #expect(byDefault.behavior.allSatisfy { $0.exchanges == [6, 7] && $0.pollPace?.intervalCount == 1 })
        #expect(byDefault.warnings.allSatisfy { ![.polledFaster, .polledSlower].contains($0.code) })
        #expect(byDocuments.warnings.contains { [.polledFaster, .polledSlower].contains($0.code) } == polls)
    }

    @Test("A row that there is not is refused")
    func unknownRow() throws {
        let choice = ClientChoice(settings: [.init("authorisation", "each-playback")])
        #expect(throws: ReplayError.self) {
            try Replayer.replay(ClientCaptures.recording("kodi-espn3-sign-on"), options: ReplayOptions(client: choice))
        }
    }

    @Test("A row that is set outweighs what the recording shows")
    func setting() throws {
        let choice = ClientChoice(settings: [.init("authorization", "each-playback")])
        let recording = try ClientCaptures.recording("kodi-espn3-sign-on")
        let result = try Replayer.replay(recording, options: ReplayOptions(client: choice))
        // The second playback (exchange 5) made do with the authorization of the first.
        #expect(result.adoptedCount == 1)
        #expect(result.divergences.count == 1)
    }

    /// A regular sign-on without Apple's framework, in which an authorization is requested twice at once: 7 calls with
    /// one poll that is refused, and one more with each other.
    private static func doubled(refusedPolls: Int, playbacks: Int = 1) -> WrittenApp {
        var app = WrittenApp()
        app.refused("/api/v1/checkauthn?\(WrittenApp.user)", 403, "Forbidden")
        app.code("AAAAAAA", until: 1_800)
        for _ in 0..<refusedPolls {
            app.wait(5)
            app.refused("/api/v1/tokens/authn?\(WrittenApp.user)", 404, "Not Found")
        }
        app.wait(5)
        app.token()
        for _ in 0..<playbacks {
            app.wait(3)
            app.authorize()
            app.play()
        }
        return app
    }

    @Test(
        "The documents' client stays where it leaves a recording of ten calls or more once, not one of fewer",
        arguments: [(1, 7, false), (3, 9, false), (4, 10, true), (5, 11, true), (20, 26, true)]
    )
    func slip(refusedPolls: Int, calls: Int, isSlip: Bool) throws {
        var recording = Self.doubled(refusedPolls: refusedPolls).recording
        #expect(recording.exchanges.count == calls)
        // On a platform of Apple's: for another the documents' client, which asks Apple's framework, is none.
        let agent = HeaderField("User-Agent", "KiteTV/4.2 CFNetwork/1327 Darwin/21.2")
        for place in recording.exchanges.indices { recording.exchanges[place].request.headers.append(agent) }
        let result = try Replayer.replay(recording)
        // The finding is the second request of the authorization, which only the app's own client makes.
        #expect(result.divergences.count == (isSlip ? 1 : 0), "\(result.divergences.map(\.summary))")
        #expect(result.behavior.contains { $0.row == "authorize-count" && $0.value == "2" } == !isSlip)
        #expect(result.behavior.isEmpty == isSlip)
    }

    @Test("What happens twice is no slip, however many calls there are")
    func signInBehavior() throws {
        let recording = Self.doubled(refusedPolls: 20, playbacks: 2).recording
        let result = try Replayer.replay(recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.behavior.contains { $0.row == "authorize-count" && $0.value == "2" })
    }

    @Test("Where Apple's framework takes part the documents' client stays, however few the calls are")
    func platform() throws {
        var recording = Self.doubled(refusedPolls: 1).recording
        recording.vsaCalls = StagedSession().recording.vsaCalls
        #expect(try Replayer.replay(recording).behavior.isEmpty)
    }
}
