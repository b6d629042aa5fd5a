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

    @Test("An app that changes its device id is one device: the same access token and the same User-Agent show it")
    func changedID() throws {
        var staged = StagedRecording()
        for device in ["first", "second", "third", "second"] {
            staged.add("GET", "/api/v1/checkauthn", device: device, bearer: "token-1", 403)
        }
        staged.add("GET", "/api/v1/checkauthn", device: "tablet", agent: "KiteTV/3.0", bearer: "token-1", 403)
        staged.add("GET", "/api/v1/checkauthn", device: "phone", bearer: "token-2", 403)
        let history = staged.history
        #expect(history.devices.map(\.name) == ["second", "tablet", "phone"])
        #expect(history.devices.map(\.ordinals) == [[1, 2, 3, 4], [5], [6]])
        #expect(history.devices.map(\.otherIDs) == [["first", "third"], [], []])
        #expect(history.device(named: "third") == 0)
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

    // MARK: Placeholders

    /// The capture, with a `deviceId` that is nobody's in the calls of the browser, and the list of providers fetched
    /// with it before them.
    private static func withPlaceholder(_ name: String, browser: ClosedRange<Int>) throws -> Recording {
        var recording = try Captures.recording("clients/" + name)
        let place = try #require(recording.exchanges.firstIndex { $0.ordinal == browser.lowerBound })
        for index in recording.exchanges.indices where browser.contains(recording.exchanges[index].ordinal) {
            let url = recording.exchanges[index].request.url
            guard url.contains("/api/v1/authenticate?") || url.contains("/api/v1/checkauthn/") else { continue }
            recording.exchanges[index].request.url = url.replacing("?", with: "?deviceId=dummy&", maxReplacements: 1)
        }
        var list = recording.exchanges[place]
        list.request.url = "https://api.auth.adobe.com/api/v1/config/KITETV?deviceId=dummy"
        recording.exchanges.insert(list, at: place)
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        return recording
    }

    @Test("What a login page sends as its device id names no device: its calls belong to the device of the code")
    func placeholder() throws {
        let original = try Captures.history("clients/secondscreen-both")
        let history = History(try Self.withPlaceholder("secondscreen-both", browser: 2...7))
        #expect(history.devices.map(\.identity) == original.devices.map(\.identity))
        #expect(history.devices.count == 1 && history.devices[0].name != "dummy")
        // README: 1 is the device's, 2, 5 and 7 the browser's; the browser's list of providers stands at 2 now.
        #expect(history.devices[0].ordinals == [1, 2, 3, 6, 8, 9, 10, 11])
        #expect(history.devices[0].secondScreenOrdinals == [2, 3, 6, 8])
    }

    @Test("In the browser's half alone the device is that of the code, not the placeholder")
    func placeholderAlone() throws {
        let history = History(try Self.withPlaceholder("secondscreen-sign-on", browser: 1...6))
        #expect(history.devices.map(\.identity) == [.code("BB98E59")])
        #expect(history.devices.map(\.ordinals) == [[1, 2, 5, 7]])
        // The page sends it with its list of providers alone: the browser's login says whose it is.
        var recording = try Self.withPlaceholder("secondscreen-sign-on", browser: 1...6)
        for index in recording.exchanges.indices.dropFirst() {
            recording.exchanges[index].request.url.replace("deviceId=dummy&", with: "")
        }
        #expect(History(recording).devices.map(\.identity) == [.code("BB98E59")])
    }

    @Test("A record that the browser reads says whose code it is: Base64 of the device's id")
    func record() {
        var staged = StagedRecording()
        let body =
            #"{"id":"r-1","code":"ABC1234","requestor":"KITETV","generated":\#(StagedRecording.milliseconds(0)),"#
            + #""expires":\#(StagedRecording.milliseconds(1_800)),"info":{"deviceId":"a2l0ZS1ib3gtMDAwMQ=="}}"#
        let path = "/reggie/v1/KITETV/regcode/ABC1234?deviceId=dummy"
        staged.add("GET", path, device: nil, agent: "Mozilla/5.0", 200, body)
        staged.add(
            "GET",
            "/api/v1/checkauthn/ABC1234?requestor=KITETV&deviceId=dummy",
            device: nil,
            agent: "Mozilla/5.0",
            200
        )
        // rest-api-v1.md §6.1: the id is kite-box-0001.
        #expect(staged.history.devices.map(\.name) == ["kite-box-0001"])
        #expect(staged.history.devices.map(\.secondScreenOrdinals) == [[1, 2]])
    }

    @Test("A device without an id takes the id of its first record: the placeholder was its own")
    func recordAsID() {
        var staged = StagedRecording()
        staged.makeCode("FIRST01", device: "dummy")
        staged.makeCode("SECND02", device: "r-1")
        staged.readAuthentication(device: "r-1", expires: 900)
        #expect(staged.history.devices.map(\.name) == ["r-1"])
        #expect(staged.history.devices.map(\.ordinals) == [[1, 2, 3]])
        #expect(staged.history.entries(.registrationCode).map(\.subject.device) == [0, 0])
    }

    @Test("An id that a device uses for what only devices do is its name, whatever it looks like")
    func ownID() {
        var staged = StagedRecording()
        staged.makeCode("ABC1234", device: "dummy")
        staged.authorize("KITE1", device: "dummy", expires: 900)
        #expect(staged.history.devices.map(\.identity) == [.id("dummy")])
        var list = StagedRecording()
        list.add("GET", "/api/v1/config/KITETV", device: "dummy", 200)
        #expect(list.history.devices.map(\.identity) == [.id("dummy")], "nobody else is there")
    }

    @Test("A placeholder that two codes came along with belongs to each device in turn")
    func twoCodes() {
        var staged = StagedRecording()
        for (device, code) in [("tv", "TV00001"), ("box", "BOX0001")] {
            staged.makeCode(code, device: device)
            let path = "/api/v1/checkauthn/\(code)?requestor=KITETV&deviceId=dummy"
            staged.add("GET", path, device: nil, agent: "Mozilla/5.0", 200)
            staged.add("GET", "/api/v1/config/KITETV?deviceId=dummy", device: nil, agent: "Mozilla/5.0", 200)
        }
        #expect(staged.history.devices.map(\.name) == ["tv", "box"])
        #expect(staged.history.devices.map(\.ordinals) == [[1, 2, 3], [4, 5, 6]])
    }
}
