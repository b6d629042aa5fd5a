import Exchanges
import PassAPI
import Testing
import VirtualTime

@Suite("What a recorded response meant to the client")
struct RecordedResponseTests {
    private func exchange(_ status: Int, _ headers: HeaderFields = [], interruption: String?) -> Exchange {
        var notes = RecorderNotes()
        notes.interruption = interruption
        return Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 0),
            durationMicroseconds: 1_000,
            request: HTTPRequest(method: "GET", url: "https://api.auth.adobe.com/api/v1/authenticate?reg_code=A"),
            outcome: .response(HTTPResponse(status: status, headers: headers)),
            harExtras: notes.added(to: nil, durationMicroseconds: 1_000)
        )
    }

    @Test("A redirect is one, though the client reset the stream at its head, as browsers do")
    func redirect() throws {
        let location = [HeaderField("Location", "https://idp.example/login")]
        let read = PassResponse(
            of: exchange(302, location, interruption: "the client reset the stream"),
            for: .initiateAuthentication
        )
        guard case .redirect(let target)? = read?.content else {
            Issue.record("\(String(describing: read))")
            return
        }
        #expect(target == "https://idp.example/login")
    }

    @Test("Everything else that broke off is none, a redirect to nowhere included")
    func brokenOff() {
        for status in [200, 204, 302, 403] {
            let broken = exchange(status, interruption: "the client reset the stream")
            #expect(PassResponse(of: broken, for: .initiateAuthentication) == nil)
            #expect(PassResponse(of: exchange(status, interruption: nil), for: .initiateAuthentication) != nil)
        }
    }
}
