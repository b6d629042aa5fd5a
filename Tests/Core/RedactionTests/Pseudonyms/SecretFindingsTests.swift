import Exchanges
import Testing

@testable import Redaction

@Suite struct SecretFindingsTests {
    @Test("Learning the findings of groups, in order, comes to the same as studying one by one", arguments: [1, 3, 7])
    func groups(_ size: Int) throws {
        for name in Captures.names {
            let exchanges = try Captures.exchanges(name)
            var one = Redactor(key: Captures.key)
            for exchange in exchanges { one.study(exchange) }
            var other = Redactor(key: Captures.key)
            let finder = other.finder
            let groups = stride(from: 0, to: exchanges.count, by: size).map {
                finder.findings(in: Array(exchanges[$0..<min($0 + size, exchanges.count)]))
            }
            for group in groups { other.learn(group) }
            #expect(other.summary == one.summary)
            #expect(exchanges.map { other.redact($0) } == exchanges.map { one.redact($0) })
        }
    }

    @Test("What is presumed in one place is certain where a name says so, in the same group or another")
    func certainty() {
        let value = "Kittiwake-Guillemot"
        let suspected = Probe.exchange("POST", "https://mvpd.example/", headers: [Probe.formType], body: "q=" + value)
        let certain = Probe.exchange(
            "GET",
            "https://api.auth.adobe.com/api/v1/checkauthn?deviceId=" + value,
            ordinal: 2
        )
        for groups in [[[suspected, certain]], [[suspected], [certain]], [[certain, suspected]]] {
            var redactor = Redactor(key: Captures.key)
            for group in groups { redactor.learn(redactor.finder.findings(in: group)) }
            let leaks = redactor.secretScanner.scan(Array(value.utf8))
            #expect(leaks.map(\.kind) == [.deviceIdentifier])
            #expect(leaks.map(\.field) == ["exchange 2 request query field deviceId"])
            #expect(redactor.summary.totalValues == 1)
            #expect(redactor.summary.totalOccurrences == 2)
        }
    }

    @Test("A value in quotes and the same without count as two, whichever comes first")
    func countedOnce() {
        let values = ["\"kite-77-owl\"", "kite-77-owl"].map {
            Probe.exchange(headers: [("Authorization", "Bearer \($0)")])
        }
        for exchanges in [values, values.reversed()] {
            var redactor = Redactor(key: Captures.key)
            for exchange in exchanges { redactor.study(exchange) }
            #expect(redactor.summary.totalValues == 2)
        }
    }

    @Test("Of a field's name as much is kept as anyone reads: many secrets may stand under a long one")
    func longName() throws {
        let name = String(repeating: "token", count: 20_000)
        let exchange = Probe.exchange(answer: #"{"\#(name)":["kite-77-owl","1234567890"]}"#)
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        let leaks = redactor.secretScanner.scan(Array("kite-77-owl 1234567890".utf8))
        #expect(leaks.count == 2)
        #expect(leaks.allSatisfy { $0.field.utf8.count < 300 && $0.field.hasSuffix("token…") })
    }
}
