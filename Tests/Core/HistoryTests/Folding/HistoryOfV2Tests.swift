import Checkout
import Documents
import Exchanges
import Foundation
import PassAPI
import Testing
import VirtualTime

@testable import History

/// Lives of what REST API V2 gives out (rest-api-v2.md §2, §3, §5, §15).
@Suite("REST API V2: what a recording shows") struct HistoryOfV2Tests {
    private static func history(_ name: String) throws -> History {
        let top = Checkout.top.appending(path: "Recordings/v2")
        var recording = try HAR.recording(parsing: Array(Data(contentsOf: top.appending(path: name + ".har"))))
        let log = try Data(contentsOf: top.appending(path: name + ".accounts.jsonl"))
        recording.vsaCalls = try VSALog.parse(Array(log))
        return History(recording)
    }

    /// Each thing that a capture's README and bodies tell of: its name, its end, and what became of it.
    private static func lines(_ history: History, _ kinds: Set<HoldingKind>) -> [String] {
        history.entries.filter { kinds.contains($0.kind) }.map { holding in
            let end = holding.expires.map { " until \($0.value)" } ?? ""
            let ending = holding.ending.map { " \($0.value.cause.code)" } ?? ""
            return holding.name + end + ending
        }
    }

    @Test(
        "The bundled captures: profiles, decisions, codes and partner framework statuses, by what is in their bodies",
        arguments: [
            (
                "v2-second-screen",
                [
                    "partner-framework-status", "code B1DB76F until 2026-11-24T00:23:26.519Z",
                    "profile Meadowlark until 2026-12-23T23:53:32.967Z loggedOut",
                    "decision KITE1 until 2026-11-24T23:53:33.013Z loggedOut",
                ]
            ),
            (
                "v2-sso",
                [
                    "partner-framework-status replaced", "partner-framework-status until 2026-12-23T23:53:46Z",
                    "profile Meadowlark until 2026-12-23T23:53:46.159Z loggedOut",
                    "decision KITE1 until 2026-11-24T23:53:46.207Z loggedOut",
                ]
            ),
            (
                "v2-preview",
                [
                    "partner-framework-status", "decision KITE1 until 2026-11-24T00:03:57.125Z",
                    "profile KitePreview until 2026-11-24T00:03:57.125Z",
                ]
            ),
            (
                "v2-returning",
                [
                    "partner-framework-status", "code A552B8D until 2026-11-24T00:24:09.911Z",
                    "profile Meadowlark until 2026-12-23T23:54:16.406Z",
                    "decision KITE1 until 2026-11-24T23:54:16.457Z",
                ]
            ),
            ("v2-degraded", ["partner-framework-status", "decision KITE1 until 2026-11-24T23:54:20.632Z"]),
        ]
    )
    func captures(name: String, lines: [String]) throws {
        let history = try Self.history(name)
        #expect(Self.lines(history, [.profile, .decision, .code, .partnerFrameworkStatus]) == lines)
        #expect(history.failures.isEmpty)
        #expect(history.entries.allSatisfy { !$0.isFromBefore })
        // One device, by the id that its header has in Base64.
        #expect(history.devices.count == 1)
    }

    @Test("What a profile is, whose it is, and by which event it was there")
    func profile() throws {
        let history = try Self.history("v2-sso")
        let profile = try #require(history.entries(.profile).first)
        #expect(profile.subject.mvpd == "Meadowlark" && profile.subject.source == "appleSSO")
        #expect(profile.subject.requestor == "KITETV" && profile.received?.event == .exchange(6))
        #expect(profile.issued.knowledge == .shown(.exchange(6), field: "profiles.*.notBefore"))
        #expect(profile.firstUsed?.event == .exchange(7) && profile.lastUsed?.event == .exchange(10))
    }

    @Test("A denial inside a 200 is the MVPD's, and takes neither the profile nor another decision")
    func denied() throws {
        let history = try Self.history("v2-denied")
        let refusal = try #require(history.refusals.last)
        #expect(refusal.kind == .decision && refusal.isDenial && refusal.subject.resource == "KITE9")
        #expect(refusal.code == "authorization_denied_by_mvpd")
        #expect(refusal.message == "Not in your package: call Meadowlark at 555-0100." && refusal.status == 200)
        #expect(
            Self.lines(history.asOf(.after(exchange: 15)), [.profile, .decision]).allSatisfy {
                !$0.hasSuffix("refused")
            }
        )
    }
}

