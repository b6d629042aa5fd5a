import Documents
import SubscriberAccount
import Testing

@testable import Exchanges

/// Texts that Swift takes for equal are told apart, and no text is looked at longer than its bytes take.
@Suite struct ExactTextsTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"
    /// A letter with so many marks that Swift's own comparison would take minutes.
    private static let marked = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)

    @Test("Header fields, requests and answers are the same to the byte")
    func messages() {
        #expect(HeaderField("a", Self.composed) == HeaderField("a", Self.composed))
        #expect(HeaderField("a", Self.composed) != HeaderField("a", Self.decomposed))
        #expect(HeaderField(Self.composed, "") != HeaderField(Self.decomposed, ""))
        #expect(Set([HeaderField("a", Self.composed), HeaderField("a", Self.decomposed)]).count == 2)
        let request = HTTPRequest(method: "GET", url: Self.composed)
        #expect(request == HTTPRequest(method: "GET", url: Self.composed))
        #expect(Set([request, HTTPRequest(method: "GET", url: Self.decomposed)]).count == 2)
        let response = HTTPResponse(status: 200, reason: Self.composed)
        #expect(Set([response, HTTPResponse(status: 200, reason: Self.decomposed)]).count == 2)
        #expect(Exchange.Outcome.failure(Self.composed) != .failure(Self.decomposed))
        #expect(Set([Exchange.Outcome.failure("a"), .failure("a"), .response(response)]).count == 2)
    }

    @Test("Names of any length and any marks are read as fast as others", .timeLimit(.minutes(1)))
    func hostileNames() throws {
        let name = Self.marked
        let har = """
            {"\(name)":1,"log":{"\(name)":2,"entries":[{"\(name)":3,"startedDateTime":"2026-11-20T21:59:12Z",
            "request":{"method":"\(name)","url":"u","\(name)":4,"headers":[{"name":"Cookie","value":"\(name)"},
            {"name":"Content-Type","value":"\(name)"}],"postData":{"\(name)":5,"mimeType":"\(name)","text":"x"}},
            "response":{"status":200,"\(name)":6,"content":{"\(name)":7,"text":"eA==","encoding":"base64"}},
            "timings":{"\(name)":8},"_kinescope":{"certificate":"\(name)"}}]}}
            """
        let recording = try HAR.recording(parsing: Array(har.utf8))
        #expect(recording.exchanges[0].notes.isCertificateVerified == nil)
        let again = try HAR.recording(parsing: HAR.serialized(recording))
        #expect(again.exchanges[0].request == recording.exchanges[0].request)
        let line = VSALogTests.enqueue(request: "{\"\(name)\":1}", error: "{\"code\":1,\"\(name)\":2}")
        #expect(try VSALogTests.parse(line).count == 1)
        let word = #"{"at":"2026-11-20T21:59:12Z","action":"\#(name)"}"#
        #expect(throws: UserActionLogError.self) { try UserActionLog.parse(Array(word.utf8)) }
    }
}
