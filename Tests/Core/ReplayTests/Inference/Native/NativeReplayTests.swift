import ClientStack
import Device
import Exchanges
import PassAPI
import Replay
import Report
import Services
import Simulation
import Testing
import VirtualTime

@Suite struct NativeReplayTests {
    @Test("A session of AccessEnabler 1.9.4 replays without divergence or deviation")
    func signed() throws {
        let result = try Replayer.replay(StagedNative.signed())
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.warnings.map(\.summary) == [])
        #expect(result.notes == [.documentedSDK, .userInferred])
        // All but the login page and the logout page.
        #expect(try result.replayedCount == StagedNative.signed().exchanges.count - 2)
    }

    @Test("A session of AccessEnabler with registration replays without divergence or deviation")
    func registered() throws {
        let result = try Replayer.replay(StagedNative.registered())
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.warnings.map(\.summary) == [])
        #expect(try result.replayedCount == StagedNative.registered().exchanges.count)
    }

    @Test("A recording that begins with a kept AuthZ token replays: the app had been launched before")
    func beginsInTheMiddle() throws {
        for isRegistered in [false, true] {
            var staged = StagedNative(isRegistered: isRegistered)
            try staged.media()
            try staged.media()
            let result = try Replayer.replay(staged.recording)
            #expect(result.divergences.map(\.summary) == [])
            #expect(result.replayedCount == 2)
            #expect(result.notes.contains(.launchedBefore))
            #expect(result.notes.contains(.signedOnBefore))
        }
    }

    @Test("Tokens from before a launch are in storage when it comes, under the device id that the recording shows")
    func keptTokens() throws {
        var staged = StagedNative(isRegistered: false)
        try staged.launch()
        try staged.authorize()
        try staged.media()
        let result = try Replayer.replay(staged.recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.replayedCount == 3)
    }

    @Test(
        "A changed field of an answer is named with its exchange",
        arguments: [
            (1, "KITETV", "KITEFM", "requestor.id"), (3, "Meadowlark", "Swallow", "simpleTokenMsoID"),
            (3, "KITETV", "KITEFM", "simpleTokenRequestorID"),
            (5, "KITE1", "KITE9", "simpleTokenResourceID"),
            (5, "print-1", "print-2", "simpleTokenFingerprint"),
            (6, "Meadowlark", "Swallow", "mvpdId"),
        ]
    )
    func changed(ordinal: Int, old: String, new: String, field: String) throws {
        let result = try Replayer.replay(StagedNative.signed().changingAnswer(ordinal, old, new))
        let names = result.divergences.filter { $0.exchange == ordinal }.map { $0.fields.map(\.name) }
        #expect(names == [[field]])
    }

    @Test("An exchange that was cut out is named", arguments: [1, 3, 5, 6])
    func cut(ordinal: Int) throws {
        let result = try Replayer.replay(StagedNative.signed().cutting(ordinal))
        #expect(result.divergences.contains { $0.exchange == ordinal && $0.reason == .notRecorded })
    }

    @Test(
        "Past the AuthZ token a fork authorizes anew, past the AuthN token it logs in anew",
        arguments: [false, true]
    )
    func travel(isRegistered: Bool) throws {
        var staged = StagedNative(isRegistered: isRegistered)
        try staged.launch()
        if isRegistered { try staged.logInByCode() } else { try staged.logInOnPage() }
        try staged.authorize()
        try staged.media()
        func asked(after duration: Duration) throws -> [PassAPI.Operation] {
            var world = try ForkedWorld(staged.recording).world
            _ = world.run(until: StagedNative.start + duration)
            var seen = world.apply(.userActionOccurred(.play(resource: "KITE1")))
            seen += world.run(until: StagedNative.start + duration + .seconds(120))
            #expect(seen.contains { if case .played = $0.event { true } else { false } })
            return seen.compactMap { observation in
                if case .requestSent(let request, _) = observation.event { request.operation } else { nil }
            }
        }
        #expect(try asked(after: .seconds(3_000)) == [.deviceShortAuthorize])
        #expect(try asked(after: .seconds(3_700)) == [.authorizeDevice, .deviceShortAuthorize])
        let whole = try asked(after: .seconds(86_500))
        #expect(whole.contains(.sessionDevice))
        #expect(whole.suffix(2) == [.authorizeDevice, .deviceShortAuthorize])
    }

    @Test("A fork knows the access token that a native recording begins with")
    func cachedAccessToken() throws {
        var staged = StagedNative(isRegistered: true)
        try staged.media()
        var world = try ForkedWorld(staged.recording).world
        var seen = world.apply(.userActionOccurred(.play(resource: "KITE1")))
        seen += world.run(until: StagedNative.start + .seconds(120))
        #expect(seen.contains { if case .played = $0.event { true } else { false } })
    }

    @Test("The SDK's version and system are read from its name, encoded or not")
    func description() throws {
        let session = try RecordedSession(StagedNative.signed())
        #expect(session.dialect == .native)
        #expect(!session.isOnSecondScreen)
        #expect(session.userAgents == [StagedNative.agent])
        #expect(try RecordedSession(StagedNative.registered()).isOnSecondScreen)
    }
}
