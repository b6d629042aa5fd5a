import Exchanges
import SubscriberAccount
import Testing

@testable import Redaction

@Suite("Where no search is possible, texts go that no rule vouches for")
struct RemovingTests {
    private let redactor = Redactor(key: [1])
    private let canary = "kite-subscriber-90210-x"

    private func text(_ exchange: Exchange?) -> String {
        guard let exchange else { return "" }
        var text = exchange.request.url + String(decoding: exchange.request.body ?? [], as: UTF8.self)
        for field in exchange.request.headers + (exchange.response?.headers ?? []) { text += " " + field.value }
        return text + String(decoding: exchange.response?.body ?? [], as: UTF8.self)
            + (exchange.response?.reason ?? "") + "\(exchange.harExtras ?? [:])"
    }

    @Test("From a path, a page, a header, a JSON of unknown names, a HAR's own notes")
    func places() {
        for exchange in [
            Probe.exchange("GET", "https://api.auth.adobe.com/help/\(canary)/page"),
            Probe.exchange(answer: "<html><p>Welcome \(canary)</p></html>"),
            Probe.exchange(answer: "var id = '\(canary)'"),
            Probe.exchange(headers: [("Referer", "https://a.example/\(canary)")]),
            Probe.exchange(answerHeaders: [("Server", "x \(canary)")]),
            Probe.exchange(answer: #"{"page":{"remark":"\#(canary)"}}"#),
            Probe.exchange("POST", body: "remark=\(canary)&requestor=KITETV"),
            Probe.exchange(entry: ["comment": .string(canary)]),
        ] {
            #expect(text(exchange).contains(canary))
            let changed = redactor.removingDoubtful(exchange, keepsPath: false)
            #expect(changed != nil && !text(changed).contains(canary), "\(text(exchange))")
        }
    }

    @Test("From a VSA call what its log says besides, and the words of errors")
    func vsaCalls() {
        let note = VSALogNote(.line, "remark", json: "\"\(canary)\"")
        var response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .checkAccessStatus(prompt: false),
            answer: .accessStatus(.granted, nil)
        )
        #expect(redactor.removingDoubtful(response) == nil)
        response.logNotes = [note]
        #expect(redactor.removingDoubtful(response)?.logNotes == [])
    }

    @Test("What rules vouch for stays")
    func kept() {
        let exchange = Probe.exchange(
            "GET",
            "https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV&format=json",
            headers: [("Accept", "application/json"), ("User-Agent", "KITETV/1.2 tvOS/18.1")],
            answerHeaders: [("Content-Type", "application/json")],
            answer: #"{"requestor":"KITETV","expires":"1795211956577","mvpd":"Plover"}"#
        )
        #expect(redactor.removingDoubtful(exchange, keepsPath: true) == nil)
    }
}
