import Documents
import Exchanges
import Replay
import Testing
import VirtualTime

@testable import Report

/// What a recording amounts to, by what the README of the captures states of them.
@Suite struct RecordingStoryTests {
    private static func recording(_ name: String) throws -> Recording {
        try BundledRecordings.recording("Recordings/captures/\(name).har")
    }

    private static func response(_ recording: inout Recording, _ ordinal: Int, _ status: Int, _ body: String) throws {
        var response = try #require(recording.exchanges[ordinal - 1].response)
        (response.status, response.body) = (status, Array(body.utf8))
        recording.exchanges[ordinal - 1].outcome = .response(response)
    }

    @Test(
        "The outcome is the user's",
        arguments: [
            ("apple-sso-tvos", .succeeded), ("second-screen-tvos", .succeeded),
            ("unsupported-provider-tvos", .succeeded),
            ("clients/clientless-denied", .failed), ("clients/kodi-espn3-denied", .failed),
            ("clients/eplus-espn-authz-expired-second-play", .failed), ("clients/eplus-espn-sign-on", .succeeded),
            ("clients/kodi-native-authn-expired-second-play", .failed), ("clients/kodi-rest2-sign-on", .succeeded),
        ] as [(String, RecordingStory.Outcome)]
    )
    func outcome(name: String, outcome: RecordingStory.Outcome) throws {
        #expect(try RecordingStory(of: Self.recording(name)).outcome == outcome)
    }

    @Test("A second registration of the client is an error of the replay, and takes nothing from the user")
    func secondRegistration() throws {
        var recording = try Self.recording("second-screen-tvos")
        let story = RecordingStory(of: recording)
        var again = recording.exchanges[0]
        recording.exchanges.insert(again, at: 1)
        again.ordinal = 2
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        let second = RecordingStory(of: recording)
        #expect(second.outcome == .succeeded && second.message == story.message)
        // The badge of the page is of the same value.
        var source = PageSource(recording, name: "a.har")
        source.replay = try Replayer.replay(recording, options: ReplayOptions())
        #expect(source.replay?.divergences.isEmpty == false)
        let page = try #require(PageContent([source], version: "test").json["recordings"]?.array?.first)
        #expect(page["verdict"]?["level"]?.string != "error")
        #expect(page["verdict"]?["message"]?.string == story.message)
    }

    @Test("What was played and then denied is denied; what was denied and then played is not")
    func order() throws {
        let denial = #"{"status":403,"message":"User not authorized","details":"Not in your package"}"#
        var recording = try Self.recording("second-screen-tvos")
        #expect(recording.exchanges[10].request.url.contains("/authorize?"))
        try Self.response(&recording, 11, 403, denial)
        recording.exchanges.removeSubrange(11..<13)
        let denied = RecordingStory(of: recording)
        #expect(denied.outcome == .failed && denied.message.contains("was denied KITE1"), "\(denied.message)")
        var other = try Self.recording("second-screen-tvos")
        try Self.response(&other, 8, 403, denial)
        other.exchanges.removeSubrange(8..<10)
        let played = RecordingStory(of: other)
        #expect(played.outcome == .succeeded && !played.message.contains("denied"), "\(played.message)")
    }

    @Test("A recording that ends in a sign-in by code shows no failure", arguments: [1, 2])
    func openSignIn(count: Int) throws {
        // README: 1 regcode, 2 authenticate/{code} 404.
        var recording = try Self.recording("clients/eplus-espn-sign-on")
        recording.exchanges.removeSubrange(count...)
        let story = RecordingStory(of: recording)
        let polls = count == 1 ? "" : ", after 1 poll"
        #expect(story.headline == "Not shown. The user was signing in when the recording ends\(polls).")
        // README: 1 authorize 403 starts registration.
        var refused = try Self.recording("clients/kodi-rest2-sign-on")
        refused.exchanges.removeSubrange(2...)
        #expect(RecordingStory(of: refused).outcome == .notShown)
        refused.exchanges.removeSubrange(1...)
        #expect(RecordingStory(of: refused).outcome == .failed)
        // Once the code has expired, nobody signs in with it.
        let late = try Self.recording("clients/eplus-espn-sign-on").exchanges
        var expired = recording
        expired.exchanges.append(late[1])
        expired.exchanges[expired.exchanges.count - 1].startedAt += .seconds(2_000)
        #expect(RecordingStory(of: expired).outcome == .failed)
    }

    @Test("A playback that failed, and a sign-in that the service knows no more, is a failure in its words")
    func failures() throws {
        var recording = try Self.recording("clients/kodi-espn3-logout")
        try Self.response(&recording, 4, 500, "")
        let failed = RecordingStory(of: recording)
        #expect(
            failed.outcome == .failed && failed.message.contains("could not play KITE1: exchange 4 → 500"),
            "\(failed.message)"
        )
        var gone = try Self.recording("clients/applicaster-sign-on")
        try Self.response(&gone, 6, 410, #"{"status":410,"message":"Gone"}"#)
        let story = RecordingStory(of: gone)
        #expect(
            story.outcome == .failed && story.message.contains("no longer signed in at exchange 6: v1.authn.read → 410")
        )
    }

    @Test("Who was logged out and signed in again was not logged out in the end")
    func again() throws {
        let recording = try Self.recording("clients/kodi-espn3-logout")
        var twice = recording
        for exchange in recording.exchanges.prefix(4) {
            var later = exchange
            later.ordinal = twice.exchanges.count + 1
            later.startedAt += .seconds(60)
            twice.exchanges.append(later)
        }
        let story = RecordingStory(of: twice)
        #expect(story.outcome == .succeeded && !story.message.contains("logged out"), "\(story.message)")
        #expect(RecordingStory(of: recording).message.contains("was logged out"))
    }

    @Test("A recording without a sign-in and a playback shows neither, and no success")
    func nothing() throws {
        var recording = try Self.recording("second-screen-tvos")
        recording.vsaCalls = []
        recording.exchanges.removeSubrange(3...)
        #expect(RecordingStory(of: recording).outcome == .notShown)
        #expect(RecordingStory(of: Recording()).headline == "Not shown. No sign-in is in this recording.")
    }

    @Test("What Kinescope responded itself is nothing that the service did")
    func unmatched() throws {
        var recording = try Self.recording("clients/clientless-denied")
        #expect(RecordingStory(of: recording).outcome == .failed)
        for index in recording.exchanges.indices {
            guard var response = recording.exchanges[index].response, response.status == 403 else { continue }
            response.headers.append(HeaderField("X-Kinescope-Unmatched", "alreadyReplayed"))
            recording.exchanges[index].outcome = .response(response)
        }
        let story = RecordingStory(of: recording)
        #expect(!story.message.contains("denied"), "\(story.message)")
    }
}
