import Exchanges
import History
import Testing
import VirtualTime

@Suite struct HistoryTests {
    @Test("A recording without calls of Adobe Pass has no devices, no entries and no point")
    func nothing() {
        let history = History(Recording())
        #expect(history.devices.isEmpty && history.entries.isEmpty && history.point == nil && history.span == nil)
        #expect(history.mainDevice == nil)
    }

    @Test("After a logout (204) neither AuthN nor AuthZ token holds, whatever their expirations say")
    func logoutEnds() throws {
        let history = try Captures.history("clients/kodi-espn3-logout")
        let ended = history.entries.filter { $0.ending?.value.cause == .loggedOut(by: .exchange(5)) }
        #expect(ended.map(\.kind) == [.authenticationToken, .authorizationToken])
        let end = try #require(history.span?.upperBound)
        #expect(history.valid(at: end).map(\.kind) == [.registrationCode, .mediaToken])
    }

    /// Two devices; the box is signed in with two requestors.
    private static func signedIn() -> StagedRecording {
        var staged = StagedRecording()
        staged.signOn("KITETV", expires: 90_000)
        staged.signOn("HARBORTV", expires: 90_001)
        staged.signOn("KITETV", device: "kite-phone-1", expires: 90_002)
        return staged
    }

    /// Returns the entries that ended: device, requestor, kind and cause.
    private static func ended(_ history: History) -> [String] {
        history.entries.filter { $0.ending != nil }.map { entry in
            let device = entry.subject.device.map { history.devices[$0].name } ?? "-"
            let cause = entry.ending.map { "\($0.value.cause)" } ?? "-"
            return "\(device) \(entry.subject.requestor ?? "-") \(entry.kind.rawValue) \(cause)"
        }
    }

    @Test(
        "A logout ends what the device has for the requestor, no other requestor's tokens and no other device's",
        arguments: [("KITETV", "kite-box-1"), ("HARBORTV", "kite-box-1"), ("KITETV", "kite-phone-1")]
    )
    func logoutOfRequestor(requestor: String, device: String) {
        var staged = Self.signedIn()
        let all = staged.history.expirations
        staged.add("DELETE", "/api/v1/logout?requestor=\(requestor)&deviceId=\(device)", device: nil, 204)
        let history = staged.history
        let cause = "\(Ending.Cause.loggedOut(by: .exchange(7)))"
        let kinds = ["authn-token", "authz-token"]
        #expect(Self.ended(history) == kinds.map { "\(device) \(requestor) \($0) \(cause)" })
        // The others expire when they would have.
        func isOther(_ expiration: RecordedExpiration) -> Bool {
            let subject = expiration.holding.subject
            return subject.requestor != requestor || subject.device.map { history.devices[$0].name } != device
        }
        #expect(all.count == 6 && history.expirations.count == 4)
        #expect(history.expirations.map(\.instant) == all.filter(isOther).map(\.instant))
        #expect(history.expirations.allSatisfy(isOther))
    }

