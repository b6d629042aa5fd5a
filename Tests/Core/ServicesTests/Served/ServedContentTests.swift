import Exchanges
import PassAPI
import Services
import Testing

/// Source: rest-api-v2.md §5.2, §5.3, §5.9, §5.10: what the response of REST API V2 depends on is in the request's body, too.
@Suite("What is in a body that went to Adobe's host") struct ServedContentTests {
    private typealias Served = ServedRecordingTests

    private static let authorize = "POST \(Served.api)/api/v2/KITETV/decisions/authorize/Meadowlark"
    /// No operation, at Adobe's host.
    private static let unknown = "POST \(Served.api)/api/v2/KITETV/receipts/Meadowlark"
    private static let sessions = "POST \(Served.api)/api/v2/KITETV/sessions/ABC1234"

    private static func request(_ call: String, json: String) -> HTTPRequest {
        var request = Served.request(call, headers: [HeaderField("Content-Type", "application/json")])
        request.body = Array(json.utf8)
        return request
    }

    private static func exchange(_ ordinal: Int, _ call: String, json: String) -> Exchange {
        var exchange = Served.exchange(ordinal, call)
        exchange.request = request(call, json: json)
        return exchange
    }

    /// What a recording of these bodies has for one.
    private static func answer(to json: String, _ recorded: [String], at call: String = authorize) -> AppAnswer {
        let exchanges = recorded.enumerated().map { exchange($0 + 1, call, json: $1) }
        var recording = ServedRecording(of: exchanges)
        return recording.respond(to: request(call, json: json), from: Served.here, at: Served.start)
    }

