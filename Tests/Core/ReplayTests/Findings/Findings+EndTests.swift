import Exchanges
import PassAPI
import Report
import Services
import Testing
import VirtualTime

@testable import Replay

/// The owners of tokens that went to another host.
@Suite struct FindingsEndTests {
    private static func warnings(bearer: String) throws -> [String] {
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(StagedSession.device), PassResponse(status: 200, .empty))
        staged.recording.exchanges.append(
            Exchange(
                ordinal: 2,
                startedAt: StagedSession.start + .seconds(1),
                durationMicroseconds: 50_000,
                request: HTTPRequest(
                    method: "GET",
                    url: "https://api.kite.example/v3/stream",
                    headers: [HeaderField("Authorization", bearer)]
                ),
                outcome: .response(HTTPResponse(status: 200))
            )
        )
        return try Replayer.replay(staged.recording).warnings.filter {
            [.thirdPartyHost, .bearerTokenDisclosed].contains($0.code)
        }.map(\.summary)
    }

    @Test("The access token that the client sends to Adobe is reported", arguments: ["Bearer", "bearer"])
    func adobes(scheme: String) throws {
        let found = try Self.warnings(bearer: scheme + " token-1")
        #expect(found.count == 1)
        #expect(
            found.allSatisfy {
                $0.hasPrefix("The app sent its Adobe access token to api.kite.example (GET /v3/stream)")
            },
            "\(found)"
        )
    }

    @Test("A token of the Programmer's own is not", arguments: ["Bearer programmers-own", "Basic dG9rZW4tMQ=="])
    func programmers(value: String) throws {
        let found = try Self.warnings(bearer: value)
        #expect(found.count == 1)
        #expect(found.allSatisfy { !$0.contains("token") }, "\(found)")
    }

    // MARK: A call more

    /// Calls that may be made at any time without anything following from it: they read (rest-api-v1.md §7.1, §7.9 to
    /// §7.12; access-enabler.md §14), or fetch credentials anew (§3).
    private static let mute: [PassAPI.Operation] = [
        .register, .accessToken, .configuration, .readAuthorizationToken, .preauthorize, .userMetadata,
        .sdkConfiguration, .sdkPreauthorize, .sdkUserMetadata, .sdkGetMetadata,
    ]

    /// All others; of a new one its row has to say it, since no purpose is assumed.
    private static let telling: [PassAPI.Operation] = [
        .createRegistrationCode, .readRegistrationRecord, .deleteRegistrationRecord, .initiateAuthentication,
        .readAuthenticationByCode, .checkAuthenticationByCode, .checkAuthentication, .readAuthenticationToken,
        .profileRequest, .exchangeToken, .authorize, .mediaToken, .preauthorizeByCode, .logout, .freePreview,
        .resetTempPass, .individualizeDevice, .sdkAuthenticate, .assertionConsumer, .session, .sessionDevice,
        .sdkAuthorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize, .sdkLogout, .sdkOAuth2, .sign,
    ]

    @Test("A call more of these operations changes nothing, of all others it does", arguments: mute + telling)
    func harmless(operation: PassAPI.Operation) {
        #expect(operation.isHarmlessExtra == Self.mute.contains(operation))
    }

    private static let device = StagedSession.device

    /// A request and an answer of harmless operations that a client of the cookbook makes, and whether the replay takes
    /// it for something that the user wanted.
    private static let extraMembers: [(PassRequest, PassResponse, isWanted: Bool)] = [
        (
            .accessToken(clientID: "client", clientSecret: "secret"),
            PassResponse(status: 201, .accessToken(AccessToken(token: "token-1", expiresIn: 21_600))),
            isWanted: false
        ),
        (.configuration(device, deviceType: "iOS"), StagedSession.providers, isWanted: false),
        (.readAuthorizationToken(device, resource: "KITE1"), StagedSession.authorized("KITE1"), isWanted: false),
        (
            .preauthorize(device, resources: ["KITE1"]),
            PassResponse(status: 200, .preauthorization([PreauthorizedResource(id: "KITE1", isAuthorized: true)])),
            isWanted: true
        ),
        (.userMetadata(device), StagedSession.notFound, isWanted: true),
    ]

    @Test(
        "A harmless call more is one deviation with its exchange, or wanted, and no divergence",
        arguments: extraMembers.indices
    )
    func extraCall(index: Int) throws {
        let (request, response, isWanted) = Self.extraMembers[index]
        #expect(Self.mute.contains(request.operation))
        var staged = StagedSession()
        try staged.call(0, .checkAuthentication(Self.device), PassResponse(status: 200, .empty))
        try staged.call(1, .authorize(Self.device, resource: "KITE1"), StagedSession.forbidden)
        let documents = ReplayOptions(client: ClientChoice(.documents))
        let before = try Replayer.replay(staged.recording, options: documents)
        try staged.call(2, request, response)
        let result = try Replayer.replay(staged.recording, options: documents)
        #expect(before.divergences == [] && result.divergences == [])
        // Those of before are told at another instant where the replay goes on for longer.
        func places(_ warning: ReplayWarning) -> ReplayWarningTests.Found {
            ReplayWarningTests.Found(warning.code, warning.exchanges, vsaCalls: warning.vsaCalls)
        }
        let more = isWanted ? [] : [ReplayWarningTests.Found(.requestNotNeeded, [3])]
        let found = result.warnings.map(places)
        #expect(
            found.filter { [.requestNotNeeded, .unrecognizedOperation].contains($0.code) } == more,
            "\(result.warnings.map(\.summary))"
        )
        #expect(
            found.filter { ![.requestNotNeeded, .unrecognizedOperation].contains($0.code) }
                == before.warnings.map(places)
        )
        #expect(result.fates.last == ExchangeFate(3, isWanted ? .replayed : .adopted))
    }
}
