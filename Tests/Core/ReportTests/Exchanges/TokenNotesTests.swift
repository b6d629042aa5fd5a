import Documents
import Exchanges
import Report
import Testing
import VirtualTime

@Suite struct TokenNotesTests {
    private func exchange(request: String = "", response: String = "") -> Exchange {
        Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 1_800_000_000),
            durationMicroseconds: 1,
            request: HTTPRequest(method: "POST", url: "https://api.auth.adobe.com/", body: Array(request.utf8)),
            outcome: .response(HTTPResponse(status: 200, body: Array(response.utf8)))
        )
    }

    @Test("A media token within JSON is explained, with what becomes of it")
    func mediaToken() {
        let token =
            "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><sessionGUID>g-1</sessionGUID>"
            + "<requestorID>KITETV</requestorID><resourceID>KITE1</resourceID><ttl>300000</ttl>"
            + "<issueTime>2027-01-15 08:00:00 -0000</issueTime><mvpdId>Meadowlark</mvpdId></shortAuthorizationToken>"
        let lines = TokenNotes.lines(
            for: exchange(response: #"{"serializedToken": "\#(Base64.encode(Array(token.utf8)))"}"#)
        )
        #expect(lines.count == 1)
        #expect(lines.first?.contains("serializedToken") == true)
        #expect(lines.first?.contains("short media token") == true)
    }

    @Test("An exchange without tokens has nothing to explain")
    func nothing() {
        #expect(TokenNotes.lines(for: exchange(request: "a=1", response: "{\"a\": 1}")).isEmpty)
        #expect(TokenNotes.lines(for: exchange()).isEmpty)
    }
}
