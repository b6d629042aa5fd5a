import Exchanges
import PassAPI
import Services
import Testing

/// A redactor keeps the shape of a secret alone: which value was recorded, nothing shows any more, but that it was the same elsewhere.
@Suite("Pseudonyms in the URLs of requests that are no operation") struct ServedPseudonymTests {
    private typealias Served = ServedRecordingTests

    private static let site = "https://www.kite.example"

    /// What was recorded, `zq` at the beginning of each pseudonym.
    private static let recorded = [
        Served.exchange(
            1,
            "\(site)/zq-homes/start?key=zqkeynum1&format=json",
            body: #"{"for":"zqkeynum1","at":"zq-homes"}"#
        ),
        Served.exchange(2, "\(site)/zq-homes/next?key=zqkeynum1&format=json"),
        Served.exchange(3, "\(site)/zq-homes/next?key=zqkeynum2&format=json"),
    ]

    /// What a second redaction makes of them.
    private static func redacted(_ request: HTTPRequest) -> String {
        request.url.replacing("zqkeynum", with: "vwkeynum").replacing("zq-homes", with: "vw-homes")
    }

    private static func recording() -> ServedRecording { ServedRecording(of: recorded, redactedURL: redacted) }

    private static func answer(_ path: String, _ recording: inout ServedRecording) -> AppAnswer {
        recording.respond(to: Served.request(site + path), from: Served.here, at: Served.start)
    }

