import Documents
import Exchanges
import Testing
import VirtualTime

@Suite struct RecorderNotesTests {
    private static func exchange(_ entry: JSONObject?, durationMicroseconds: Int64 = 1_500) -> Exchange {
        Exchange(
            ordinal: 1,
            startedAt: Instant(microsecondsSince1970: 1_795_000_000_123_456),
            durationMicroseconds: durationMicroseconds,
            request: HTTPRequest(method: "GET", url: "https://api.auth.adobe.com/api/v1/checkauthn"),
            outcome: .response(HTTPResponse(status: 200, reason: "OK", body: Array("{}".utf8))),
            harExtras: entry
        )
    }

    private static var full: RecorderNotes {
        var notes = RecorderNotes()
        notes.serverAddress = "192.0.2.7"
        notes.serverConnection = "5"
        notes.timings = ExchangeTimings(connect: 300, ssl: 100, send: 200, wait: 400, receive: 600)
        notes.timings?.blocked = 0
        notes.timings?.dns = 7
        notes.clientConnection = 3
        notes.isIntercepted = true
        notes.isCertificateVerified = false
        notes.requestBody.shortfall = .limit
        notes.requestBody.bytes = 1 << 30
        notes.requestBody.pieces = [BodyPiece(microseconds: 0, bytes: 1), BodyPiece(microseconds: 9, bytes: 2)]
        notes.requestBody.omittedPieces = 12
        notes.requestBody.trailers = [HeaderField("X-Sum", "9"), HeaderField("X-Sum", "")]
        notes.responseBody.shortfall = .coding("br")
        notes.responseBody.bytes = 17
        notes.responseBody.trailers = [HeaderField("Server-Timing", "a;dur=1")]
        notes.informational = [
            InformationalAnswer(status: 100),
            InformationalAnswer(status: 103, reason: "Early Hints", headers: [HeaderField("Link", "</a>")]),
        ]
        notes.forwardedRequest = [HeaderField("Accept-Encoding", "gzip"), HeaderField("Host", "a.example")]
        notes.forwardedResponse = [HeaderField("Location", "http://127.0.0.1:9000/")]
        notes.upgrade = "websocket"
        notes.isInFlight = true
        notes.interruption = "the server reset the connection"
        return notes
    }

    @Test("What was noted is read again")
    func readAgain() {
        let entry = Self.full.added(to: nil, durationMicroseconds: 1_500)
        #expect(Self.exchange(entry).notes == Self.full)
    }

    @Test("Written out they say the same, and stay written when the entry is changed")
    func writtenOut() throws {
        var exchange = Self.exchange(["comment": .string("mine")])
        exchange.recorderNotes = Self.full
        var written = exchange.withNotesWritten
        #expect(written.recorderNotes == nil && written.notes == Self.full)
        #expect(written == exchange && written.harExtras == exchange.harExtras)
        #expect(written.withNotesWritten == written)
        var entry = try #require(written.harExtras)
        entry["comment"] = .string("another")
        written.harExtras = entry
        exchange.harExtras = entry
        #expect(written.recorderNotes == nil && exchange.recorderNotes == Self.full)
        #expect(written == exchange && written.harExtras == entry)
        let plain = Self.exchange(nil)
        #expect(plain.withNotesWritten == plain && plain.withNotesWritten.harExtras == nil)
    }

    @Test("Of its timings is written what does not follow from its duration", arguments: [0, 600, 1_000])
    func timings(send: Int64) throws {
        var exchange = Self.exchange(nil, durationMicroseconds: 600)
        exchange.recorderNotes = RecorderNotes()
        exchange.recorderNotes?.timings = ExchangeTimings(send: send, wait: 600 - send, receive: 0)
        let timings = exchange.harExtras?["timings"]
        switch send {
        case 0: #expect(timings == nil)
        case 600: #expect(timings?.serialized == #"{"send":0.6,"wait":0}"#)
        default: #expect(timings?.serialized == #"{"send":1,"wait":-0.4}"#)
        }
    }

