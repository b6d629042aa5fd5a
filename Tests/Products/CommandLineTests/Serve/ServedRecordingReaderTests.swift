import Exchanges
import ProxyProtocol
import Redaction
import Services
import Testing
import VirtualTime

@testable import kinescope

@Suite struct ServedRecordingReaderTests {
    @Test("The pages that were recorded may send requests again, but for those that any page can be")
    func origins() {
        func exchange(_ origin: String?) -> Exchange {
            Exchange(
                ordinal: 1,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 1,
                request: HTTPRequest(
                    method: "GET",
                    url: "https://api.auth.adobe.com/",
                    headers: origin.map { [HeaderField("origin", $0)] } ?? []
                ),
                outcome: .response(HTTPResponse(status: 200))
            )
        }
        let texts = ["https://www.kite.example", nil, "null", "capacitor://localhost", "", "https://www.kite.example"]
        #expect(
            ServedRecordingReader.origins(of: texts.map(exchange)) == [
                .opaque("capacitor://localhost"), .server(Origin(isSecure: true, host: "www.kite.example")),
            ]
        )
    }

    @Test(
        "In a recording whose secrets were replaced an app has its own values in the place of pseudonyms, and no others"
    )
    func pseudonyms() throws {
        let url = "https://config.kite.example/v1/start?apikey=kite-9f83c1d0a7"
        func request(_ url: String) -> HTTPRequest { HTTPRequest(method: "GET", url: url) }
        let recorded = Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 0),
            durationMicroseconds: 1,
            request: request(url),
            outcome: .response(HTTPResponse(status: 200))
        )
        let redacted = Redactor(key: Array(repeating: 7, count: 32)).redact(recorded)
        #expect(!redacted.request.url.contains("kite-9f83c1d0a7"))
        func isServed(_ url: String, isRedacted: Bool) -> Bool {
            var recording = ServedRecording(
                of: [redacted],
                redactedURL: isRedacted ? ServedRecordingReader.redactingURLs(of: [redacted]) : nil
            )
            let app = "192.0.2.1"
            let answer = recording.respond(to: request(url), from: app, at: Instant(secondsSince1970: 0))
            return if case .exchange = answer { true } else { false }
        }
        #expect(isServed(url, isRedacted: true))
        #expect(!isServed(url, isRedacted: false))
        #expect(isServed(redacted.request.url, isRedacted: false))
        for other in ["https://config.kite.example/v1/end?apikey=kite-9f83c1d0a7", url + "&more=1"] {
            #expect(!isServed(other, isRedacted: true))
        }
    }

    @Test("So it has in a path, where another exchange shows what stands there to be a secret")
    func paths() throws {
        let user = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        func exchange(_ ordinal: Int, _ path: String, _ body: String) -> Exchange {
            Exchange(
                ordinal: ordinal,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 1,
                request: HTTPRequest(method: "GET", url: "https://config.kite.example" + path),
                outcome: .response(
                    HTTPResponse(
                        status: 200,
                        headers: [HeaderField("Content-Type", "application/json")],
                        body: Array(body.utf8)
                    )
                )
            )
        }
        let recorded = [
            exchange(1, "/channels/start/home", #"{"page":"home"}"#), exchange(2, "/me", #"{"userId":"\#(user)"}"#),
            exchange(3, "/users/\(user)/home", #"{"of":"\#(user)"}"#),
        ]
        var redactor = Redactor(key: Array(repeating: 7, count: 32))
        for exchange in recorded { redactor.study(exchange) }
        let redacted = recorded.map(redactor.redact)
        #expect(!redacted[2].request.url.contains(user) && redacted[0].request.url == recorded[0].request.url)
        var recording = ServedRecording(of: redacted, redactedURL: ServedRecordingReader.redactingURLs(of: redacted))
        func ordinal(_ path: String) -> Int? {
            let request = HTTPRequest(method: "GET", url: "https://config.kite.example" + path)
            let app = "192.0.2.1"
            let answer = recording.respond(to: request, from: app, at: Instant(secondsSince1970: 0))
            return if case .exchange(let match) = answer { match.exchange.ordinal } else { nil }
        }
        #expect(ordinal("/channels/other/home") == nil)
        #expect(ordinal("/channels/start/home") == 1)
        #expect(ordinal("/users/another-user-7/away") == nil)
        #expect(ordinal("/users/another-user-7/home") == 3)
    }
}
