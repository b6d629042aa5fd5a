import Exchanges
import Services
import Testing
import VirtualTime

/// Many apps at once: each request finds its own, and what is forgotten is forgotten whole.
@Suite struct ServedSessionsTests {
    private typealias Served = ServedRecordingTests

    private static func authorize(_ number: Int, _ recording: inout ServedRecording) -> AppAnswer {
        let request = Served.request(Served.authorize(device: "box-\(10_000 + number)"))
        return recording.respond(to: request, from: Served.here, at: Served.start)
    }

    private static func session(_ answer: AppAnswer) -> Int? {
        if case .exchange(let match) = answer { match.session } else { nil }
    }

    @Test("Each of a thousand devices at one address is answered in its own session, whoever was heard from last")
    func manyDevices() {
        let exchanges = (1...3).map { Served.exchange($0, Served.authorize(device: "box-0001")) }
        var recording = ServedRecording(of: exchanges)
        for number in 0..<1_000 { #expect(Self.session(Self.authorize(number, &recording)) == number + 1) }
        // 7 and 1,000 have no common divisor: every device once, in another order.
        for number in 0..<1_000 {
            let device = number * 7 % 1_000
            #expect(Self.session(Self.authorize(device, &recording)) == device + 1)
        }
        #expect(recording.apps.allSatisfy { $0.requestCount == 2 && $0.neverRequested == [3] })
    }

    @Test(
        "Of several recorded devices an app is given one's answers, in order, whatever it is called",
        arguments: [true, false]
    )
    func severalRecorded(isCalledAsRecorded: Bool) {
        let devices = ["box-0001", "box-0002", "box-0003"]
        let exchanges = (0..<9).map { Served.exchange($0 + 1, Served.authorize(device: devices[$0 % 3])) }
        var recording = ServedRecording(of: exchanges)
        var given: [[Int]] = [[], [], []]
        for turn in [0, 1, 2, 2, 2, 0, 1, 0, 1] {
            let device = isCalledAsRecorded ? devices[turn] : "other-\(turn)"
            let request = Served.request(Served.authorize(device: device))
            guard case .exchange(let match) = recording.respond(to: request, from: Served.here, at: Served.start) else {
                Issue.record("\(device) is not answered")
                continue
            }
            given[turn].append(match.exchange.ordinal)
        }
        #expect(given == [[1, 4, 7], [2, 5, 8], [3, 6, 9]])
        // There is nothing left for any of them.
        let again = recording.respond(
            to: Served.request(Served.authorize(device: isCalledAsRecorded ? devices[2] : "other-2")),
            from: Served.here,
            at: Served.start
        )
        guard case .unmatched(let unmatched) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(unmatched.reason == .alreadyReplayed && unmatched.session == 3)
    }

    @Test("The session that was heard from the longest ago goes, and its device is a new one when it comes again")
    func forgotten() {
        let limit = ServedRecording.sessionLimit
        var recording = ServedRecording(of: [1, 2].map { Served.exchange($0, Served.authorize(device: "box-0001")) })
        for number in 0..<limit { _ = Self.authorize(number, &recording) }
        // The first one is heard from again, so the second is the oldest.
        #expect(Self.session(Self.authorize(0, &recording)) == 1)
        #expect(Self.session(Self.authorize(limit, &recording)) == limit + 1)
        #expect(recording.hasSession(1) && !recording.hasSession(2) && recording.hasSession(limit + 1))
        #expect(recording.apps.count == limit)
        // Its first exchange once more, in a session of a new number.
        guard case .exchange(let again) = Self.authorize(1, &recording) else {
            Issue.record("not answered")
            return
        }
        #expect(again.session == limit + 2 && again.exchange.ordinal == 1)
        #expect(again.forgotten == [ForgottenApp(session: 3, device: "box-10002", isOneTooMany: true)])
        #expect(!recording.hasSession(3))
    }

    @Test("A request without a device is of the app heard last from its address, whatever code it names")
    func withoutDevice() throws {
        let page = "https://login.example/start?reg_code="
        var recording = ServedRecording(of: [
            Served.exchange(
                1,
                "POST \(Served.api)/reggie/v1/KITETV/regcode",
                form: "deviceId=box-0001",
                status: 201,
                body: #"{"code":"RECORDED7"}"#
            ), Served.exchange(2, page + "RECORDED7"), Served.exchange(3, "https://login.example/help"),
        ])
        for number in 0..<3 {
            let form = "deviceId=other-\(number)"
            let request = Served.request("POST \(Served.api)/reggie/v1/KITETV/regcode", form: form)
            #expect(Self.session(recording.respond(to: request, from: Served.here, at: Served.start)) == number + 1)
        }
        let help = Served.request("https://login.example/help")
        #expect(Self.session(recording.respond(to: help, from: Served.here, at: Served.start)) == 3)
        // The others have not had it, and are not asked.
        let again = recording.respond(to: help, from: Served.here, at: Served.start)
        #expect(Served.unmatched(again)?.reason == .alreadyReplayed && Served.unmatched(again)?.session == 3)
        // From elsewhere it is another one, with the first one's code too.
        let code = Served.request(page + "RECORDED7")
        #expect(Self.session(recording.respond(to: code, from: "192.0.2.99", at: Served.start)) == 4)
        #expect(Self.session(recording.respond(to: help, from: "192.0.2.99", at: Served.start)) == 4)
        // The device's id shows whose it is in a field of any name.
        let mine = Served.request("https://login.example/help?who=other-1")
        #expect(Served.unmatched(recording.respond(to: mine, from: Served.here, at: Served.start))?.session == 2)
    }

    @Test("However many codes there are, two televisions never show the same one, and their addresses stay known")
    func manyCodes() throws {
        let regcode = "POST \(Served.api)/reggie/v1/KITETV/regcode"
        let count = 80
        var recording = ServedRecording(
            of: (1...count).map {
                Served.exchange(
                    $0,
                    regcode,
                    form: "deviceId=box-0001",
                    status: 201,
                    body:
                        #"{"id":"i","code":"KITE\#(100 + $0)","requestor":"KITETV","generated":1,"expires":2,"info":{}}"#
                )
            } + [Served.exchange(count + 1, "https://login.example/help")]
        )
        func code(_ device: String, from address: String) -> String? {
            let request = Served.request(regcode, form: "deviceId=\(device)")
            let match = Served.match(recording.respond(to: request, from: address, at: Served.start))
            return match.flatMap { match in
                match.exchange.response.map { String(decoding: match.rewriting($0).body ?? [], as: UTF8.self) }
            }
        }
        for number in 1...count {
            let (one, other) = (code("one-device", from: "192.0.2.1"), code("two-device", from: "192.0.2.2"))
            #expect(one != nil && other != nil && one != other, "\(number)")
        }
        #expect(code("one-device", from: "192.0.2.7") == nil)
        let help = Served.request("https://login.example/help")
        #expect(Self.session(recording.respond(to: help, from: "192.0.2.7", at: Served.start)) == 1)
    }

    @Test("A host that a browser is sent back to is served as long as one app names it")
    func hosts() {
        let url = "\(Served.api)/api/v1/authenticate?requestor=KITETV&deviceId=box-0001&redirect_url="
        let own = "https%3A%2F%2Fmy.kite.example%2Fdone"
        var recording = ServedRecording(
            of: [Served.exchange(1, url + "https%3A%2F%2Fkite.example%2Fdone", status: 302)],
            beginsAgain: true
        )
        func authenticate(_ device: String, to target: String, from address: String) {
            let request = Served.request(url.replacing("box-0001", with: device) + target)
            #expect(Served.match(recording.respond(to: request, from: address, at: Served.start)) != nil)
        }
        authenticate("one-device", to: own, from: "192.0.2.1")
        authenticate("two-device", to: own, from: "192.0.2.2")
        // The second one begins again, with another host.
        authenticate("two-device", to: "https%3A%2F%2Fother.kite.example%2Fdone", from: "192.0.2.2")
        #expect(recording.apps.map(\.session) == [1, 3])
        #expect(recording.serves("my.kite.example") && recording.serves("other.kite.example"))
        authenticate("one-device", to: "https%3A%2F%2Fother.kite.example%2Fdone", from: "192.0.2.1")
        #expect(!recording.serves("my.kite.example") && recording.serves("other.kite.example"))
    }

    @Test("What a browser sends before a request is nobody's: the address stays the last app's")
    func preflight() {
        let help = Served.request("https://login.example/help")
        var recording = ServedRecording(
            of: [
                Served.exchange(1, Served.authorize(device: "box-0001")),
                Served.exchange(2, "https://login.example/help"),
            ]
        )
        for device in ["one-device", "two-device"] {
            let request = Served.request(Served.authorize(device: device))
            _ = recording.respond(to: request, from: Served.here, at: Served.start)
        }
        let before = AppRequest(Served.request(Served.authorize(device: "one-device", resource: "KITE9")))
        _ = recording.respond(to: before, from: Served.here, at: Served.start, canBeginAgain: false)
        #expect(Self.session(recording.respond(to: help, from: Served.here, at: Served.start)) == 2)
    }

    @Test("What is damaged answers nothing and is not used up; all else is answered")
    func damaged() {
        let exchanges = (1...3).map {
            Served.exchange($0, Served.authorize(device: "box-0001", resource: "KITE\($0)"))
        }
        var recording = ServedRecording(of: exchanges, damage: [2: "url changed after it was recorded"])
        func answer(_ resource: String) -> AppAnswer {
            let request = Served.request(Served.authorize(device: "box-0001", resource: resource))
            return recording.respond(to: request, from: Served.here, at: Served.start)
        }
        let damage = DamagedExchange(exchange: 2, damage: "url changed after it was recorded")
        #expect(answer("KITE2") == .damaged(damage))
        #expect(recording.apps.isEmpty)
        #expect(Self.session(answer("KITE1")) == 1)
        #expect(answer("KITE2") == .damaged(damage))
        #expect(answer("KITE2") == .damaged(damage))
        #expect(Self.session(answer("KITE3")) == 1)
        #expect(recording.neverRequested == [2])
    }
}
