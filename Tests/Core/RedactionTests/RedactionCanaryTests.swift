import Documents
import Exchanges
import Testing

@testable import Fuzzing
@testable import Redaction

/// ``RedactionCanary``: the check that does not ask the redactor what it found.
@Suite struct RedactionCanaryTests {
    /// Exchanges that say of themselves what is not so.
    private static let exchanges: [Exchange] = {
        let bodies: [String?] = [
            nil, #"{"a":1,"b":"unclosed"#, "{}", "<rss><a b=\"", "<!-- never closed", "a=b&c=%", "--X\r\n\r\n",
            "POST / HTTP/1.1",
        ]
        let types = ["", "image/png", "multipart/form-data; boundary=X", "application/http", "text/html"]
        let urls = [
            "https://api.auth.adobe.com/api/v1/checkauthn", "https://login.mvpd.example/a;b=c?d=e&f#g=h", "x", "", "?#",
            "//user:pass@host.example/p?x", "https://u:p@[::1]/o/client/token?=&&",
        ]
        var exchanges: [Exchange] = []
        for (number, body) in bodies.enumerated() {
            let type = types[number % types.count]
            exchanges.append(
                Probe.exchange(
                    ["GET", "POST", "%", ""][number % 4],
                    urls[number % urls.count],
                    headers: [("Content-Type", type), ("Cookie", "\""), ("Authorization", "Digest x=\"")],
                    body: body,
                    answerHeaders: [("Content-Type", type), ("content-type", "video/mp4"), ("Location", "%2F%2")],
                    answer: body,
                    entry: number.isMultiple(of: 2) ? nil : ["_x": .array([]), "response": .null]
                )
            )
        }
        return exchanges
    }()

    @Test("Planted in any place of any exchange it stands there, and is gone once redacted")
    func places() throws {
        for exchange in Self.exchanges {
            for place in RedactionCanary.Place.allCases {
                let canary = try #require(RedactionCanary(at: place, in: exchange))
                #expect(canary.stands(in: canary.exchange))
                #expect(!canary.stands(in: exchange))
                let left = Probe.redact(canary.exchange)[0]
                #expect(!canary.stands(in: left), "\(place) in \(exchange.request.url)")
            }
        }
    }

    @Test("It is found as it is, percent-encoded and in Base64 at any place, in every text")
    func writings() throws {
        let exchange = Self.exchanges[0]
        let canary = try #require(RedactionCanary(at: .query, in: exchange))
        let percent = canary.value.utf8.map { "%" + String($0, radix: 16) }.joined()
        let base64 = (0..<3).map { Base64.encode(Array((String(repeating: "?", count: $0) + canary.value).utf8)) }
        // Behind one and two other bytes the last digits are of what follows as well.
        let cut = base64.dropFirst().map { String($0.dropLast(2)) + "??" }
        for text in [canary.value, percent] + base64 + cut {
            var changed = [exchange, exchange, exchange, exchange]
            changed[0].request.url += "?a=" + text
            changed[1].request.headers.append(HeaderField(text, ""))
            changed[2].outcome = .failure(text)
            changed[3].harExtras = ["a": .array([.string(text)])]
            for exchange in changed { #expect(canary.stands(in: exchange)) }
        }
        #expect(!canary.stands(in: exchange))
    }

    @Test("Bytes of the exchange draw the value and the place, so that each input has its own")
    func drawn() throws {
        let drawn = try Self.exchanges.map { try #require(RedactionCanary(in: $0)) }
        #expect(Set(drawn.map(\.value)).count == drawn.count)
        #expect(Set(drawn.map(\.place)).count > 1)
        let again = try #require(RedactionCanary(in: Self.exchanges[1]))
        #expect(again.exchange == drawn[1].exchange)
    }

    @Test("An exchange without a response has no place in one")
    func withoutAnswer() {
        var exchange = Self.exchanges[0]
        exchange.outcome = .failure("no answer")
        #expect(RedactionCanary(at: .setCookie, in: exchange) == nil)
        #expect(RedactionCanary(at: .cookie, in: exchange) != nil)
        #expect(RedactionCanary(in: exchange) != nil)
    }

    @Test("The property holds for what the tests redact")
    func property() throws {
        for name in Captures.names {
            for exchange in try Captures.exchanges(name).prefix(4) { try RedactionChecks.check(exchange) }
        }
    }
}
