import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct KeptValuesTests {
    static let agent =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 "
        + "Safari/537.36"

    private static let headers = [
        ("Host", "www.kite-television.example"), ("User-Agent", agent), ("Accept-Language", "zh-Hant-TW,de-DE;q=0.8"),
        ("Referer", "https://shop.kite-television.example/live"),
        ("Origin", "https://www.kite-television.example"), ("Content-Type", "text/vnd.kite.page; charset=x-kite-8859"),
        ("Sec-CH-UA", #""Chromium";v="120", "Kite Browser 7";v="120""#),
    ]

    private static let page = Probe.exchange(
        "GET",
        "https://www.kite-television.example/live",
        headers: headers,
        answer: "<p>www.kite-television.example in zh-Hant-TW, \(agent)</p>"
    )

    private static func beacon(_ body: String, type: String = "application/json") -> Exchange {
        Probe.exchange(
            "POST",
            "https://beacon.example/collect",
            headers: headers.filter { $0.0 != "Content-Type" } + [("Content-Type", type)],
            body: body,
            ordinal: 2
        )
    }

    @Test("A beacon that repeats what kept fields say changes neither them nor itself")
    func beacons() {
        let form =
            "ua=\(PercentEncoding.form(Self.agent))&h=www.kite-television.example&ul=zh-Hant-TW&cs=x-kite-8859"
            + "&v=Chrome%2F120.0.0.0&b=Kite+Browser+7&o=https%3A%2F%2Fwww.kite-television.example"
        let exchanges = [Self.page, Self.beacon(form, type: Probe.formType.1)]
        for order in [exchanges, exchanges.reversed()] {
            var redactor = Redactor(key: Captures.key)
            for exchange in order { redactor.study(exchange) }
            for exchange in exchanges { #expect(redactor.redact(exchange) == exchange) }
        }
    }

    @Test("Nor does one that has it all under a name that makes secrets: there it is replaced, and nowhere else")
    func container() {
        let body =
            #"{"session":{"ua":"\#(Self.agent)","host":"www.kite-television.example","domain":"kite-television.example","#
            + #""app":"Chrome/120.0.0.0","os":"Intel Mac OS X 10_15_7","page":"https://www.kite-television.example/live","#
            + #""origin":"https://www.kite-television.example","lang":"zh-Hant-TW","brand":"Kite Browser 7"}}"#
        let beacon = Self.beacon(body)
        var redactor = Redactor(key: Captures.key)
        redactor.study(Self.page)
        redactor.study(beacon)
        #expect(redactor.redact(Self.page) == Self.page)
        let after = redactor.redact(beacon)
        #expect(after.request.headers == beacon.request.headers)
        #expect(!Probe.text(after.request.body).contains("Mozilla"))
    }

    @Test("A person's name or a device's id within a kept field is replaced there, too")
    func secretsWithin() {
        let agent = "Kite/1.2 (AppleTV; device/8812345678; jane-doe-77)"
        let exchange = Probe.exchange(
            "POST",
            headers: [("User-Agent", agent), Probe.formType],
            body: "deviceId=8812345678&username=jane-doe-77"
        )
        let after = Probe.redact(exchange)[0].request.headers[0].value
        let device = Probe.pseudonym("8812345678")
        #expect(after == "Kite/1.2 (AppleTV; device/\(device); \(Probe.pseudonym("jane-doe-77")))")
    }

    @Test("A kept field that is nothing but a value drawn by chance saves no secret")
    func drawnByChance() {
        let ticket = "KsSpdeZHS9ykH239ouuVu7L7"
        let exchange = Probe.exchange(
            "POST",
            headers: [("User-Agent", ticket), Probe.formType],
            body: "token=" + ticket
        )
        #expect(Probe.redact(exchange)[0].request.headers[0].value == Probe.pseudonym(ticket))
    }

    @Test("A custom scheme's place and a URL's user are no hosts")
    func noHosts() {
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType, ("Referer", "kiteapp://kite-77-owl.hoot/in?x=1")],
            body: "token=kite-77-owl.hoot",
            answer: "kite-77-owl.hoot"
        )
        #expect(Probe.text(Probe.redact(exchange)[0].response?.body) == Probe.pseudonym("kite-77-owl.hoot"))
    }
}