    @Test("They survive an export to HAR and its import, equal to the byte", arguments: [0, 1, 1_500, 3_000_000])
    func survive(duration: Int64) throws {
        let exchange = Self.exchange(
            Self.full.added(to: nil, durationMicroseconds: duration),
            durationMicroseconds: duration
        )
        let bytes = HAR.serialized(Recording(exchanges: [exchange]))
        let again = try HAR.recording(parsing: bytes)
        #expect(again.exchanges == [exchange])
        #expect(HAR.serialized(again) == bytes)
    }

    @Test("They stay values from a HAR that our recorder's were exported to, beside what another tool wrote")
    func values() throws {
        var exchange = Self.exchange(["_note": .string("ours"), "-": .array([.string("cache")])])
        exchange.recorderNotes = Self.full
        let archive = HAR.serialized(Recording(exchanges: [exchange]))
        let again = try HAR.recording(parsing: archive).exchanges
        #expect(again == [exchange])
        #expect(again.first?.recorderNotes == Self.full)
        #expect(again.first?.harExtras?["_note"] == .string("ours"))
    }

    @Test(
        "What our recorder does not write stays as it was, and what of it is understood is read",
        arguments: [
            ["_kinescope": .object(["upgrade": .string("websocket"), "more": .number(JSONNumber(1))])],
            ["_kinescope": .object(["clientConnection": .string("x"), "upgrade": .string("websocket")])],
        ] as [JSONObject]
    )
    func others(entry: JSONObject) {
        let exchange = Self.exchange(entry)
        #expect(exchange.recorderNotes == nil)
        #expect(exchange.harExtras == entry)
        #expect(exchange.notes.upgrade == "websocket")
    }