/// A recording of REST API V2, a second apart, by one device with one set of credentials unless said otherwise.
private struct StagedV2 {
    private(set) var recording = Recording()

    mutating func add(
        _ call: String,
        bearer: String = "token-0001-of-the-client",
        device: String? = "a2l0ZS1ib3gtMDAwMQ==",
        headers: HeaderFields = [],
        body: String? = nil,
        _ status: Int = 200,
        _ response: String
    ) {
        let words = call.split(separator: " ")
        let ordinal = recording.exchanges.count + 1
        var fields =
            headers + [HeaderField("User-Agent", "KiteTV/5.0"), HeaderField("Authorization", "Bearer " + bearer)]
        if let device { fields.append(HeaderField("AP-Device-Identifier", "fingerprint " + device)) }
        let path = words[1].hasPrefix("/o/") ? String(words[1]) : "/api/v2/KITETV" + words[1]
        recording.exchanges.append(
            Exchange(
                ordinal: ordinal,
                startedAt: StagedRecording.start + .seconds(ordinal),
                durationMicroseconds: 100_000,
                request: HTTPRequest(
                    method: String(words[0]),
                    url: "https://sp.auth.adobe.com" + path,
                    headers: fields,
                    body: body.map { Array($0.utf8) }
                ),
                outcome: .response(HTTPResponse(status: status, body: Array(response.utf8)))
            )
        )
    }

    mutating func issueToken(_ token: String, to client: String) {
        let form = "grant_type=client_credentials&client_id=\(client)&client_secret=s"
        let made = StagedRecording.milliseconds(0)
        add(
            "POST /o/client/token",
            device: nil,
            body: form,
            201,
            #"{"access_token":"\#(token)","created_at":\#(made),"expires_in":21600,"token_type":"bearer"}"#
        )
    }

    mutating func readProfiles(_ mvpds: [String], bearer: String = "token-0001-of-the-client") {
        readProfiles("", mvpds, bearer: bearer)
    }

