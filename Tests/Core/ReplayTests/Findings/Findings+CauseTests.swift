import PassAPI
import Report
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Replay

/// A cause names what an exchange of the recording shows, and nothing that nobody was in.
@Suite struct FindingsCauseTests {
    static let documents = ReplayOptions(client: ClientChoice(.documents))

    private static let device = StagedSession.device

    /// Returns the findings of a replay of `staged` once its first `count` calls are answered.
    private static func findings(_ staged: StagedSession, answered count: Int) throws -> Findings {
        let session = try RecordedSession(staged.recording)
        var findings = Findings(session: session, pollInterval: .seconds(5))
        findings.answered = Array(session.calls.prefix(count))
        return findings
    }

    private static func token(_ expiresIn: Int64?) -> PassResponse {
        PassResponse(status: 201, .accessToken(AccessToken(token: "token-1", expiresIn: expiresIn)))
    }

    private static let renewal = PassRequest.accessToken(clientID: "client", clientSecret: "secret")

    @Test(
        "A new access token is blamed on the old one's life only where that is over",
        arguments: [(3_599, "status"), (3_601, "expires_in")] as [(Int64, String)]
    )
    func accessToken(seconds: Int64, field: String) throws {
        var staged = StagedSession()
        try staged.call(0, Self.renewal, Self.token(3_600))
        let refusal = PassResponse(status: 401, .error(PassError(status: 401, message: "Unauthorized")))
        try staged.call(10, .authorize(Self.device, resource: "KITE1"), refusal)
        let findings = try Self.findings(staged, answered: 2)
        let now = StagedSession.start + .seconds(seconds)
        let cause = try #require(findings.cause(of: Self.renewal, expected: nil, at: now))
        #expect(cause.field == field)
        #expect(cause.exchange == (field == "status" ? 2 : 1))
        #expect(cause.value == (field == "status" ? "401" : "3600"))
    }

    @Test("An access token whose life nobody told has not run out")
    func endlessAccessToken() throws {
        var staged = StagedSession()
        try staged.call(0, Self.renewal, Self.token(nil))
        let cause = try Self.findings(staged, answered: 1).cause(of: Self.renewal, expected: nil, at: .distantFuture)
        #expect(cause == Divergence.Cause(exchange: 1, field: "status", value: "201"))
    }

    @Test("Another resource's AuthZ token, however long it has ended, is no reason to authorize this one")
    func otherResource() throws {
        var staged = StagedNative(isRegistered: false)
        try staged.launch()
        try staged.logInOnPage()
        try staged.authorize()
        try staged.media()
        staged.wait(4_000)
        try staged.media("KITE2")
        let divergence = try #require(Replayer.replay(staged.recording, options: Self.documents).divergences.first)
        #expect(divergence.summary.contains("authorizeDevice"), "\(divergence.summary)")
        #expect(divergence.cause?.field != "simpleTokenTTL")
        #expect(divergence.reason != .expiredDuringReplay)
    }

    @Test("The AuthZ token of the same resource is the reason once it has ended")
    func sameResource() throws {
        var staged = StagedNative(isRegistered: false)
        try staged.launch()
        try staged.logInOnPage()
        try staged.authorize()
        try staged.media()
        staged.wait(4_000)
        try staged.media()
        let divergence = try #require(Replayer.replay(staged.recording, options: Self.documents).divergences.first)
        #expect(divergence.cause?.field == "simpleTokenTTL")
        #expect(divergence.cause?.exchange == 4)
        #expect(divergence.reason == .expiredDuringReplay)
    }

    @Test(
        "A code that has expired is the reason for polls that were not made, unless it had brought its token",
        arguments: [false, true]
    )
    func code(isUsed: Bool) throws {
        var staged = StagedSession()
        try staged.call(0, .createRegistrationCode(Self.device), StagedSession.code)
        try staged.call(
            5,
            .readAuthenticationToken(Self.device),
            isUsed ? StagedSession.signedIn : StagedSession.notFound
        )
        try staged.call(2_000, .readAuthenticationToken(Self.device), StagedSession.notFound)
        let findings = try Self.findings(staged, answered: 2)
        let leftOver = try #require(findings.session.calls.last)
        let cause = try #require(findings.cause(before: leftOver, at: leftOver.endedAt))
        #expect(cause.field == (isUsed ? "status" : "expires"))
        #expect(cause.exchange == (isUsed ? 2 : 1))
    }

    @Test("A provider that the platform no longer names is no cause: nobody is signed in there")
    func provider() throws {
        var staged = StagedSession()
        try staged.call(0, .configuration(Self.device), StagedSession.providers)
        var findings = try Self.findings(staged, answered: 1)
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.lark"
        for (answer, field) in [(metadata, "mvpds[platformMappingId=com.example.lark]"), (nil, "status")] {
            let response = VSACall(
                ordinal: 1,
                answeredAt: StagedSession.start,
                question: .enqueue(AccountMetadataRequest()),
                answer: .metadata(answer, nil)
            )
            _ = findings.evaluate(
                response.question,
                .recorded(response, differences: []),
                at: StagedSession.start,
                service: RecordedService(calls: []),
                platform: RecordedVSA(responses: [])
            )
            let cause = findings.cause(of: nil, expected: nil, at: StagedSession.start)
            #expect(cause?.field == field)
        }
    }

    @Test("What is said is where the client was, not that it came elsewhere")
    func words() throws {
        let result = try Replayer.replay(
            Captures.recording("clients/kodi-native-authn-expired-second-play"),
            options: Self.documents
        )
        let divergence = try #require(result.divergences.first)
        #expect(divergence.exchange == 7)
        #expect(divergence.summary.contains("after exchange 6 (200)"))
    }
}
