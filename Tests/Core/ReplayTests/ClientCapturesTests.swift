import ClientStack
import Exchanges
import History
import PassAPI
import Report
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@testable import Replay

/// The findings of the replay of other people's clients; the truth stands in Recordings/captures/clients/README.md.
@Suite("Captures of other people's clients") struct ClientCapturesTests {
    static let names = [
        "clientless-denied", "clientless-sign-on", "eplus-espn-authz-expired-second-play", "eplus-espn-sign-on",
        "eplus-nesn-sign-on", "kodi-espn3-authz-expired-second-play", "kodi-espn3-denied", "kodi-espn3-logout",
        "kodi-espn3-sign-on", "kodi-native-authn-expired-second-play", "kodi-native-sign-on", "secondscreen-both",
        "secondscreen-sign-on",
    ]

    private static func recording(_ name: String) throws -> Recording { try Captures.recording("clients/" + name) }

    private static func findings(_ result: ReplayResult) -> [String] {
        result.divergences.map(\.summary) + result.warnings.map(\.summary)
    }

    /// Not nesn: what an SDK writes and tracks names the device, in lines that the digest takes in as they are.
    @Test(
        "Two imports of a capture give one digest, whatever the pseudonyms are",
        arguments: names.filter { $0 != "eplus-nesn-sign-on" }
    )
    func pseudonyms(name: String) throws {
        let digests = try ["one key of invented bytes, 32 long", "another key of invented bytes, 32"].map { key in
            try Replayer.replay(Self.recording(name).redacted(key: Array(key.utf8))).digest
        }
        #expect(digests[0] == digests[1])
    }

    // MARK: What the user did

    @Test(
        "The clientless app is launched as often as the README says, and tokens/authn in between is no launch",
        arguments: [("clientless-sign-on", 2), ("clientless-denied", 1)]
    )
    func launches(name: String, count: Int) throws {
        let session = try RecordedSession(Self.recording(name))
        let actions = UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
        #expect(actions.count { $0 == .launch } == count, "\(actions)")
    }

    @Test("kodi-espn3 reads its AuthN token after a refusal: the add-on is started once")
    func readAfterRefusal() throws {
        let session = try RecordedSession(Self.recording("kodi-espn3-denied"))
        let actions = UserActionInference.userActions(for: session, usesWebView: false).map(\.action)
        #expect(actions.count { $0 == .launch } == 1, "\(actions)")
    }

    // MARK: Who asks

    @Test(
        "A signed header is replayed as it is, and is no access token",
        arguments: ["clientless-sign-on", "kodi-espn3-sign-on", "eplus-espn-sign-on", "secondscreen-both"]
    )
    func signedHeader(name: String) throws {
        let recording = try Self.recording(name)
        let configuration = ConfigurationInference(try RecordedSession(recording), options: ReplayOptions())
            .configuration
        #expect(configuration.accessToken == nil)
        let sent = try #require(recording.exchanges[0].request.headers[first: "Authorization"])
        #expect(configuration.signedAuthorization == sent)
        let result = try Replayer.replay(recording)
        #expect(!result.notes.contains(.accessTokenBefore), "\(result.notes)")
        #expect(!Self.findings(result).contains { $0.contains("Authorization") }, "\(Self.findings(result))")
        #expect(!result.timeline.events.contains { "\($0)".contains("Bearer") })
    }

    @Test("The signed clientless app starts its calls over: the first two are replayed")
    func signedReplay() throws {
        let result = try Replayer.replay(Self.recording("clientless-sign-on"))
        #expect(result.replayedCount >= 2, "\(Self.findings(result))")
    }

    @Test("eplus-nesn names AccessEnabler 3.6.1 behind Mozilla/5.0, and Android is no release of tvOS")
    func nativeDescription() throws {
        let description = NativeClientDescription(try RecordedSession(Self.recording("eplus-nesn-sign-on")))
        #expect(description.version == PlatformVersion(3, 6, 1))
        #expect(description.system.version == PlatformVersion(15))
        #expect(description.notes == [.systemReplayedAs(.tvOS, insteadOf: "Android")])
    }

