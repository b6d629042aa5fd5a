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

    private static func answer(_ path: String, _ recording: inout ServedRecording) -> ServedAnswer {
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
        "Short pseudonyms and numbers, which choose between responses, are nobody's own",
        arguments: ["zq3", "48213007"]
    )
    func short(pseudonym: String) {
        let recorded = Served.exchange(1, "\(Self.site)/list?page=\(pseudonym)")
        var recording = ServedRecording(of: [recorded]) { $0.url.replacing(pseudonym, with: "other") }
        #expect(Served.unmatched(Self.answer("/list?page=1", &recording)) != nil)
        #expect(Served.ordinal(Self.answer("/list?page=\(pseudonym)", &recording)) == 1)
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
