import ClientStack
import Exchanges
import PassAPI
import Replay
import Report
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct UserActionInferenceTests {
    static func actions(_ name: String) throws -> [UserAction.Action] {
        let session = try RecordedSession(Captures.recording(name))
        return UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
    }

    @Test("A launch, two plays and a logout are read from the exchanges", arguments: Captures.cookbook)
    func captures(name: String) throws {
        #expect(try Self.actions(name) == [.launch, .play(resource: "KITE1"), .play(resource: "KITE1"), .logOut])
    }

    @Test("Stimuli are numbered from 1 and in the order they happened", arguments: Captures.cookbook)
    func order(name: String) throws {
        let session = try RecordedSession(Captures.recording(name))
        let userActions = UserActionInference.userActions(for: session, usesWebView: false)
        #expect(userActions.map(\.ordinal) == Array(1...userActions.count))
        #expect(userActions.map(\.occurredAt) == userActions.map(\.occurredAt).sorted())
    }

    @Test("K-71, K-72: on iOS the provider was picked before the code, and the web view closed before the first poll")
    func firstScreen() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), StagedSession.forbidden)
        try staged.call(0.1, .configuration(device, deviceType: "iOS"), StagedSession.providers)
        try staged.call(9, .createRegistrationCode(device, mvpd: "Meadowlark"), StagedSession.code)
        try staged.call(
            9.2,
            .initiateAuthentication(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                code: "K7TQ2MX",
                domainName: "kite.example",
                redirectURL: "https://kite.example/done"
            ),
            PassResponse(status: 302, .redirect("https://login.meadowlark.example/"))
        )
        try staged.call(40, .readAuthenticationToken(device), StagedSession.signedIn)
        try staged.call(41, .logout(device), PassResponse(status: 204, .empty))
        let session = try RecordedSession(staged.recording)
        #expect(
            UserActionInference.userActions(for: session, usesWebView: true).map(\.action)
                == [.launch, .selectProvider("Meadowlark"), .closeWebView, .logOut]
        )
        // The recorded client did not read the metadata before it logged out; nothing else parts the two.
        let result = try Replayer.replay(staged.recording)
        #expect(result.divergences.count == 1)
        #expect(result.divergences.first?.summary.contains("v1.usermetadata") == true)
        let presented = result.timeline.events.filter { $0.kind == "present" }.map(\.summary)
        #expect(presented.contains { $0.contains("web view") })
        #expect(!presented.contains { $0.contains("registration code") })
    }

    @Test("Polls that end without a token were given up by the user")
    func givenUp() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), StagedSession.forbidden)
        try staged.call(1, .createRegistrationCode(device), StagedSession.code)
        for poll in 0..<4 {
            try staged.call(2 + Double(poll) * 5, .readAuthenticationToken(device), StagedSession.notFound)
        }
        let session = try RecordedSession(staged.recording)
        #expect(UserActionInference.userActions(for: session, usesWebView: false).map(\.action) == [.launch, .cancel])
    }

    @Test("A second token check while signed in is a second launch")
    func secondLaunch() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
        try staged.call(60, .authorize(device, resource: "KITE1"), StagedSession.authorized("KITE1"))
        try staged.call(3_600, .checkAuthentication(device), PassResponse(status: 200, .empty))
        let session = try RecordedSession(staged.recording)
        #expect(
            UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
                == [.launch, .play(resource: "KITE1"), .launch]
        )
    }

    @Test("Metadata read in the middle of a session is no logout, and a list of resources is one question")
    func otherCalls() throws {
        var staged = StagedSession()
        let device = StagedSession.device
        try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
        try staged.call(
            1,
            .userMetadata(device),
            PassResponse(status: 200, .userMetadata(UserMetadata(data: ["userID": .string("u-1")])))
        )
        try staged.call(
            2,
            .preauthorize(device, resources: ["KITE1", "KITE2"]),
            PassResponse(status: 200, .preauthorization([PreauthorizedResource(id: "KITE1", isAuthorized: true)]))
        )
        let session = try RecordedSession(staged.recording)
        #expect(
            UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
                == [.launch, .readUserMetadata, .preauthorize(resources: ["KITE1", "KITE2"])]
        )
        #expect(try Replayer.replay(staged.recording).divergences.map(\.summary) == [])
    }

    /// A playback of KITE1 that is refused with `status`, what comes then, and a playback of `next`.
    private static func refused(
        _ status: Int,
        then calls: [(PassRequest, PassResponse)],
        next: String = "KITE1"
    ) throws -> [UserAction.Action] {
        var staged = StagedSession()
        let device = StagedSession.device
        let refusal = PassResponse(status: status, .error(PassError(status: status, message: "Refused")))
        try staged.call(0, .checkAuthentication(device), PassResponse(status: 200, .empty))
        try staged.call(5, .authorize(device, resource: "KITE1"), refusal)
        for (index, call) in calls.enumerated() { try staged.call(5.1 + Double(index) * 5, call.0, call.1) }
        try staged.call(60, .authorize(device, resource: next), StagedSession.authorized(next))
        let session = try RecordedSession(staged.recording)
        return UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
    }

    /// A regular sign-in: a code, a poll that comes too early, and the token; or Apple's, by an assertion.
    private static let signIns: [[(PassRequest, PassResponse)]] = [
        [
            (.createRegistrationCode(StagedSession.device), StagedSession.code),
            (.readAuthenticationToken(StagedSession.device), StagedSession.notFound),
            (.readAuthenticationToken(StagedSession.device), StagedSession.signedIn),
        ],
        [
            (
                .exchangeToken(StagedSession.device, mvpd: "Meadowlark", deviceType: "iOS", samlResponse: "PHg+"),
                PassResponse(status: 204, .empty)
            )
        ],
    ]

    @Test(
        "An authorization that is refused for want of a sign-in is made once more after it: one playback",
        arguments: [401, 410, 412]
    )
    func wantOfSignIn(status: Int) throws {
        for signIn in Self.signIns {
            #expect(try Self.refused(status, then: signIn) == [.launch, .play(resource: "KITE1")])
            // Another resource is another playback, and so is what comes without a sign-in.
            #expect(
                try Self.refused(status, then: signIn, next: "KITE2")
                    == [.launch, .play(resource: "KITE1"), .play(resource: "KITE2")]
            )
        }
        #expect(
            try Self.refused(status, then: []) == [.launch, .play(resource: "KITE1"), .play(resource: "KITE1")]
        )
    }

    @Test(
        "An authorization that is refused for another reason is over; the next is another playback",
        arguments: [400, 403, 404, 500, 503]
    )
    func otherRefusals(status: Int) throws {
        for signIn in Self.signIns {
            #expect(
                try Self.refused(status, then: signIn)
                    == [.launch, .play(resource: "KITE1"), .play(resource: "KITE1")]
            )
        }
    }

    @Test("An authorization that is refused for its access token is made once more with another: one playback")
    func renewedAccess() throws {
        let renewal = PassRequest.accessToken(clientID: "client", clientSecret: "secret")
        let token = PassResponse(status: 201, .accessToken(AccessToken(token: "token-2", expiresIn: 3_600)))
        #expect(try Self.refused(401, then: [(renewal, token)]) == [.launch, .play(resource: "KITE1")])
        let broken = PassResponse(status: 500, .error(PassError(status: 500, message: "Server Error")))
        for (status, response) in [(401, broken), (403, token), (412, token)] {
            #expect(
                try Self.refused(status, then: [(renewal, response)])
                    == [.launch, .play(resource: "KITE1"), .play(resource: "KITE1")]
            )
        }
    }

    @Test("The documents' client replays a renewed access token in the middle of a playback without a difference")
    func replayedRenewal() throws {
        var app = WrittenApp()
        app.call("GET", "/api/v1/checkauthn?\(WrittenApp.user)", bearer: "at-1", 200)
        app.wait(3)
        app.refused("/api/v1/authorize?\(WrittenApp.user)&resource=KITE1", 401, "Unauthorized", bearer: "at-1")
        app.access("at-2")
        app.authorize(bearer: "at-2")
        app.media(bearer: "at-2")
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let result = try Replayer.replay(app.recording, options: documents)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.timeline.events.filter { $0.actor == .user }.map(\.kind) == ["launch", "play"])
    }

    @Test("A recording that begins with a play comes from a client that had signed in")
    func middle() throws {
        var staged = StagedSession()
        try staged.call(
            0,
            .authorize(StagedSession.device, resource: "KITE1"),
            StagedSession.authorized("KITE1")
        )
        let session = try RecordedSession(staged.recording)
        #expect(
            UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
                == [.play(resource: "KITE1")]
        )
        let result = try Replayer.replay(staged.recording)
        // What was cut off is told: the media token was never asked for.
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.notes.contains(.recordingEnds(before: .mediaToken)))
        #expect(result.notes.contains(.signedOnBefore))
    }

    @Test("A client that still had its credentials and its access token is replayed with them")
    func cachedAccess() throws {
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(StagedSession.device), PassResponse(status: 200, .empty))
        let result = try Replayer.replay(staged.recording)
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.notes.contains(.accessTokenBefore))
    }

    @Test("Of several devices the one with most calls is replayed, the others are named, and each can be chosen")
    func twoDevices() throws {
        var staged = StagedSession()
        var other = StagedSession.device
        other.deviceID = "phone-2"
        try staged.call(0, .checkAuthentication(StagedSession.device), PassResponse(status: 200, .empty))
        try staged.call(1, .checkAuthentication(other), PassResponse(status: 200, .empty))
        try staged.call(2, .checkAuthentication(other), PassResponse(status: 200, .empty))
        let byDefault = try Replayer.replay(staged.recording)
        #expect(byDefault.replayedCount == 2)
        #expect(byDefault.fates.map(\.fate) == [.skipped(.otherDevice), .replayed, .replayed])
        #expect(byDefault.notes.contains { $0.summary.contains("phone-1") })
        #expect(throws: ReplayError.unknownDevice("phone-3")) {
            try Replayer.replay(staged.recording, options: ReplayOptions(device: "phone-3"))
        }
        for (device, count) in [("phone-1", 1), ("phone-2", 2)] {
            let result = try Replayer.replay(staged.recording, options: ReplayOptions(device: device))
            #expect(result.divergences.map(\.summary) == [])
            #expect(result.replayedCount == count)
        }
    }

    @Test("The poll interval is the reference client's own, unless it is said")
    func pollInterval() throws {
        let options = ReplayOptions(pollInterval: .seconds(1))
        let result = try Replayer.replay(Captures.recording("second-screen-tvos"), options: options)
        #expect(!result.warnings.contains { [.polledFaster, .polledSlower].contains($0.code) })
        #expect(result.divergences.map(\.summary) == [])
    }
}