    @Test("pendingLogout takes back what the device has for the requestor, and no other requestor's tokens")
    func pendingLogoutOfRequestor() {
        var staged = Self.signedIn()
        let form = "_method=GET&requestor_id=HARBORTV&device_id=kite-box-1&signed_requestor_id=c2ln"
        let body = #"<result><pendingLogout reason="34764">true</pendingLogout></result>"#
        staged.add("POST", "/adobe-services/sessionDevice", device: nil, form: form, 200, body)
        let cause = "\(Ending.Cause.refused(by: .exchange(7)))"
        #expect(
            Self.ended(staged.history) == ["authn-token", "authz-token"].map { "kite-box-1 HARBORTV \($0) \(cause)" }
        )
    }

    @Test(
        "K-138: a logout of the SDKs takes back the tokens of all requestors, though it names one; another device's stay"
    )
    func logoutOfSDK() {
        var staged = Self.signedIn()
        staged.add("GET", "/adobe-services/logout?requestor_id=HARBORTV&device_id=kite-box-1", device: nil, 200)
        let ended = Self.ended(staged.history)
        #expect(ended.count == 4)
        #expect(ended.allSatisfy { $0.hasPrefix("kite-box-1 ") && $0.contains("loggedOut") }, "\(ended)")
    }

    @Test("A logout that was refused ends nothing", arguments: [403, 500])
    func refusedLogout(status: Int) {
        var staged = Self.signedIn()
        staged.add("DELETE", "/api/v1/logout", status)
        #expect(staged.history.entries(.authorizationToken).allSatisfy { $0.ending == nil })
    }

    @Test(
        "The service's clock is ahead by what its list of MVPDs is dated after its arrival, a second and less aside",
        arguments: [
            // However long the response was on its way.
            (4_000, 3_900, 0), (4_000, 3_000, 0), (4_000, 4_000, 0), (60_000, 59_500, 0), (100, 50, 0),
            // A second to either side is no other clock; a millisecond more is.
            (100, 1_100, 0), (100, 1_101, 1_001), (100, -900, 0), (100, -901, -1_001),
            (4_000, 5_001, 1_001), (4_000, 2_999, -1_001), (4_000, 7_200_000, 7_196_000),
        ] as [(Int64, Int64, Int64)]
    )
    func clock(took: Int64, dated: Int64, ahead: Int64) throws {
        var staged = StagedRecording()
        let time = StagedRecording.milliseconds(0) + dated
        staged.add("GET", "/api/v1/config/KITETV", 200, #"{"time":\#(time),"requestor":{"id":"KITETV","mvpds":[]}}"#)
        staged.prolongLast(toMilliseconds: took)
        staged.wait(.seconds(60))
        staged.readAuthentication(expires: 90_000)
        let history = staged.history
        #expect(history.clockOffset == .milliseconds(ahead))
        // What the service dates is told by the recorder's clock.
        let expires = StagedRecording.start + .seconds(90_000) - .milliseconds(ahead)
        #expect(history.entries(.authenticationToken).map { $0.expires?.value } == [expires])
    }

    @Test("A denial leaves the sign-on alone, and is remembered with the MVPD's words")
    func denial() throws {
        let history = try Captures.history("clients/clientless-denied")
        #expect(history.refusals.map(\.at.event) == [.exchange(3), .exchange(4)])
        #expect(history.refusals.allSatisfy { $0.isDenial && $0.message == "Not in your package" })
        #expect(history.entries.map(\.kind) == [.authenticationToken])
        #expect(history.entries.first?.ending == nil)
        #expect(history.entries.first?.isFromBefore == true)
    }

    @Test("Where the app logs the user out because of a denial, it is the logout that ends the AuthN token")
    func logoutAfterDenial() throws {
        let tokens = try Captures.history("clients/kodi-espn3-denied").entries(.authenticationToken)
        let causes = tokens.map { $0.ending?.value.cause }
        #expect(causes == [.loggedOut(by: .exchange(6)), .loggedOut(by: .exchange(12))])
    }

    @Test("An AuthN token whose time was over expired, whatever refuses it afterwards")
    func pendingLogoutAfterExpiration() throws {
        let history = try Captures.history("clients/kodi-native-authn-expired-second-play")
        let token = try #require(history.entries(.authenticationToken).first)
        #expect(token.ending?.value == Ending(.expired, at: try #require(Instant(iso8601: "2026-11-24T06:41:39Z"))))
        #expect(token.firstUsed?.event == .exchange(5) && token.lastUsed?.event == .exchange(8))
        #expect(history.refusals.map(\.at.event) == [.exchange(7), .exchange(8)])
        #expect(history.refusals.allSatisfy { $0.isPendingLogout && !$0.isDenial && !$0.isPoll })
        #expect(history.entries(.authenticationToken).count == 1, "the client never logs in again")
    }

    @Test("A poll that comes too early takes nothing back; a media token that is refused was none of it")
    func polls() throws {
        let history = try Captures.history("clients/eplus-espn-authz-expired-second-play")
        #expect(history.refusals.map(\.at.event) == [.exchange(2), .exchange(7)])
        #expect(history.refusals.map(\.isPoll) == [true, false])
        #expect(history.refusals.allSatisfy { !$0.isPendingLogout })
    }

    @Test("410 and 412 end what a rule would let live, and a success ends the rule")
    func shownOutweighsAssumed() throws {
        var staged = StagedRecording()
        staged.add("GET", "/api/v1/checkauthn", 403)
        // Made in the recording, and nobody says for how long: 30 days are assumed.
        staged.add("POST", "/api/v1/tokens/authn", form: "mvpd=Plover&deviceType=tvOS&SAMLResponse=PHg%2B", 204)
        #expect(staged.history.expirations.map(\.instant.knowledge) == [.assumed(.authenticationLifetime)])
        var refused = staged
        refused.add("GET", "/api/v1/tokens/usermetadata", 412, #"{"status":412,"message":"User not authenticated"}"#)
        let token = try #require(refused.history.entries(.authenticationToken).first)
        #expect(token.ending?.value.cause == .refused(by: .exchange(3)))
        #expect(token.ending?.knowledge == .shown(.exchange(3), field: "status"))
        #expect(refused.history.expirations.isEmpty)
        var gone = staged
        gone.add("GET", "/api/v1/tokens/authn", 410, #"{"status":410,"message":"Gone"}"#)
        #expect(gone.history.entries(.authenticationToken).first?.ending?.value.cause == .refused(by: .exchange(3)))
        #expect(gone.history.expirations.isEmpty)
        // It still holds after 31 days: the rule was wrong.
        var later = staged
        later.wait(.seconds(31 * 86_400))
        later.add("GET", "/api/v1/checkauthn", 200)
        #expect(later.history.entries(.authenticationToken).map(\.expires) == [nil])
        #expect(later.history.entries(.authenticationToken).map(\.ending) == [nil])
    }

    @Test("An access token that is refused with 401 is over, before its seconds are")
    func refusedAccessToken() throws {
        var staged = StagedRecording()
        let body =
            #"{"access_token":"at-1234567890","token_type":"bearer","created_at":\#(StagedRecording.milliseconds(0)),"#
        staged.add("POST", "/o/client/token", device: nil, form: "client_id=c-1", 201, body + #""expires_in":21600}"#)
        staged.add("GET", "/api/v1/checkauthn", bearer: "at-1234567890", 401)
        let token = try #require(staged.history.entries(.accessToken).first)
        #expect(token.expires?.value == StagedRecording.start + .seconds(21_600))
        #expect(token.ending?.value.cause == .refused(by: .exchange(2)))
        #expect(staged.history.entries(.authenticationToken).isEmpty)
    }

    @Test("A refused token that is taken later was not over; a 401 to a poll says nothing of the access token")
    func revived() throws {
        var staged = StagedRecording()
        staged.add("GET", "/api/v1/checkauthn", bearer: "at-1234567890", 401)
        staged.add("GET", "/api/v1/checkauthn", bearer: "at-1234567890", 200)
        #expect(staged.history.entries(.accessToken).map(\.ending) == [nil])
        var poll = StagedRecording()
        let form = "_method=GET&requestor_id=KITETV&device_id=kite-box-1&reg_code=ABC1234"
        poll.add("POST", "/adobe-services/sessionDevice", device: nil, bearer: "at-1234567890", form: form, 401)
        #expect(poll.history.entries(.accessToken).map(\.ending) == [nil])
        #expect(poll.history.refusals.map(\.kind) == [.authenticationToken])
    }

    @Test("A refused poll ends a token of which only a rule says that it holds, and none that is shown to hold")
    func refusedPoll() {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 90_000)
        staged.makeCode("ABC1234")
        staged.add("GET", "/api/v1/authenticate/ABC1234?requestor=KITETV", device: nil, 404)
        staged.authorize("KITE1", expires: 900)
        #expect(staged.history.entries(.authenticationToken).map(\.ending) == [nil])
        var assumed = StagedRecording()
        assumed.add("POST", "/api/v1/tokens/authn", form: "mvpd=Plover&deviceType=tvOS&SAMLResponse=PHg%2B", 204)
        assumed.makeCode("ABC1234")
        assumed.add("GET", "/api/v1/authenticate/ABC1234?requestor=KITETV", device: nil, 404)
        let causes = assumed.history.entries(.authenticationToken).map(\.ending?.value.cause)
        #expect(causes == [.refused(by: .exchange(3))])
    }

    @Test("A lifetime without a beginning counts from the response on")
    func lifetimeAlone() {
        var staged = StagedRecording()
        let body = #"{"access_token":"at-1234567890","token_type":"bearer","expires_in":60}"#
        staged.add("POST", "/o/client/token", device: nil, form: "client_id=c-1", 201, body)
        let expires = staged.history.entries(.accessToken).map { $0.expires?.value }
        #expect(expires == [StagedRecording.start + .milliseconds(60_100)])
    }

    @Test("A recording that begins after the sign-on shows the AuthN token by its first use")
    func beginsAfterSignOn() throws {
        var staged = StagedRecording()
        staged.authorize("KITE1", expires: 3_600)
        staged.add("GET", "/api/v1/tokens/usermetadata", 200, #"{"data":{"userID":"u-7"}}"#)
        let history = staged.history
        let authentication = try #require(history.entries(.authenticationToken).first)
        #expect(authentication.isFromBefore)
        #expect(authentication.issued.knowledge == .implied(.exchange(1)))
        #expect(authentication.subject.user == "u-7")
        #expect(authentication.expires == nil, "nobody says when it expires, and no rule can")
        #expect(history.expirations.map(\.name) == ["authz-token KITE1"])
        #expect(history.expirations.first?.instant.value == StagedRecording.start + .seconds(3_600))
    }

    @Test("A recording that ends while polling has a code that holds, and no AuthN token")
    func endsWhilePolling() throws {
        var staged = StagedRecording()
        staged.makeCode("ABC1234")
        for _ in 0..<3 {
            staged.wait(.seconds(5))
            staged.add("GET", "/api/v1/authenticate/ABC1234?requestor=KITETV", device: nil, 404)
        }
        let history = staged.history
        #expect(history.entries.map(\.kind) == [.registrationCode])
        let code = try #require(history.entries.first)
        #expect(code.firstUsed?.event == .exchange(2) && code.lastUsed?.event == .exchange(4))
        #expect(code.ending == nil)
        #expect(history.expirations.map(\.instant.value) == [StagedRecording.start + .seconds(1_800)])
        #expect(history.refusals.map(\.kind) == [.authenticationToken, .authenticationToken, .authenticationToken])
        #expect(history.devices.map(\.callCount) == [4])
    }
}
