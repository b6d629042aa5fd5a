import Exchanges
import Testing
import VirtualTime

@testable import History
@testable import PassAPI

@Suite struct HistoryFoldTests {
    /// A device that signs in, is allowed a resource and logs out, again and again; a second one that only plays.
    private func fold(_ rounds: Int) -> HistoryFold {
        var staged = StagedRecording()
        for round in 0..<rounds {
            staged.readAuthentication(device: "tv", expires: 1_000_000 + Int64(round))
            staged.authorize("KITE1", device: "tv", expires: 1_000_000 + Int64(round))
            staged.add("DELETE", "/api/v1/logout", device: "tv", 204)
            staged.authorize("KITE\(round)", device: "phone", expires: 1_000_000)
        }
        let attributed = DeviceAttribution.attributed(RecordingReader(staged.recording).events)
        var fold = HistoryFold(requestors: [:], vsaDevice: nil)
        for event in attributed.events { fold.take(event) }
        return fold
    }

    @Test(
        "A logout goes through what its device has at that time, however long the recording is",
        arguments: [250, 2_500]
    )
    func linear(rounds: Int) {
        let fold = fold(rounds)
        // What earlier logouts ended is not gone through again; the phone never logs out, and keeps what it has.
        #expect(fold.live[0] == [] && fold.live[1]?.count == rounds + 1)
        #expect(fold.entries.count == 3 * rounds + 1)
        #expect(fold.entries.all.filter { $0.ending == nil }.count == rounds + 1)
    }

    @Test("A code that is deleted is over; a second screen's AuthN token goes to the device of the code")
    func codes() throws {
        var staged = StagedRecording()
        staged.makeCode("ABC1234")
        staged.add("GET", "/api/v1/checkauthn/ABC1234?requestor=KITETV", device: nil, agent: "Mozilla/5.0", 200)
        staged.add("DELETE", "/reggie/v1/KITETV/regcode/ABC1234", device: nil, 204)
        let history = staged.history
        #expect(history.entries(.registrationCode).map(\.ending?.value.cause) == [.deleted(by: .exchange(3))])
        let token = try #require(history.entries(.authenticationToken).first)
        #expect(token.subject.device == 0 && token.received == nil)
    }

    @Test("Another AuthN token takes the place of the one before")
    func replaced() {
        var staged = StagedRecording()
        staged.readAuthentication(expires: 900)
        staged.readAuthentication(expires: 900)
        staged.readAuthentication(expires: 1_900)
        let tokens = staged.history.entries(.authenticationToken)
        #expect(tokens.map(\.ending?.value.cause) == [.replaced(by: .exchange(3)), nil])
    }

    @Test("A token that a device had before an upgrade, and asks for anew after it, was wiped by the upgrade")
    func upgrade() throws {
        let recording = try Captures.recording("clients/kodi-native-sign-on")
        // The same sign-on once more, by a later version of iOS.
        var upgraded = recording
        for var exchange in recording.exchanges where exchange.ordinal == 4 {
            exchange.ordinal = 11
            exchange.startedAt += .seconds(60)
            let place = try #require(exchange.request.headers.firstIndex { $0.isNamed("User-Agent") })
            let agent = exchange.request.headers[place].value
            #expect(agent.contains("OS 8.4 "))
            exchange.request.headers[place].value =
                "AdobePassNativeClient/1.9 (iPhone; U; CPU iPhone OS 9.0 like Mac OS X; en-us)"
            // Another token: the first two digits of its GUID differ.
            if case .response(var response) = exchange.outcome {
                let body = String(decoding: try #require(response.body), as: UTF8.self)
                response.body = Array(body.replacing("AuthenticationGuid&gt;09", with: "AuthenticationGuid&gt;ff").utf8)
                exchange.outcome = .response(response)
            }
            upgraded.exchanges.append(exchange)
        }
        let tokens = History(upgraded).entries(.authenticationToken)
        #expect(tokens.map(\.ending?.value.cause) == [.wipedByUpgrade(.exchange(11)), nil])
        #expect(tokens.first?.ending?.knowledge == .implied(.exchange(11)))
    }

    /// A fold after one response of a device, and the call that it answers.
    private func afterOneCall() throws -> (HistoryFold, HistoryCall) {
        var staged = StagedRecording()
        staged.add("GET", "/api/v1/checkauthn", bearer: "at-1", 200)
        let attributed = DeviceAttribution.attributed(RecordingReader(staged.recording).events)
        var fold = HistoryFold(requestors: [:], vsaDevice: nil)
        for event in attributed.events { fold.take(event) }
        guard case .call(let call)? = attributed.events.first else { throw NoCall() }
        return (fold, call)
    }

    private struct NoCall: Error {}

    @Test("Of a response's many, a device has a profile and a decision for each MVPD; V1 has one of each")
    func anyNumber() throws {
        var (fold, call) = try afterOneCall()
        func issue(_ kind: HoldingKind, _ mvpd: String, _ seconds: Int64) {
            var grant = Grant(.init(kind: kind, expires: .milliseconds("notAfter")))
            (grant.mvpd, grant.resource) = (mvpd, "KITE1")
            grant.expires = StagedRecording.start + .seconds(seconds)
            fold.issue(grant, call)
        }
        for kind in [HoldingKind.profile, .decision, .authenticationToken, .authorizationToken] {
            issue(kind, "Meadowlark", 500)
            issue(kind, "Juniper", 600)
            issue(kind, "Meadowlark", 700)
        }
        func inForce(_ kind: HoldingKind) -> [String?] {
            fold.entries.all.filter { $0.kind == kind && $0.ending == nil }.map(\.subject.mvpd)
        }
        #expect(inForce(.profile) == ["Juniper", "Meadowlark"])
        #expect(inForce(.decision) == ["Juniper", "Meadowlark"])
        #expect(inForce(.authenticationToken) == ["Meadowlark"])
        #expect(inForce(.authorizationToken) == ["Meadowlark"])
    }

    @Test("An access token belongs to the credentials that it was issued to, and so does a profile that is got with it")
    func clients() throws {
        var staged = StagedRecording()
        for (number, client) in ["client-1", "client-2"].enumerated() {
            let form = "grant_type=client_credentials&client_id=\(client)&client_secret=s"
            let body = #"{"access_token":"at-\#(number)","token_type":"bearer","expires_in":3600}"#
            staged.add("POST", "/o/client/token", device: nil, form: form, 201, body)
        }
        for number in [0, 1] { staged.add("GET", "/api/v1/checkauthn", bearer: "at-\(number)", 200) }
        #expect(staged.history.entries(.accessToken).map(\.subject.client) == ["client-1", "client-2"])
        let attributed = DeviceAttribution.attributed(RecordingReader(staged.recording).events)
        var fold = HistoryFold(requestors: [:], vsaDevice: nil)
        for event in attributed.events {
            fold.take(event)
            guard case .call(let call) = event, call.request.operation == .checkAuthentication else { continue }
            var grant = Grant(.init(kind: .profile, expires: .milliseconds("notAfter")))
            (grant.mvpd, grant.expires) = ("Meadowlark", StagedRecording.start + .seconds(500))
            fold.issue(grant, call)
        }
        let profiles = fold.entries.all.filter { $0.kind == .profile }
        #expect(profiles.map(\.subject.client) == ["client-1", "client-2"])
        #expect(profiles.map(\.ending) == [nil, nil], "another application's profile is not replaced")
    }
}