    @Test("Of two decisions at one address that one responds that is for the resource, whichever was recorded first")
    func resource() throws {
        let recorded = [#"{"resources":["KITE1"]}"#, #"{"resources":["KITE9"]}"#]
        for (json, ordinal) in [(recorded[0], 1), (recorded[1], 2), (#"{ "resources" : [ "KITE9" ] }"#, 2)] {
            let match = try #require(Served.match(Self.answer(to: json, recorded)))
            #expect(match.exchange.ordinal == ordinal)
            #expect(match.differences == [])
        }
    }

    @Test("A resource that none is for is named, beside the nearest one, and one that is used up is that")
    func otherResource() throws {
        let recorded = #"{"resources":["KITE1"]}"#
        let refusal = try #require(Served.unmatched(Self.answer(to: #"{"resources":["KITE9"]}"#, [recorded])))
        #expect(refusal.reason == .fieldMismatch)
        #expect(refusal.nearest == 1)
        #expect(refusal.differences == [FieldDifference("resources", recorded: "KITE1", replayed: "KITE9")])
        var recording = ServedRecording(of: [Self.exchange(1, Self.authorize, json: recorded)])
        let asked = Self.request(Self.authorize, json: recorded)
        let answers = (1...2).map { _ in recording.respond(to: asked, from: Served.here, at: Served.start) }
        #expect(Served.ordinal(answers[0]) == 1)
        #expect(Served.unmatched(answers[1])?.reason == .alreadyReplayed)
    }

    @Test(
        "A body that names no resource, or more of them, is not that of one",
        arguments: [
            ("{}", nil, "KITE1"), ("", nil, "KITE1"), (#"{"resources":["#, nil, "KITE1"),
            (#"{"resources":[]}"#, nil, "KITE1"), (#"{"resources":["KITE1","KITE2"]}"#, "KITE1, KITE2", "KITE1"),
        ] as [(String, String?, String)]
    )
    func shape(json: String, named: String?, recorded: String) throws {
        let refusal = try #require(Served.unmatched(Self.answer(to: json, [#"{"resources":["KITE1"]}"#])))
        #expect(refusal.differences == [FieldDifference("resources", recorded: recorded, replayed: named)])
    }

    @Test("The order of resources does not matter, nor whether a document is around an id; their number does")
    func order() throws {
        let recorded = #"{"resources":["KITE1","KITE2","KITE9"]}"#
        let document = #"<rss version='2.0'><channel><title>KITE1</title></channel></rss>"#
        for json in [#"{"resources":["KITE9","KITE1","KITE2"]}"#, #"{"resources":["KITE2","KITE9","\#(document)"]}"#] {
            #expect(try #require(Served.match(Self.answer(to: json, [recorded]))).differences == [])
        }
        let twice = Self.answer(to: #"{"resources":["KITE1","KITE1","KITE2","KITE9"]}"#, [recorded])
        #expect(Served.unmatched(twice)?.reason == .fieldMismatch)
    }

    @Test(
        "Another provider, or none, is another session; the address to be sent back to is the app's own",
        arguments: [
            ("mvpd=Plover&redirectUrl=kite%3A%2F%2Fback", nil), ("redirectUrl=mine%3A%2F%2Fback&mvpd=Plover", nil),
            ("mvpd=Meadowlark&redirectUrl=kite%3A%2F%2Fback", "Meadowlark"), ("redirectUrl=kite%3A%2F%2Fback", ""),
        ] as [(String, String?)]
    )
    func provider(form: String, named: String?) throws {
        let recorded = Served.exchange(1, Self.sessions, form: "mvpd=Plover&redirectUrl=kite%3A%2F%2Fback")
        var recording = ServedRecording(of: [recorded])
        let answer = recording.respond(
            to: Served.request(Self.sessions, form: form),
            from: Served.here,
            at: Served.start
        )
        guard let named else {
            #expect(try #require(Served.match(answer)).differences == [])
            return
        }
        let refusal = try #require(Served.unmatched(answer))
        #expect(refusal.reason == .fieldMismatch)
        let expected = FieldDifference("mvpd", recorded: "Plover", replayed: named.isEmpty ? nil : named)
        #expect(refusal.differences == [expected])
    }

    @Test("A field that decides nothing is answered all the same, and named where it is not the app's own")
    func carried() throws {
        let recorded = #"{"resources":["KITE1"],"colour":"red","a":{"b":[1,2],"device_id":"box-0001"},"old":true}"#
        let json = #"{"new":null,"a":{"device_id":"mine","b":[2,1]},"colour":"blue","resources":["KITE1"]}"#
        let match = try #require(Served.match(Self.answer(to: json, [recorded], at: Self.unknown)))
        #expect(
            match.differences == [
                FieldDifference("colour", recorded: "red", replayed: "blue"),
                FieldDifference("a.b", recorded: "1, 2", replayed: "2, 1"),
                FieldDifference("old", recorded: "true", replayed: nil),
                FieldDifference("new", recorded: nil, replayed: "null"),
            ]
        )
        let same = #"{"old":true,"a":{"device_id":"box-0001","b":[1,2]},"resources":["KITE1"],"colour":"red"}"#
        #expect(try #require(Served.match(Self.answer(to: same, [recorded], at: Self.unknown))).differences == [])
        // Of an operation, what its row does not know is named in the same way.
        let call = try #require(Served.match(Self.answer(to: json, [recorded])))
        #expect(call.differences.map(\.name) == ["colour", "old"])
    }

    @Test("A value that the app has in place of a recorded one is no difference, wherever it is")
    func known() throws {
        let session = Served.exchange(
            1,
            "POST \(Served.api)/api/v2/KITETV/sessions",
            body: #"{"sessionId":"s-1","code":"ABC1234","actionName":"resume"}"#
        )
        let poll = Served.exchange(2, "\(Served.api)/api/v2/KITETV/profiles/code/ABC1234")
        let last = Self.exchange(3, Self.unknown, json: #"{"a":{"b":"ABC1234"}}"#)
        for (text, differences) in [
            ("MINE567", []), ("YOUR567", [FieldDifference("a.b", recorded: "ABC1234", replayed: "YOUR567")]),
        ] as [(String, [FieldDifference])] {
            var recording = ServedRecording(of: [session, poll, last])
            let requests = [
                session.request, Served.request("\(Served.api)/api/v2/KITETV/profiles/code/MINE567"),
                Self.request(Self.unknown, json: #"{"a":{"b":"\#(text)"}}"#),
            ]
            let answers = requests.map { recording.respond(to: $0, from: Served.here, at: Served.start) }
            #expect(answers.map(Served.ordinal) == [1, 2, 3])
            #expect(Served.match(answers[2])?.differences == differences)
        }
    }

    @Test("Outside Adobe's hosts no body is compared, and at them none decides that is not of REST API V2")
    func elsewhere() throws {
        let (recorded, json) = (#"{"resources":["KITE1"]}"#, #"{"resources":["KITE9"]}"#)
        let page = Self.answer(to: json, [recorded], at: "POST https://play.kite.example/api/v2/decisions")
        #expect(try #require(Served.match(page)).differences == [])
        let other = Self.answer(to: json, [recorded], at: "POST \(Served.api)/kite/v2/decisions")
        #expect(
            try #require(Served.match(other)).differences == [
                FieldDifference("resources", recorded: "KITE1", replayed: "KITE9")
            ]
        )
    }

    @Test("Where the recorder kept less than the body, that is the reason")
    func omitted() throws {
        var recorded = Served.exchange(1, Self.authorize)
        var notes = RecorderNotes()
        notes.requestBody.shortfall = .coding("zstd")
        notes.requestBody.bytes = 100
        recorded.recorderNotes = notes
        var recording = ServedRecording(of: [recorded])
        let request = Self.request(Self.authorize, json: #"{"resources":["KITE1"]}"#)
        let refusal = try #require(
            Served.unmatched(recording.respond(to: request, from: Served.here, at: Served.start))
        )
        #expect(refusal.reason == .bodyOmitted)
        #expect(refusal.nearest == 1)
    }
}
