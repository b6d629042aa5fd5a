import ClientStack
import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Replay

/// conformance-rules.md POLL-002: polling stops when the token has arrived.
@Suite("Polls that go on after success") struct PollsAfterSuccessTests {
    private static let device: DeviceContext = {
        var device = StagedSession.device
        device.deviceInformation = Base64.encode(Array(#"{"osName":"tvOS","osVersion":"15.2"}"#.utf8))
        return device
    }()

    /// A second-screen login by `poll`, polled every `interval` seconds; the last of `polls` brings the token, `more` follow.
    private static func recording(
        _ poll: PassRequest = .readAuthenticationToken(device),
        interval: Double = 4,
        polls: Int = 3,
        more: [Double],
        then: (inout StagedSession, Double) throws -> Void = { _, _ in }
    ) throws -> Recording {
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(Self.device), StagedSession.forbidden)
        try staged.call(1, .createRegistrationCode(Self.device), StagedSession.code)
        for place in 1...polls {
            let answer = place == polls ? StagedSession.signedIn : StagedSession.notFound
            try staged.call(1 + interval * Double(place), poll, answer)
        }
        var last = 1 + interval * Double(polls)
        for pause in more {
            last += pause
            try staged.call(last, poll, StagedSession.signedIn)
        }
        try then(&staged, last)
        return staged.recording
    }

    private static func launches(_ recording: Recording) throws -> Int {
        let session = try RecordedSession(recording)
        return UserActionInference.userActions(for: session, usesWebView: false).count { $0.action == .launch }
    }

    @Test(
        "A poll that goes on in its rhythm is no launch, whichever call polls",
        arguments: [
            PassRequest.readAuthenticationToken(Self.device), .checkAuthentication(Self.device),
        ]
    )
    func noLaunch(poll: PassRequest) throws {
        let recording = try Self.recording(poll, more: Array(repeating: 4, count: 8))
        #expect(try Self.launches(recording) == 1)
        let session = try RecordedSession(recording)
        #expect(session.pollsAfterSuccess.map(\.ordinal) == Array(6...13))
    }

    @Test("A check at another time, or with a call chained to it, is the app's own: a launch, a playback")
    func others() throws {
        let check = PassRequest.checkAuthentication(Self.device)
        #expect(try Self.launches(Self.recording(check, more: [40])) == 2)
        let playing = try Self.recording(check, more: [4]) { staged, last in
            let play = PassRequest.authorize(Self.device, resource: "KITE1")
            try staged.call(last + 0.1, play, StagedSession.authorized("KITE1"))
        }
        #expect(try RecordedSession(playing).pollsAfterSuccess.isEmpty)
        #expect(try RecordedSession(Self.recording(check, more: [])).pollsAfterSuccess.isEmpty)
    }

    @Test("They are told once, as the fault that they are, and replay continues with what follows")
    func replayed() throws {
        let recording = try Self.recording(more: [4, 4, 4]) { staged, last in
            let play = PassRequest.authorize(Self.device, resource: "KITE1")
            try staged.call(last + 30, play, StagedSession.authorized("KITE1"))
        }
        let result = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.documents)))
        let found = result.warnings.filter { $0.code == .polledAfterSuccess }
        #expect(found.map(\.exchanges) == [[6, 7, 8]] && found.map(\.brokenRule) == ["POLL-002"])
        #expect(!result.divergences.contains { [6, 7, 8].contains($0.exchange ?? 0) }, "\(result.divergences)")
        #expect(result.fates.filter { $0.fate == .adopted }.map(\.exchange) == [6, 7, 8])
        #expect(result.fates.last?.fate == .replayed)
    }

    @Test(
        "A success at the first poll is a success: what follows in the rhythm that shows then is polled after it",
        arguments: [
            // As long after the code as after one another; at once after the code; and one that proves nothing.
            (4.0, [4.0], [4]), (4, [4, 4, 4], [4, 5, 6]), (0.2, [4, 4, 4], [4, 5, 6]), (4, [9, 9], [4, 5]),
            (0.2, [4], []), (4, [9, 30], []), (4, [9, 30, 30], [5, 6]), (4, [3_600, 3_600, 3_600], []),
        ] as [(Double, [Double], [Int])]
    )
    func atOnce(interval: Double, more: [Double], expected: [Int]) throws {
        for poll in [PassRequest.readAuthenticationToken(Self.device), .checkAuthentication(Self.device)] {
            let recording = try Self.recording(poll, interval: interval, polls: 1, more: more)
            #expect(try RecordedSession(recording).pollsAfterSuccess.map(\.ordinal) == expected)
        }
    }

    @Test("Polls by registration code are polls", arguments: [1, 3])
    func byCode(polls: Int) throws {
        let poll = PassRequest(.readAuthenticationByCode).settingCode("K7TQ2MX")
        let recording = try Self.recording(poll, polls: polls, more: [4, 4, 4]) { staged, last in
            let play = PassRequest.authorize(Self.device, resource: "KITE1")
            try staged.call(last + 30, play, StagedSession.authorized("KITE1"))
        }
        let after = Array((3 + polls)..<(6 + polls))
        #expect(try RecordedSession(recording).pollsAfterSuccess.map(\.ordinal) == after)
        let result = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.app)))
        let found = result.warnings.filter { $0.code == .polledAfterSuccess }
        #expect(found.map(\.exchanges) == [after] && found.map(\.level) == [.warning])
        #expect(found.map(\.content) == [.polledAfterSuccess(.readAuthenticationByCode)])
        #expect(result.fates.filter { $0.fate == .adopted }.map(\.exchange) == after)
    }

    @Test("Polls faster than twice a second are as little chained to one another as slower ones")
    func fast() throws {
        let recording = try Self.recording(interval: 0.3, more: [0.3, 0.3])
        #expect(try RecordedSession(recording).pollsAfterSuccess.map(\.ordinal) == [6, 7])
    }
}

extension PassRequest {
    /// The request with the parameters of a call by registration code.
    fileprivate func settingCode(_ code: String) -> PassRequest {
        var request = self
        request["requestor"] = "KITETV"
        request["code"] = code
        return request
    }
}
