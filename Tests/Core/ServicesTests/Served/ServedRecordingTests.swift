import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@Suite struct ServedRecordingTests {
    static let start = Instant(secondsSince1970: 1_795_211_952)
    static let here = "192.0.2.7"

    static func exchange(
        _ ordinal: Int,
        _ call: String,
        headers: HeaderFields = [],
        form: String? = nil,
        status: Int = 200,
        body: String = "",
        after seconds: Int64 = 0
    ) -> Exchange {
        Exchange(
            ordinal: ordinal,
            startedAt: start + .seconds(seconds),
            durationMicroseconds: 40_000,
            request: request(call, headers: headers, form: form),
            outcome: .response(
                HTTPResponse(
                    status: status,
                    headers: [HeaderField("Content-Type", "application/json")],
                    body: Array(body.utf8)
                )
            )
        )
    }

    /// A request of this method and URL, or a GET of this URL.
    static func request(
        _ call: String,
        headers: HeaderFields = [],
        form: String? = nil
    ) -> HTTPRequest {
        let type = form.map { _ in [HeaderField("Content-Type", "application/x-www-form-urlencoded")] } ?? []
        let words = call.split(separator: " ")
        let (method, url) = words.count == 2 ? (String(words[0]), String(words[1])) : ("GET", call)
        return HTTPRequest(method: method, url: url, headers: headers + type, body: form.map { Array($0.utf8) })
    }

    static let api = "https://api.auth.adobe.com"

    static func poll(device: String) -> String { "\(api)/api/v1/tokens/authn?requestor=KITETV&deviceId=\(device)" }
    static func authorize(device: String, resource: String = "KITE1") -> String {
        "\(api)/api/v1/authorize?requestor=KITETV&deviceId=\(device)&resource=\(resource)"
    }

    /// A client that polls at 5, 10 and 15 s, and is signed in at the last.
    static let polling = [
        exchange(
            1,
            "POST \(api)/reggie/v1/KITETV/regcode",
            form: "deviceId=box-0001",
            status: 201,
            body: #"{"id":"1","code":"ABC1234","requestor":"KITETV"}"#
        ),
        exchange(2, poll(device: "box-0001"), status: 404, body: #"{"status":404,"message":"Not Found"}"#, after: 5),
        exchange(3, poll(device: "box-0001"), status: 404, body: #"{"status":404,"message":"Not Found"}"#, after: 10),
        exchange(
            4,
            poll(device: "box-0001"),
            body: #"{"requestor":"KITETV","mvpd":"Plover","userId":"u-1","expires":"1798094279185"}"#,
            after: 15
        ),
        exchange(
            5,
            authorize(device: "box-0001"),
            body: #"{"mvpd":"Plover","resource":"KITE1","requestor":"KITETV","expires":"1795588679211"}"#,
            after: 16
        ),
    ]

    /// The ordinal of the exchange that answers; nil if none does.
    static func ordinal(_ answer: AppAnswer) -> Int? {
        if case .exchange(let match) = answer { match.exchange.ordinal } else { nil }
    }

    static func match(_ answer: AppAnswer) -> AppAnswer.Match? {
        if case .exchange(let match) = answer { match } else { nil }
    }

    static func unmatched(_ answer: AppAnswer) -> AppAnswer.Unmatched? {
        if case .unmatched(let unmatched) = answer { unmatched } else { nil }
    }

    // MARK: Polls

    @Test("By count a poll is answered as the recorded one of its number, however quick the app is")
    func byCount() throws {
        var recording = ServedRecording(of: Self.polling)
        let request = Self.request(Self.poll(device: "mine"))
        let answers = (1...4).map { _ in recording.respond(to: request, from: Self.here, at: Self.start) }
        #expect(answers.map(Self.ordinal) == [2, 3, 4, nil])
        let last = try #require(Self.unmatched(answers[3]))
        #expect(last.reason == .alreadyReplayed)
        #expect(last.nearest == 4)
        #expect(last.operation == .readAuthenticationToken)
    }

    @Test("By the clock it is not yet until as long after the first request as it was recorded")
    func byClock() throws {
        var recording = ServedRecording(of: Self.polling, polls: .clock)
        // Another clock, a year on.
        let first = Self.start + .seconds(31_536_000)
        let regcode = Self.request("POST \(Self.api)/reggie/v1/KITETV/regcode", form: "deviceId=mine-77")
        #expect(Self.ordinal(recording.respond(to: regcode, from: Self.here, at: first)) == 1)
        var found: [(ordinal: Int?, isRepeated: Bool, passedOver: [Int])] = []
        for seconds in [1, 2, 6, 7, 16] as [Int64] {
            let answer = recording.respond(
                to: Self.request(Self.poll(device: "mine-77")),
                from: Self.here,
                at: first + .seconds(seconds)
            )
            let match = try #require(Self.match(answer))
            found.append((match.exchange.ordinal, match.isRepeated, match.passedOver))
        }
        // At 1 s there is no earlier "not yet" than the first; at 16 s the third poll has succeeded, the second is passed over.
        #expect(found.map(\.ordinal) == [2, 2, 2, 2, 4])
        #expect(found.map(\.isRepeated) == [false, true, true, true, false])
        #expect(found.map(\.passedOver) == [[], [], [], [], [3]])
        #expect(recording.neverRequested == [5])
        let more = recording.respond(
            to: Self.request(Self.poll(device: "mine-77")),
            from: Self.here,
            at: first + .seconds(20)
        )
        #expect(Self.unmatched(more)?.reason == .alreadyReplayed)
    }

    @Test("REST API V2 polls for the profile of a code")
    func byClockOfV2() throws {
        func poll(_ ordinal: Int, _ body: String, after seconds: Int64) -> Exchange {
            Self.exchange(ordinal, "\(Self.api)/api/v2/KITETV/profiles/code/ABC1234", body: body, after: seconds)
        }
        let session = Self.exchange(
            1,
            "POST \(Self.api)/api/v2/KITETV/sessions",
            body: #"{"sessionId":"s-1","code":"ABC1234","actionName":"resume"}"#
        )
        let recorded = [
            session, poll(2, #"{"profiles":{}}"#, after: 5), poll(3, #"{"profiles":{}}"#, after: 10),
            poll(4, #"{"profiles":{"Plover":{"notAfter":1798070021739}}}"#, after: 15),
        ]
        for (progress, expected) in [(PollProgress.count, [2, 3, 4, nil]), (.clock, [2, 2, 4, nil])] {
            var recording = ServedRecording(of: recorded, polls: progress)
            let first = recording.respond(
                to: Self.request("POST \(Self.api)/api/v2/KITETV/sessions"),
                from: Self.here,
                at: Self.start
            )
            #expect(Self.ordinal(first) == 1)
            // A code of its own.
            let request = Self.request("\(Self.api)/api/v2/KITETV/profiles/code/MINE567")
            let answers = [1, 4, 15, 16].map { seconds in
                recording.respond(to: request, from: Self.here, at: Self.start + .seconds(seconds as Int64))
            }
            #expect(answers.map(Self.ordinal) == expected)
        }
    }

    // MARK: Apps

    @Test("Each device has its own session, and reset begins anew")
    func devices() {
        var recording = ServedRecording(of: Self.polling)
        for device in ["a-box", "b-box"] {
            let answer = recording.respond(
                to: Self.request(Self.authorize(device: device)),
                from: Self.here,
                at: Self.start
            )
            #expect(Self.ordinal(answer) == 5)
        }
        let again = recording.respond(
            to: Self.request(Self.authorize(device: "a-box")),
            from: Self.here,
            at: Self.start
        )
        #expect(Self.unmatched(again)?.reason == .alreadyReplayed)
        #expect(Self.unmatched(again)?.session == 1)
        #expect(recording.apps.map(\.device) == ["a-box", "b-box"])
        #expect(recording.apps.map(\.requestCount) == [1, 1])
        #expect(recording.apps.map(\.neverRequested) == [[1, 2, 3, 4], [1, 2, 3, 4]])
        #expect(recording.neverRequested == [1, 2, 3, 4])
        recording.reset()
        #expect(recording.apps == [])
        #expect(recording.neverRequested == [1, 2, 3, 4, 5])
        let anew = recording.respond(to: Self.request(Self.authorize(device: "b-box")), from: Self.here, at: Self.start)
        #expect(Self.ordinal(anew) == 5)
        #expect(recording.apps.map(\.session) == [1])
    }

    @Test("What is never answered begins no session, and of too many the last ones are kept")
    func sessionsAreBounded() {
        let count = ServedRecording.sessionLimit + 20
        var recording = ServedRecording(of: Self.polling)
        for number in 0..<20 {
            let wrong = Self.request(Self.authorize(device: "box-\(number)", resource: "KITE9"))
            let refusal = Self.unmatched(recording.respond(to: wrong, from: Self.here, at: Self.start))
            #expect(refusal?.reason == .fieldMismatch)
            #expect(refusal?.session == nil)
            // Its device is its own, and no reason.
            #expect(refusal?.differences == [FieldDifference("resource", recorded: "KITE1", replayed: "KITE9")])
        }
        #expect(recording.apps == [])
        for number in 0..<count {
            _ = recording.respond(
                to: Self.request(Self.authorize(device: "box-\(number)")),
                from: Self.here,
                at: Self.start
            )
        }
        #expect(recording.apps.count == ServedRecording.sessionLimit)
        #expect(recording.apps.last?.device == "box-\(count - 1)")
    }

    // MARK: Values of the app's own

    /// A recording of three calls with one bearer token, and what it has for another app's call of these.
    static func authorized() -> (_ number: Int, _ token: String) -> AppAnswer {
        let recorded = [1, 2, 3].map { ordinal in
            exchange(
                ordinal,
                authorize(device: "box-0001", resource: "KITE\(ordinal)"),
                headers: [HeaderField("Authorization", "Bearer recorded-token")]
            )
        }
        var recording = ServedRecording(of: recorded)
        return { number, token in
            let url = authorize(device: "mine", resource: "KITE\(number)")
            let request = request(url, headers: [HeaderField("authorization", "bearer \(token)")])
            return recording.respond(to: request, from: here, at: start)
        }
    }

    @Test("A value that the app has for a recorded one is held against it")
    func heldAgainst() throws {
        let respond = Self.authorized()
        #expect(Self.ordinal(respond(1, "first")) == 1)
        let refusal = try #require(Self.unmatched(respond(2, "second")))
        #expect(refusal.reason == .fieldMismatch)
        #expect(refusal.nearest == 2)
        var difference = FieldDifference("Authorization", recorded: "recorded-token", replayed: "second")
        difference.own = "first"
        #expect(refusal.differences == [difference])
        #expect(Self.ordinal(respond(2, "first")) == 2)
        // Nor is it the recorded one, once it was another: what it has to be is all that explains it.
        let recorded = try #require(Self.unmatched(respond(3, "recorded-token")))
        #expect(recorded.reason == .fieldMismatch)
        difference.replayed = "recorded-token"
        #expect(recorded.differences == [difference])
    }

    @Test("Where the app has the recorded value, there is no other beside it")
    func heldAgainstRecorded() throws {
        let respond = Self.authorized()
        #expect(Self.ordinal(respond(1, "recorded-token")) == 1)
        let refusal = try #require(Self.unmatched(respond(2, "second")))
        #expect(
            refusal.differences == [FieldDifference("Authorization", recorded: "recorded-token", replayed: "second")]
        )
    }

    @Test("A field that is not the app's own is answered all the same, and named")
    func carried() throws {
        let recorded = Self.exchange(1, Self.authorize(device: "box-0001") + "&appVersion=1.0")
        var recording = ServedRecording(of: [recorded])
        let answer = recording.respond(
            to: Self.request(Self.authorize(device: "mine") + "&appVersion=2.0"),
            from: Self.here,
            at: Self.start
        )
        let match = try #require(Self.match(answer))
        #expect(match.differences == [FieldDifference("appVersion", recorded: "1.0", replayed: "2.0")])
    }

    @Test("A request that names its device twice is answered as the recorded one that did, by the first of them")
    func namedTwice() throws {
        let recorded = Self.exchange(1, Self.authorize(device: "box-0001") + "&deviceId=box-0002")
        for url in [recorded.request.url, Self.authorize(device: "mine-0001") + "&deviceId=mine-0002"] {
            var recording = ServedRecording(of: [recorded])
            #expect(Self.ordinal(recording.respond(to: Self.request(url), from: Self.here, at: Self.start)) == 1)
        }
    }

    // MARK: What is no operation

    @Test("Another request is found by method and URL, whatever its cookies and its scheme are")
    func pages() throws {
        var recording = ServedRecording(of: [
            Self.exchange(1, "https://play.kite.example/start?channel=kite1", headers: [HeaderField("Cookie", "a=1")])
        ])
        let request = Self.request(
            "http://play.kite.example/start?channel=kite1",
            headers: [HeaderField("Cookie", "b=2")]
        )
        #expect(Self.ordinal(recording.respond(to: request, from: Self.here, at: Self.start)) == 1)
        let other = Self.request("https://play.kite.example/start?channel=kite2")
        let refusal = try #require(Self.unmatched(recording.respond(to: other, from: Self.here, at: Self.start)))
        #expect(refusal.reason == .fieldMismatch)
        #expect(refusal.differences == [FieldDifference("channel", recorded: "kite1", replayed: "kite2")])
        let post = Self.request("POST https://play.kite.example/start?channel=kite1")
        let method = try #require(Self.unmatched(recording.respond(to: post, from: Self.here, at: Self.start)))
        #expect(method.differences == [FieldDifference("method", recorded: "GET", replayed: "POST")])
        let path = Self.request("https://play.kite.example/stop?channel=kite1")
        let stop = try #require(Self.unmatched(recording.respond(to: path, from: Self.here, at: Self.start)))
        #expect(stop.reason == .notRecorded)
        #expect(stop.nearest == 1)
        #expect(stop.differences == [FieldDifference("path", recorded: "/start", replayed: "/stop")])
    }

    @Test("A path of Adobe's that is no operation names the nearest call")
    func unknownPath() throws {
        var recording = ServedRecording(of: Self.polling)
        let request = Self.request("\(Self.api)/api/v1/authorise?requestor=KITETV&deviceId=mine&resource=KITE1")
        let refusal = try #require(Self.unmatched(recording.respond(to: request, from: Self.here, at: Self.start)))
        #expect(refusal.reason == .notRecorded)
        #expect(refusal.operation == nil)
        #expect(refusal.nearest == 5)
        // Its device is its own, and no reason.
        #expect(refusal.differences.map(\.name) == ["path"])
    }

    @Test("Hosts come in order of their first appearance, a port where it is not the scheme's")
    func hosts() {
        let recording = ServedRecording(of: [
            Self.exchange(1, "https://B.example:443/"), Self.exchange(2, "http://a.example:8080/x"),
            Self.exchange(3, "http://b.example/y"), Self.exchange(4, "CONNECT https://tunnel.example:443"),
            Self.exchange(5, "http://c.example:443/"),
        ])
        #expect(recording.hosts == ["b.example", "a.example:8080", "c.example:443"])
        #expect(recording.neverRequested == [1, 2, 3, 5])
    }

    @Test("A host that an app is sent back to is served, too")
    func redirectHost() {
        let login = { (address: String) in
            "\(Self.api)/api/v1/authenticate?reg_code=ABC1234&mso_id=Plover&requestor_id=KITETV&redirect_url=\(address)"
        }
        var recording = ServedRecording(of: [
            Self.exchange(1, login("https%3A%2F%2Fkite.example%2Fdone")), Self.exchange(2, "https://kite.example/done"),
        ])
        #expect(recording.serves("API.auth.adobe.com"))
        #expect(recording.serves("kite.example"))
        #expect(!recording.serves("mine.example:8443"))
        let asked = Self.request(login("https%3A%2F%2Fmine.example%3A8443%2Fback"))
        #expect(Self.ordinal(recording.respond(to: asked, from: Self.here, at: Self.start)) == 1)
        #expect(recording.serves("mine.example:8443"))
        let back = Self.request("https://mine.example:8443/back")
        #expect(Self.ordinal(recording.respond(to: back, from: Self.here, at: Self.start)) == 2)
    }

    @Test("A body that the recorder omitted is the reason, but for a redirect, whose body no one reads")
    func bodyOmitted() throws {
        var notes = RecorderNotes()
        notes.responseBody.shortfall = .coding("zstd")
        notes.responseBody.bytes = 100
        var recorded = [
            Self.exchange(3, Self.authorize(device: "box-0001")),
            Self.exchange(4, "https://kite.example/", status: 302),
        ]
        for index in recorded.indices { recorded[index].recorderNotes = notes }
        var recording = ServedRecording(of: recorded)
        let request = Self.request(Self.authorize(device: "mine"))
        for _ in 1...2 {
            let refusal = try #require(Self.unmatched(recording.respond(to: request, from: Self.here, at: Self.start)))
            #expect(refusal.reason == .bodyOmitted)
            #expect(refusal.nearest == 3)
        }
        #expect(recording.apps == [])
        #expect(recording.neverRequested == [3, 4])
        let page = recording.respond(to: Self.request("https://kite.example/"), from: Self.here, at: Self.start)
        #expect(Self.ordinal(page) == 4)
    }
}