    @Test("An app has its own value in the place of a pseudonym, in path and query, and the response has that")
    func own() throws {
        var recording = Self.recording()
        let match = try #require(Served.match(Self.answer("/home/start?key=alpha&format=json", &recording)))
        #expect(match.exchange.ordinal == 1)
        #expect(match.differences == [])
        let response = match.rewriting(try #require(match.exchange.response))
        #expect(String(decoding: response.body ?? [], as: UTF8.self) == #"{"for":"alpha","at":"home"}"#)
    }

    @Test("What was the same in the recording has to be the same again, and what was another value may be another one")
    func same() throws {
        var recording = Self.recording()
        #expect(Served.ordinal(Self.answer("/home/start?key=alpha&format=json", &recording)) == 1)
        #expect(Served.ordinal(Self.answer("/home/next?key=gamma&format=json", &recording)) == 3)
        let refusal = try #require(Served.unmatched(Self.answer("/other/next?key=alpha&format=json", &recording)))
        #expect(refusal.reason == .fieldMismatch)
        var difference = FieldDifference("path 1", recorded: "zq-homes", replayed: "other")
        difference.own = "home"
        #expect(refusal.differences == [difference])
        #expect(Served.ordinal(Self.answer("/home/next?key=alpha&format=json", &recording)) == 2)
    }

    @Test("One value is not that of two pseudonyms: what is requested again is a second request")
    func ofOneSecret() throws {
        var recording = Self.recording()
        #expect(Served.ordinal(Self.answer("/home/next?key=alpha&format=json", &recording)) == 2)
        let again = try #require(Served.unmatched(Self.answer("/home/next?key=alpha&format=json", &recording)))
        #expect(again.reason == .alreadyReplayed)
        #expect(Served.ordinal(Self.answer("/home/next?key=gamma&format=json", &recording)) == 3)
    }

    @Test(
        "A short one or a number is the app's own where the recording has no other in its place, and nowhere else",
        arguments: ["zq3", "zqwx", "48213007"]
    )
    func short(pseudonym: String) throws {
        let recorded = [
            Served.exchange(1, "\(Self.site)/list?page=\(pseudonym)&of=\(pseudonym)", body: "\(pseudonym) of 9"),
            Served.exchange(2, "\(Self.site)/list?page=\(pseudonym)&of=\(pseudonym)"),
            Served.exchange(3, "\(Self.site)/items?page=\(pseudonym)"),
        ]
        var recording = ServedRecording(of: recorded) { $0.url.replacing(pseudonym, with: "other") }
        let match = try #require(Served.match(Self.answer("/list?page=1&of=20", &recording)))
        #expect(match.exchange.ordinal == 1)
        let response = match.rewriting(try #require(match.exchange.response))
        #expect(String(decoding: response.body ?? [], as: UTF8.self) == "\(pseudonym) of 9")
        // It is held against the value in that place.
        let refusal = try #require(Served.unmatched(Self.answer("/list?page=2&of=20", &recording)))
        var difference = FieldDifference("page", recorded: pseudonym, replayed: "2")
        difference.own = "1"
        #expect(refusal.reason == .fieldMismatch && refusal.differences == [difference])
        #expect(Served.ordinal(Self.answer("/items?page=2", &recording)) == 3)
        #expect(Served.ordinal(Self.answer("/list?page=1&of=20", &recording)) == 2)
    }

    @Test("Of several values of one name each has its place, and how name and value are escaped does not matter")
    func repeated() throws {
        let recorded = [
            Served.exchange(1, "\(Self.site)/a?id=zq1&id=zq2"),
            Served.exchange(2, "\(Self.site)/b?device%5Fid[]=%41~b&q=%E9"),
        ]
        var recording = ServedRecording(of: recorded) { $0.url.replacing("zq", with: "vw") }
        #expect(Served.ordinal(Self.answer("/a?id=3&id=4", &recording)) == 1)
        #expect(Served.ordinal(Self.answer("/b?q=%E9&device_id%5B%5D=A%7Eb", &recording)) == 2)
        let refusal = try #require(Served.unmatched(Self.answer("/b?q=%E9&device_id%5B%5D=C", &recording)))
        #expect(refusal.differences == [FieldDifference("device_id[]", recorded: "A~b", replayed: "C")])
    }

    @Test("What is empty is no value of the app's own")
    func empty() throws {
        var recording = Self.recording()
        let refusal = try #require(Served.unmatched(Self.answer("/home/start?key=&format=json", &recording)))
        #expect(refusal.reason == .fieldMismatch)
        #expect(refusal.differences == [FieldDifference("key", recorded: "zqkeynum1", replayed: "")])
        #expect(Served.ordinal(Self.answer("/home/start?key=alpha&format=json", &recording)) == 1)
    }

    @Test("Where there are several in one place, they choose between responses, and are nobody's own")
    func several() throws {
        let recorded = [Served.exchange(1, "\(Self.site)/list?page=3"), Served.exchange(2, "\(Self.site)/list?page=5")]
        var recording = ServedRecording(of: recorded) { $0.url.replacing("page=", with: "page=1") }
        let refusal = try #require(Served.unmatched(Self.answer("/list?page=1", &recording)))
        #expect(refusal.differences == [FieldDifference("page", recorded: "3", replayed: "1")])
        #expect(Served.ordinal(Self.answer("/list?page=5", &recording)) == 2)
    }

    @Test("A pseudonym without a name is the app's own, too")
    func nameless() throws {
        let recorded = [Served.exchange(1, "\(Self.site)/a?zqbug&x=1"), Served.exchange(2, "\(Self.site)/a?x=1")]
        var recording = ServedRecording(of: recorded) { $0.url.replacing("zqbug", with: "other") }
        #expect(Served.ordinal(Self.answer("/a?x=1", &recording)) == 2)
        #expect(Served.ordinal(Self.answer("/a?debug&x=1", &recording)) == 1)
        let refusal = try #require(Served.unmatched(Self.answer("/a?debug&x=2", &recording)))
        #expect(refusal.differences == [FieldDifference("x", recorded: "1", replayed: "2")])
        var unredacted = ServedRecording(of: recorded)
        let other = try #require(Served.unmatched(Self.answer("/a?debug&x=1", &unredacted)))
        #expect(other.differences == [FieldDifference("query", recorded: "zqbug", replayed: "debug")])
    }

    @Test("A space in a query is one, however it is written; in Base64 a plus sign is a digit")
    func spaces() throws {
        let recorded = [
            Served.exchange(1, "\(Self.site)/a?name=zqkey+zqname1", body: #"{"name":"zqkey zqname1"}"#),
            Served.exchange(2, "\(Self.site)/a?name=ab+cd/efghijklmn", body: "ab+cd/efghijklmn"),
        ]
        var recording = ServedRecording(of: recorded) { $0.url.replacing("name=", with: "name=x") }
        let match = try #require(Served.match(Self.answer("/a?name=Jane%20B+Doe", &recording)))
        let response = match.rewriting(try #require(match.exchange.response))
        #expect(String(decoding: response.body ?? [], as: UTF8.self) == #"{"name":"Jane B Doe"}"#)
        let second = try #require(Served.match(Self.answer("/a?name=AAAA+BBBB/CCCC+D", &recording)))
        let base64 = second.rewriting(try #require(second.exchange.response))
        #expect(String(decoding: base64.body ?? [], as: UTF8.self) == "AAAA+BBBB/CCCC+D")
    }

    @Test("A value that is none is compared, and so are all where secrets were kept")
    func compared() throws {
        var recording = Self.recording()
        let refusal = try #require(Served.unmatched(Self.answer("/home/start?key=alpha&format=xml", &recording)))
        #expect(refusal.reason == .fieldMismatch)
        #expect(refusal.differences == [FieldDifference("format", recorded: "json", replayed: "xml")])
        var unredacted = ServedRecording(of: Self.recorded)
        #expect(Served.unmatched(Self.answer("/home/start?key=alpha&format=json", &unredacted)) != nil)
        #expect(Served.ordinal(Self.answer("/zq-homes/start?key=zqkeynum1&format=json", &unredacted)) == 1)
    }
}
