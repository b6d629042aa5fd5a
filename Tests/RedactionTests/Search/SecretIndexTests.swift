import Testing

@testable import Redaction

@Suite struct SecretIndexTests {
    /// Values that begin alike for as many bytes.
    static func values(sharing count: Int) -> [[UInt8]] {
        let beginning = String(repeating: "Kite-7+/", count: count / 8 + 1).prefix(count)
        return (0..<500).map { Array("\(beginning)>>?\($0)~\($0 &* 7_919)".utf8) }
    }

    @Test(
        "Each of many secrets that begin alike is found in every form, among a few candidates",
        arguments: [8, 20, 64, 200]
    )
    func sharedBeginnings(_ count: Int) {
        var index = SecretIndex()
        let values = Self.values(sharing: count)
        for (number, value) in values.enumerated() { index.insert(value, secret: number) }
        for (number, value) in values.enumerated() {
            for form in SecretForm.allCases {
                for isURLSafe in [false, true] {
                    let text = form.pattern(of: value, isURLSafe: isURLSafe) + Array("...".utf8)
                    let found = index.candidates(in: text[...], at: 0, .none)
                    #expect(found.contains { Int($0.secret) == number && $0.form == form })
                    #expect(found.count <= 64)
                }
            }
        }
    }

    @Test("Secrets that begin alike are replaced and found like any other", arguments: [8, 64, 200])
    func redaction(_ count: Int) {
        let values = Self.values(sharing: count).prefix(60)
        let exchanges = values.enumerated().map { number, value in
            Probe.exchange(headers: [("Cookie", "s=" + Probe.text(value))], ordinal: number + 1)
        }
        var redactor = Redactor(key: Captures.key)
        for exchange in exchanges { redactor.study(exchange) }
        for (exchange, value) in zip(exchanges, values) {
            let sent = Probe.exchange(body: "a " + Probe.text(value) + " b " + Probe.base64(Probe.text(value)))
            let written = "\(redactor.redact(exchange))" + Probe.text(redactor.redact(sent).request.body)
            #expect(!written.contains(Probe.text(value)))
            #expect(!written.contains(Probe.base64(Probe.text(value)).prefix(while: { $0 != "=" })))
            #expect(!redactor.leakGate.scan(Array("..".utf8) + value).isEmpty)
        }
    }
}