    @Test("Notes that are set take the place of what an entry said in their members")
    func replacing() throws {
        let imported: JSONObject = [
            "serverIPAddress": .string("192.0.2.1"), "_note": .string("ours"),
            "timings": .object(["send": .number(JSONNumber(1))]),
        ]
        var exchange = Self.exchange(imported)
        exchange.recorderNotes = Self.full
        let archive = HAR.serialized(Recording(exchanges: [exchange]))
        #expect(try HAR.recording(parsing: archive).exchanges == [exchange])
        #expect(
            exchange.harExtras?.members.map(\.key) == [
                "_note", "serverIPAddress", "connection", "_kinescope", "timings",
            ]
        )
    }

    @Test("Exchanges are equal whether notes stand in them as values or as JSON, and not if they say something else")
    func equality() {
        var typed = Self.exchange(nil)
        typed.recorderNotes = Self.full
        var silent = Self.exchange(nil)
        silent.recorderNotes = RecorderNotes()
        #expect(typed == Self.exchange(Self.full.added(to: nil, durationMicroseconds: 1_500)))
        #expect(silent == Self.exchange(nil))
        #expect(typed != silent)
        var other = typed
        typed.recorderNotes?.interruption = "caf\u{E9}"
        other.recorderNotes?.interruption = "cafe\u{301}"
        #expect(typed != other, "they are texts of other bytes")
        typed = Self.exchange(Self.full.added(to: nil, durationMicroseconds: 1_500))
        typed.recorderNotes?.upgrade = nil
        #expect(typed != Self.exchange(Self.full.added(to: nil, durationMicroseconds: 1_500)))
    }

    @Test("An exported entry is what HAR 1.2 asks for")
    func archive() {
        let entry = HAR.entry(for: Self.exchange(Self.full.added(to: nil, durationMicroseconds: 1_500)))
        #expect(entry["serverIPAddress"]?.string == "192.0.2.7")
        #expect(entry["connection"]?.string == "5")
        let timings = entry["timings"].map { $0.serialized }
        #expect(
            timings == #"{"send":0.2,"wait":0.4,"receive":0.6,"blocked":0,"dns":0.007,"connect":0.3,"ssl":0.1}"#
        )
        let own = entry["_kinescope"]
        #expect(own?["certificate"]?.string == "unverified")
        #expect(own?["requestPieces"]?.serialized == "[[0,1],[9,2]]")
        #expect(own?["requestBody"]?.serialized == #"{"cut":"limit","bytes":1073741824}"#)
        #expect(own?["responseBody"]?.serialized == #"{"cut":"coding","coding":"br","bytes":17}"#)
        let hints = own?["informational"]?.array?.last?.serialized
        #expect(hints == #"{"status":103,"reason":"Early Hints","headers":[{"name":"Link","value":"</a>"}]}"#)
        let location = #"{"headers":[{"name":"Location","value":"http://127.0.0.1:9000/"}]}"#
        #expect(own?["responseForwarded"]?.serialized == location)
    }

    @Test(
        "Each reason for a shorter body is told apart",
        arguments: [.limit, .memory, .decodedLimit, .truncated, .damaged, .coding("zstd")] as [BodyShortfall]
    )
    func shortfalls(shortfall: BodyShortfall) {
        var notes = RecorderNotes()
        notes.responseBody.shortfall = shortfall
        notes.responseBody.bytes = 2_048
        #expect(Self.exchange(notes.added(to: nil, durationMicroseconds: 1_500)).notes == notes)
        #expect(notes.responseBody.explanation(of: Array("kite".utf8))?.contains("2 KiB") == true)
        #expect(notes.requestBody.explanation(of: nil) == nil)
        notes.responseBody.shortfall = .coding("br")
        #expect(notes.responseBody.explanation(of: nil)?.hasPrefix("omitted: ") == true)
        #expect(notes.responseBody.explanation(of: Array("kite".utf8))?.hasPrefix("as it came: 4 bytes of ") == true)
    }

    @Test("Notes that say nothing cost nothing, and timings that say no more than the sum neither")
    func nothing() {
        #expect(RecorderNotes().added(to: nil, durationMicroseconds: 1_500) == nil)
        var notes = RecorderNotes()
        notes.timings = ExchangeTimings(send: 0, wait: 1_500, receive: 0)
        #expect(notes.added(to: nil, durationMicroseconds: 1_500) == nil)
        #expect(Self.exchange(nil).notes == RecorderNotes())
    }

    @Test("Counts are read as far as every tool can write them")
    func largestCounts() throws {
        let own = #"{"responsePieces":[[0,1]],"responsePiecesOmitted":9007199254740992}"#
        let notes = Self.exchange(["_kinescope": try JSONValue(parsing: Array(own.utf8))]).notes
        #expect(notes.responseBody.omittedPieces == 1 << 53)
        #expect(notes.responseBody.pieces.count == 1)
    }

    @Test("What other tools write is read as far as it means the same")
    func otherTools() {
        let entry: JSONObject = [
            "connection": .string("443"),
            "timings": .object(["blocked": .number(JSONNumber(-1)), "send": .null, "wait": .string("soon")]),
        ]
        let notes = Self.exchange(entry).notes
        #expect(notes.serverConnection == "443")
        #expect(notes.timings == ExchangeTimings(send: 0, wait: 0, receive: 0))
        #expect(notes.clientConnection == nil)
    }

    @Test(
        "Whatever stands in place of our members, reading it says nothing wrong",
        arguments: [
            "null", "[]", "7", "{}", #"{"clientConnection":-1}"#, #"{"clientConnection":1e99}"#,
            #"{"clientConnection":99999999999999999999}"#, #"{"isIntercepted":"yes"}"#, #"{"certificate":true}"#,
            #"{"requestPieces":[1,[],[1],[1,2,3],["a","b"],[-1,2],[1,-2],null]}"#, #"{"requestPieces":{}}"#,
            #"{"requestBody":{"cut":true}}"#, #"{"requestBody":{"cut":"else","bytes":3}}"#, #"{"responseBody":[]}"#,
            #"{"informational":[{"status":200},{"status":-103},{},7]}"#, #"{"informational":"103"}"#,
            #"{"requestTrailers":[{"name":"x"},{"value":"x"},{"name":1,"value":2},[]]}"#, #"{"upgrade":{}}"#,
            #"{"interrupted":7,"inFlight":0}"#, #"{"responsePiecesOmitted":-5}"#,
            #"{"responsePiecesOmitted":9223372036854775807}"#, #"{"responsePiecesOmitted":9007199254740993}"#,
        ]
    )
    func anything(own: String) throws {
        let value = try JSONValue(parsing: Array(own.utf8))
        #expect(Self.exchange(["_kinescope": value]).notes == RecorderNotes())
    }
}