    mutating func readProfiles(
        _ path: String,
        _ mvpds: [String],
        bearer: String = "token-0001-of-the-client"
    ) {
        let (made, end) = (StagedRecording.milliseconds(0), StagedRecording.milliseconds(86_400))
        let members = mvpds.map { #""\#($0)":{"notBefore":\#(made),"notAfter":\#(end),"type":"regular"}"# }
        add("GET /profiles" + path, bearer: bearer, 200, #"{"profiles":{\#(members.joined(separator: ","))}}"#)
    }

    mutating func authorize(_ response: String, mvpd: String = "Meadowlark", _ status: Int = 200) {
        add("POST /decisions/authorize/" + mvpd, body: #"{"resources":["KITE1"]}"#, status, response)
    }

    static func permit(until seconds: Int64 = 3_600, source: String = "mvpd") -> String {
        let (made, end) = (StagedRecording.milliseconds(0), StagedRecording.milliseconds(seconds))
        return
            #"{"decisions":[{"resource":"KITE1","source":"\#(source)","authorized":true,"notBefore":\#(made),"notAfter":\#(end)}]}"#
    }

    static func refusal(_ code: String) -> String {
        #"{"decisions":[{"resource":"KITE1","source":"mvpd","authorized":false,"error":{"status":403,"code":"\#(code)"}}]}"#
    }

    var history: History { History(recording) }
}

extension HistoryOfV2Tests {
    @Test("An empty map ends what was there with whatever MVPD; one that lacks another MVPD's does not")
    func emptyMap() {
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark", "Plover"])
        staged.readProfiles("/Plover", [])
        #expect(staged.history.entries(.profile).map { $0.ending?.value.cause.code } == [nil, "refused"])
        staged.readProfiles([])
        #expect(staged.history.entries(.profile).map { $0.ending?.value.cause.code } == ["refused", "refused"])
    }

    @Test("A profile is its client credentials': others find none, and take nothing from it (§2, §5.6)")
    func credentials() {
        var staged = StagedV2()
        staged.issueToken("token-0001-of-the-client", to: "client-1")
        staged.readProfiles(["Meadowlark"])
        staged.issueToken("token-0002-of-the-client", to: "client-2")
        staged.readProfiles([], bearer: "token-0002-of-the-client")
        let profile = staged.history.entries(.profile)
        #expect(profile.count == 1 && profile[0].ending == nil && profile[0].subject.client == "client-1")
    }

    @Test("A poll by code that finds nothing says nothing of a profile that is there")
    func poll() {
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark"])
        staged.readProfiles("/code/K7TQ2MX", [])
        #expect(staged.history.entries(.profile)[0].ending == nil)
    }

    @Test(
        "An item's error: no sign-on ends the profile, a denial the decision, and what the network did neither",
        arguments: [
            ("authenticated_profile_expired", "refused", nil, 0), ("authorization_denied_by_mvpd", nil, "refused", 0),
            ("network_received_error", nil, nil, 1),
        ] as [(String, String?, String?, Int)]
    )
    func itemErrors(code: String, profile: String?, decision: String?, failures: Int) {
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark"])
        staged.authorize(StagedV2.permit())
        staged.authorize(StagedV2.refusal(code))
        let history = staged.history
        #expect(history.entries(.profile).map { $0.ending?.value.cause.code } == [profile])
        #expect(history.entries(.decision).map { $0.ending?.value.cause.code } == [decision])
        #expect(history.failures.count == failures)
        #expect(history.failures.allSatisfy { $0.code == code && $0.subject.resource == "KITE1" })
    }

    @Test("200 without the resource that was asked is no permit, and no denial (§15)")
    func undecided() throws {
        var staged = StagedV2()
        staged.authorize(#"{"decisions":[]}"#)
        let failure = try #require(staged.history.failures.first)
        #expect(failure.cause == .undecided && failure.subject.resource == "KITE1" && failure.status == 200)
        #expect(staged.history.refusals.isEmpty && staged.history.entries(.decision).isEmpty)
    }

    @Test(
        "A decision of the MVPD's shows a profile, which was there before; one of a Temp Pass or a degradation needs none"
    )
    func shownProfile() {
        var staged = StagedV2()
        staged.authorize(StagedV2.permit())
        #expect(staged.history.entries(.profile).map(\.isFromBefore) == [true])
        for source in ["temppass", "degradation"] {
            var staged = StagedV2()
            staged.authorize(StagedV2.permit(source: source), mvpd: "KitePreview")
            #expect(staged.history.entries(.profile).isEmpty)
            #expect(staged.history.entries(.decision).map(\.subject.source) == [source])
        }
    }

    @Test("The same decision again is the same one, another end another; each MVPD has its own")
    func decisions() {
        var staged = StagedV2()
        staged.authorize(StagedV2.permit(until: 3_600))
        staged.authorize(StagedV2.permit(until: 3_600))
        staged.authorize(StagedV2.permit(until: 7_200))
        staged.authorize(StagedV2.permit(until: 3_600), mvpd: "Plover")
        let history = staged.history
        #expect(history.entries(.decision).map { $0.ending?.value.cause.code } == ["replaced", nil, nil])
        #expect(history.entries(.decision).map(\.subject.mvpd) == ["Meadowlark", "Meadowlark", "Plover"])
    }

    @Test(
        "A logout ends the profile of its MVPD alone; one that found nobody ends nothing by itself",
        arguments: [("complete", ["loggedOut", nil], nil), ("invalid", ["refused", nil], nil)]
            as [(String, [String?], String?)]
    )
    func logout(action: String, profiles: [String?], decision: String?) {
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark", "Plover"])
        staged.authorize(StagedV2.permit(), mvpd: "Plover")
        staged.add("GET /logout/Meadowlark", 200, #"{"logouts":{"Meadowlark":{"actionName":"\#(action)"}}}"#)
        #expect(staged.history.entries(.profile).map { $0.ending?.value.cause.code } == profiles)
        #expect(staged.history.entries(.decision).map { $0.ending?.value.cause.code } == [decision])
    }

    @Test("A code lives until its notAfter, or until the service does not know it any more")
    func code() throws {
        var staged = StagedV2()
        let (made, end) = (StagedRecording.milliseconds(0), StagedRecording.milliseconds(1_800))
        staged.add(
            "POST /sessions",
            body: "mvpd=Meadowlark",
            200,
            #"{"actionName":"authenticate","code":"K7TQ2MX","notBefore":"\#(made)","notAfter":"\#(end)"}"#
        )
        staged.add("GET /profiles/code/K7TQ2MX", 200, #"{"profiles":{}}"#)
        var code = try #require(staged.history.entries(.code).first)
        #expect(code.name == "code K7TQ2MX" && code.expires?.value == StagedRecording.start + .seconds(1_800))
        #expect(code.lastUsed?.event == .exchange(2) && code.ending == nil)
        #expect(staged.history.refusals.map(\.isPoll) == [true])
        staged.add(
            "GET /profiles/code/K7TQ2MX",
            400,
            #"{"status":400,"code":"invalid_authentication_session","action":"none"}"#
        )
        code = try #require(staged.history.entries(.code).first)
        #expect(code.ending?.value.cause == .refused(by: .exchange(3)))
        #expect(code.ending?.knowledge == .shown(.exchange(3), field: "code"))
    }

    @Test("Who reads a code that somebody else made learns when it ends")
    func readCode() throws {
        var staged = StagedV2()
        let end = StagedRecording.milliseconds(1_800)
        staged.add(
            "GET /sessions/K7TQ2MX",
            device: nil,
            200,
            #"{"existingParameters":{"serviceProvider":"KITETV"},"notAfter":"\#(end)"}"#
        )
        let code = try #require(staged.history.entries(.code).first)
        #expect(code.subject.code == "K7TQ2MX" && code.expires?.value == StagedRecording.start + .seconds(1_800))
        #expect(staged.history.entries(.code).count == 1)
    }

    @Test("A service token ends by its own exp, and is the user's: two devices that send it stay two")
    func serviceToken() throws {
        // `{"alg":"RS256"}` and `{"iss":"kite-id","exp":1795510800}`, an hour after the start.
        let token = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJraXRlLWlkIiwiZXhwIjoxNzk1NTEwODAwfQ.c2ln"
        var staged = StagedV2()
        let header = HeaderField("AD-Service-Token", token)
        staged.add("GET /profiles", headers: [header], 200, #"{"profiles":{}}"#)
        // `printf 'kite-box-0002' | base64`
        staged.add(
            "GET /profiles",
            bearer: "token-0002-of-the-client",
            device: "a2l0ZS1ib3gtMDAwMg==",
            headers: [header],
            200,
            #"{"profiles":{}}"#
        )
        let history = staged.history
        #expect(history.devices.map(\.name) == ["kite-box-0001", "kite-box-0002"])
        let known = try #require(history.entries(.serviceToken).first)
        #expect(known.expires?.value == StagedRecording.start + .seconds(3_600) && !known.isFromBefore)
    }

    @Test("An app that is updated from V1 to V2 and keeps its device's id is one device, with what it has of both")
    func update() throws {
        var old = StagedRecording()
        old.readAuthentication(device: "kite-box-0001", agent: "KiteTV/5.0", expires: 86_400)
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark"])
        var recording = old.recording
        recording.exchanges += staged.recording.exchanges.map { exchange in
            var exchange = exchange
            exchange.ordinal += 1
            exchange.startedAt += .seconds(10)
            return exchange
        }
        let history = History(recording)
        #expect(history.devices.map(\.name) == ["kite-box-0001"])
        #expect(history.valid(at: StagedRecording.start + .seconds(60)).map(\.kind).contains(.authenticationToken))
        #expect(history.valid(at: StagedRecording.start + .seconds(60)).map(\.kind).contains(.profile))
    }

    @Test("A 401 is the access token's, and takes no profile (§2.3)")
    func unauthorized() {
        var staged = StagedV2()
        staged.readProfiles(["Meadowlark"])
        staged.add(
            "GET /profiles",
            401,
            #"{"status":401,"code":"invalid_access_token_client_application","action":"application-registration"}"#
        )
        let history = staged.history
        #expect(history.refusals.map(\.kind) == [.accessToken])
        #expect(history.entries(.profile)[0].ending == nil)
    }

    @Test("What the next call meets when something of V2's has expired")
    func effects() {
        var staged = StagedV2()
        staged.readProfiles("/Meadowlark", ["Meadowlark"])
        staged.authorize(StagedV2.permit())
        let effects = staged.history.effects
        func refused(_ kind: HoldingKind) -> ExpirationEffect.Refused? {
            effects.first { $0.expiration.holding.kind == kind }?.effect.refusal?.value
        }
        #expect(refused(.profile) == .member("error"))
        // The service asks the MVPD again: nothing is refused for it (§5.10).
        #expect(refused(.decision) == nil)
    }
}

extension Ending.Cause {
    /// The word for it.
    fileprivate var code: String { String("\(self)".prefix { $0 != "(" }) }
}
