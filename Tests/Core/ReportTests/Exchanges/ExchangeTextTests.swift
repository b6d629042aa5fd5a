import Exchanges
import Report
import Testing
import VirtualTime

@Suite struct ExchangeTextTests {
    static let exchange = Exchange(
        ordinal: 7,
        startedAt: Instant(microsecondsSince1970: 1_800_000_000_123_456),
        durationMicroseconds: 1_500,
        request: HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV",
            headers: [HeaderField("Accept", "application/json\u{1B}[2J")]
        ),
        outcome: .response(
            HTTPResponse(
                status: 403,
                reason: "Forbidden",
                headers: [HeaderField("Content-Type", "application/json")],
                body: Array(#"{"status": 403, "details": null}"#.utf8)
            )
        )
    )

    @Test(
        "A line has the start, the operation by its short name, how it ended, how long it took, and the request, which is cut"
    )
    func line() {
        let text = ExchangeText()
        #expect(
            text.heading
                + text.line(
                    for: ExchangeBrief(
                        of: Self.exchange,
                        name: "v1.checkauthn",
                        operation: "v1.checkauthn"
                    )
                ) == """
                       #  started (UTC)    what                  status      took  request
                       7  08:00:00.123456  v1.checkauthn            403    1.5 ms  GET api.auth.adobe.com/api/v1/checka…

                    """
        )
    }

    @Test("In full, every header field and the body are shown, and nothing that a terminal would obey")
    func full() {
        #expect(
            ExchangeText().text(of: Self.exchange, name: "v1.checkauthn") == """
                exchange 7: v1.checkauthn
                started 2027-01-15T08:00:00.123456Z, took 1.5 ms

                GET https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV HTTP/1.1
                  Accept: application/json\\u{1b}[2J

                HTTP/1.1 403 Forbidden
                  Content-Type: application/json

                  {
                    "status": 403,
                    "details": null
                  }

                """
        )
    }

    @Test("A request without a response has the reason")
    func failure() {
        var exchange = Self.exchange
        exchange.outcome = .failure("connection reset")
        #expect(ExchangeText().text(of: exchange, name: "x").hasSuffix("\nno response: connection reset\n"))
        #expect(ExchangeText().line(for: ExchangeBrief(of: exchange, name: "x")).contains("     -  "))
    }

    @Test("Refusals are yellow, failures of the service red, where color is asked for")
    func color() {
        #expect(
            ExchangeText(TextStyle(showsColor: true)).line(for: ExchangeBrief(of: Self.exchange, name: "x")).contains(
                "\u{1B}[33m     403"
            )
        )
        #expect(!ExchangeText().line(for: ExchangeBrief(of: Self.exchange, name: "x")).contains("\u{1B}"))
    }
}
