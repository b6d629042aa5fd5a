import Exchanges
import History
import Testing

@Suite("Which device a call belongs to") struct DeviceAttributionTests {
    @Test("Three devices in one recording: each has its own tokens, the one with most calls is the main one")
    func threeDevices() throws {
        var staged = StagedRecording()
        staged.makeCode("TV00001", device: "tv", agent: "KiteTV/1.0")
        staged.readAuthentication(device: "phone", agent: "KiteTV/2.0", expires: 500)
        // The browser half belongs to the television.
        let query = "?reg_code=TV00001&mso_id=Plover&requestor_id=KITETV&domain_name=a&noflash=true&redirect_url=b"
        staged.add("GET", "/api/v1/authenticate\(query)", device: nil, agent: "Mozilla/5.0", 302)
        staged.add("GET", "/api/v1/checkauthn/TV00001?requestor=KITETV", device: nil, agent: "Mozilla/5.0", 200)
        staged.readAuthentication(device: "tv", agent: "KiteTV/1.0", expires: 900)
        staged.authorize("KITE1", device: "tablet", agent: "KiteTV/3.0", expires: 700)
        let history = staged.history
        #expect(history.devices.map(\.name) == ["tv", "phone", "tablet"])
        #expect(history.devices.map(\.ordinals) == [[1, 3, 4, 5], [2], [6]])
        #expect(history.devices.map(\.secondScreenOrdinals) == [[3, 4], [], []])
        #expect(history.devices.map(\.userAgents) == [["KiteTV/1.0"], ["KiteTV/2.0"], ["KiteTV/3.0"]])
        #expect(history.mainDevice == 0)
        #expect(history.device(named: "tablet") == 2 && history.device(named: "radio") == nil)
        let tokens = history.entries(.authenticationToken)
        #expect(tokens.map(\.subject.device) == [1, 0, 2])
        #expect(tokens.map { $0.expires != nil } == [true, true, false])
    }

    @Test("A logout ends what its own device holds, and nothing of another")
    func logoutOfOne() throws {
        var staged = StagedRecording()
        staged.readAuthentication(device: "tv", expires: 900)
        staged.readAuthentication(device: "phone", expires: 900)
        staged.add("DELETE", "/api/v1/logout", device: "tv", 204)
        let tokens = staged.history.entries(.authenticationToken)
        #expect(tokens.map(\.ending?.value.cause) == [.loggedOut(by: .exchange(3)), nil])
    }

    @Test("The browser half alone implies the code and a device that does not show itself")
    func browserAlone() throws {
        let history = try Captures.history("clients/secondscreen-sign-on")
        #expect(history.devices.map(\.identity) == [.code("BB98E59")])
        #expect(history.devices.map(\.ordinals) == [[1, 4, 6]])
        #expect(history.devices.map(\.secondScreenOrdinals) == [[1, 4, 6]])
        #expect(history.entries(.registrationCode).map(\.isFromBefore) == [true])
        #expect(history.entries(.providerSession).map(\.issued.value.event) == [.exchange(4)])
        #expect(history.device(named: "BB98E59") == 0 && history.device(named: "code BB98E59") == 0)
    }

    @Test(
        "A client that passes for a browser is one device, whatever it calls itself",
        arguments: [
            ("ytdlp-sign-on", [1, 2, 3, 4, 5, 8, 9, 10]), ("ytdlp-cached-second-play", [1, 2, 3, 4, 5, 8, 9, 10, 11]),
        ]
    )
    func browserClient(name: String, ordinals: [Int]) throws {
        let history = try Captures.history(name)
        #expect(history.devices.map(\.identity) == [.browser("SportsNet")])
        #expect(history.devices.map(\.ordinals) == [ordinals])
    }

    @Test("A call that names no device belongs to the token that it brings", arguments: ["eplus-nesn-sign-on"])
    func tokenCall(name: String) throws {
        let history = try Captures.history("clients/" + name)
        #expect(history.devices.count == 1)
        // 2 is `o/client/token`, whose access token 3 carries in its form.
        #expect(history.devices.first?.ordinals == [2, 3, 7, 8, 10, 13])
    }
}
