import Exchanges
import PassAPI
import Report
import Testing
import VirtualTime

@testable import Replay

@Suite("What a replay says of time, and of where the recording ends") struct ReplayTimelineTests {
    private static func text(_ recording: Recording) throws -> String {
        let result = try Replayer.replay(recording, options: ReplayOptions())
        return ReplayText().text(of: result, from: recording, called: "r.har")
    }

    /// The times of the lines of a timeline, in milliseconds.
    private static func times(_ text: String) -> [Int] {
        text.split(separator: "\n").compactMap { line in
            guard let clock = line.firstMatch(of: #/^ {0,6}(?:(\d+) d )?(?:(\d+):)??(?:(\d+):)?(\d+)\.(\d{3}) /#) else {
                return nil
            }
            let parts = [clock.1, clock.2, clock.3, Optional(clock.4)].map { $0.flatMap { Int($0) } ?? 0 }
            return zip(parts, [86_400_000, 3_600_000, 60_000, 1_000]).reduce(Int(clock.5) ?? 0) { $0 + $1.0 * $1.1 }
        }
    }

    @Test(
        "The times of a timeline never decrease, whatever order a recorder has written",
        arguments: ClientCaptures.names
    )
    func ofCaptures(name: String) throws {
        var recording = try ClientCaptures.recording(name)
        let times = Self.times(try Self.text(recording))
        #expect(times.count > 3 && times == times.sorted())
        // Each of two neighbors begins when the other did.
        for place in recording.exchanges.indices.dropLast().filter({ $0.isMultiple(of: 3) }) {
            let instant = recording.exchanges[place].startedAt
            recording.exchanges[place].startedAt = recording.exchanges[place + 1].startedAt
            recording.exchanges[place + 1].startedAt = instant
        }
        let disturbed = Self.times(try Self.text(recording))
        #expect(disturbed == disturbed.sorted())
    }

    @Test("Nor do those of generated apps", arguments: UInt64(0)..<20)
    func ofGeneratedApps(seed: UInt64) throws {
        let times = Self.times(try Self.text(GeneratedApp(seed: seed).recording))
        #expect(times.count > 3 && times == times.sorted())
    }

    @Test("No error only because the recording ends: the note names the call that would follow")
    func end() throws {
        var app = WrittenApp()
        app.signIn("K7", until: 80_000)
        app.wait(5)
        app.authorize()
        let result = try Replayer.replay(app.recording, options: ReplayOptions())
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.notes.contains(.recordingEnds(before: .mediaToken)))
        // A recorder that still ran has seen that the app made no such call.
        var further = app.recording
        var other = try #require(further.exchanges.last)
        other.ordinal += 1
        other.startedAt += .seconds(20)
        other.request.url = "https://api.kite.example/episodes"
        further.exchanges.append(other)
        let later = try Replayer.replay(further, options: ReplayOptions(client: ClientChoice(.documents)))
        #expect(later.divergences.contains { $0.reason == .notRecorded && $0.summary.contains("requested v1.media") })
        #expect(!later.notes.contains(.recordingEnds(before: .mediaToken)))
        // With what follows there is no such end.
        app.media()
        let whole = try Replayer.replay(app.recording, options: ReplayOptions())
        #expect(!whole.notes.contains { if case .recordingEnds = $0 { true } else { false } })
    }

    @Test("Above 410 Gone there is no valid AuthN token, whatever the app does next")
    func gone() throws {
        var app = WrittenApp()
        app.token()
        app.play()
        app.wait(700)
        app.refused("/api/v1/tokens/authn?" + WrittenApp.user, 410, "Gone")
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 403, "User not authorized")
        let text = try Self.text(app.recording)
        #expect(text.contains("S1 valid AuthN token? no\n"))
        #expect(!text.contains("is not in your subscription"))
        #expect(text.contains("“KITE1” cannot be played: not signed in"))
    }

    @Test("A user who asks without knowing has not signed in before the recording, and no denial is made of 403")
    func notSignedIn() throws {
        let recording = try ClientCaptures.recording("kodi-rest2-sign-on")
        let result = try Replayer.replay(recording, options: ReplayOptions())
        #expect(!result.notes.contains(.signedInBefore) && !result.notes.contains(.signedOnBefore))
        // The app has its media tokens signed itself.
        #expect(result.fates.allSatisfy { $0.fate == .replayed })
    }
}
