import Documents
import Exchanges
import Report
import Testing

@Suite struct ExchangeJSONTests {
    let exchange = ExchangeTextTests.exchange

    private func fullLine(_ exchange: Exchange) -> String {
        let brief = ExchangeBrief(of: exchange, name: "Check")
        return JSONValue.object(ExchangeJSON.fullObject(for: exchange, brief: brief)).serialized
    }

    @Test("In brief, the keys stand in a fixed order")
    func brief() {
        let brief = ExchangeBrief(of: exchange, name: "Check", operation: "v1.checkauthn")
        #expect(
            JSONValue.object(ExchangeJSON.object(for: brief)).serialized == """
                {"type":"exchange","ordinal":7,"startedAt":"2027-01-15T08:00:00.123456Z","durationMicroseconds":1500,\
                "kind":"v1.checkauthn","operation":"v1.checkauthn","method":"GET",\
                "url":"https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV","status":403,"message":null}
                """
        )
    }

    @Test("In full, text stands as text and other bytes as Base64")
    func full() {
        var exchange = exchange
        exchange.request.body = [0xFF, 0x00]
        let line = fullLine(exchange)
        #expect(line.contains(#""bodyBase64":"/wA=""#))
        #expect(line.contains(#""body":"{\"status\": 403, \"details\": null}""#))
    }

    @Test("Without an answer the status is null and the failure says why")
    func failure() {
        var exchange = exchange
        exchange.outcome = .failure("connection reset")
        let line = fullLine(exchange)
        #expect(line.contains(#""status":null,"message":"connection reset""#))
        #expect(line.hasSuffix(#""response":null}"#))
    }

    @Test("What is no operation has a word for what it is, and the operation is null")
    func kind() {
        let brief = ExchangeBrief(of: exchange, name: "Programmer's service", kind: "programmerService")
        #expect(ExchangeJSON.object(for: brief)["kind"]?.string == "programmerService")
        #expect(ExchangeJSON.object(for: brief)["operation"] == .null)
    }
}
