import PassAPI
import Replay
import Testing

@Suite("Which client replays a recording") struct ReplayerClientTests {
    @Test(
        "With the documents' client the bundled captures replay to the digests they always had",
        arguments: [
            ("access-denied-tvos", "54af32e215cdc80d"), ("apple-sso-tvos", "5765bd531baa2928"),
            ("second-screen-tvos", "a935e9f2ca7b63c4"), ("unsupported-provider-tvos", "cbeac32b1836d5ec"),
            ("ytdlp-cached-second-play", "f84f80fa01155344"), ("ytdlp-sign-on", "b2cf996d6d067ade"),
        ]
    )
    func digests(name: String, digest: String) throws {
        let recording = try Captures.recording(name).redacted(key: Array("a key of invented bytes, 32 long".utf8))
        let result = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.documents)))
        #expect("\(result.digest)" == digest)
    }

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
        #expect(byDefault.behavior.isEmpty)
        #expect(byDefault.deviations.allSatisfy { $0.kind != .polledAtAnotherPace })
        #expect(byDocuments.deviations.contains { $0.kind == .polledAtAnotherPace } == polls)
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
}
