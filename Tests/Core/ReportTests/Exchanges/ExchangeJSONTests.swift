import Exchanges
import Report
import Testing

@Suite struct ExchangeJSONTests {
    let exchange = ExchangeTextTests.exchange

    @Test("In brief, the keys stand in a fixed order")
    func brief() {
        #expect(
            ExchangeJSON.line(for: ExchangeBrief(of: exchange, name: "Check", operation: "v1.checkauthn")) == """
                {"type":"exchange","ordinal":7,"startedAt":"2027-01-15T08:00:00.123456Z","durationMicroseconds":1500,\
                "operation":"v1.checkauthn","name":"Check","method":"GET",\
                "url":"https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV","status":403,"failure":null}
                """
        )
    }

    @Test("In full, text stands as text and other bytes as Base64")
    func full() {
        var exchange = exchange
        exchange.request.body = [0xFF, 0x00]
        let line = ExchangeJSON.fullLine(for: exchange, name: "Check")
        #expect(line.contains(#""bodyBase64":"/wA=""#))
        #expect(line.contains(#""body":"{\"status\": 403, \"details\": null}""#))
    }

    @Test("Without an answer the status is null and the failure says why")
    func failure() {
        var exchange = exchange
        exchange.outcome = .failure("connection reset")
        let line = ExchangeJSON.fullLine(for: exchange, name: "other")
        #expect(line.contains(#""status":null,"failure":"connection reset""#))
        #expect(line.hasSuffix(#""response":null}"#))
    }
}