    @Test("eplus-nesn fetches a token and never registers: all of its calls to Adobe are replayed")
    func tokenWithoutRegistration() throws {
        let result = try Replayer.replay(Self.recording("eplus-nesn-sign-on"))
        #expect(result.replayedCount == 6, "\(Self.findings(result))")
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.notes.contains(.registeredBefore))
    }

    // MARK: What is said of hosts

    @Test("No capture sends a token of Adobe's to another host", arguments: names)
    func bearer(name: String) throws {
        guard let result = try? Replayer.replay(Self.recording(name)) else { return }
        #expect(!result.warnings.contains { $0.summary.contains("bearer token along") })
    }

    @Test(
        "A media token with a raw plus sign in a query is the one that was issued last",
        arguments: ["eplus-espn-sign-on", "eplus-espn-authz-expired-second-play"]
    )
    func plusSign(name: String) throws {
        let session = try RecordedSession(Self.recording(name))
        let playbacks = Playback.all(in: session)
        #expect(playbacks.count == (name == "eplus-espn-sign-on" ? 2 : 1))
        #expect(playbacks.allSatisfy { $0.source?.serializedTokens.contains($0.token) == true })
    }

    @Test("What is played is called KITE1", arguments: ["kodi-espn3-sign-on", "eplus-espn-sign-on"])
    func resourceName(name: String) throws {
        let session = try RecordedSession(Self.recording(name))
        let authorize = try #require(session.calls.first { $0.request.operation == .authorize })
        #expect(MRSSResource(authorize.request["resource"] ?? "").name == "KITE1")
    }

    // MARK: What the service is taken to know

    private static func observed(_ recording: Recording, upTo last: Int? = nil) throws -> SimulatedService {
        let session = try RecordedSession(recording)
        let calls = (session.calls + session.besides).sorted { $0.ordinal < $1.ordinal }
        return ObservedService(calls, history: History(recording), upTo: last, changing: { $0 }, seed: 1).service
    }

    private static func tokens(_ service: SimulatedService, at now: Instant) -> [Expiration] {
        service.expirations(at: now).filter { $0.kind == .authenticationToken || $0.kind == .authorizationToken }
    }

    @Test("After kodi-espn3's logout, which names no requestor, neither AuthN nor AuthZ token is valid")
    func logout() throws {
        let recording = try Self.recording("kodi-espn3-logout")
        let end = try #require(recording.exchanges.last?.startedAt) + .seconds(1)
        let before = Self.tokens(try Self.observed(recording, upTo: 4), at: end)
        // 2: expires 1798094682552, read by the code; 3: expires 1795589082600.
        #expect(
            before.map(\.instant) == [
                Instant(millisecondsSince1970: 1_795_589_082_600), Instant(millisecondsSince1970: 1_798_094_682_552),
            ]
        )
        #expect(before.map(\.kind) == [.authorizationToken, .authenticationToken])
        #expect(Self.tokens(try Self.observed(recording), at: end).isEmpty)
    }

    @Test("After kodi-espn3's second denial the user is logged out", arguments: [(6, 0), (10, 1), (12, 0)])
    func denied(ordinal: Int, count: Int) throws {
        let recording = try Self.recording("kodi-espn3-denied")
        let end = try #require(recording.exchanges.last?.startedAt) + .seconds(1)
        #expect(Self.tokens(try Self.observed(recording, upTo: ordinal), at: end).count == count)
    }

    @Test("After a logout of AccessEnabler no token of the device is valid")
    func logoutOfSDK() throws {
        let recording = try StagedNative.signed()
        let last = try #require(recording.exchanges.last)
        let end = last.startedAt + .seconds(1)
        #expect(!Self.tokens(try Self.observed(recording, upTo: last.ordinal - 1), at: end).isEmpty)
        #expect(Self.tokens(try Self.observed(recording), at: end).isEmpty)
    }
}
