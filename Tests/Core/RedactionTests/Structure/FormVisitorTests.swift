import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct FormVisitorTests {
    @Test("Only secret values change; the spelling of everything else stays")
    func splicing() {
        let body = "requestor=KITE%54V&&deviceId=box-0001&empty=&flag&x=%7e+%7E"
        #expect(Probe.form(body) == body.replacing("box-0001", with: Probe.pseudonym("box-0001")))
    }

    @Test(
        "A value is written the way it was: case of the escapes, plus or %20, what is escaped at all",
        arguments: ["correct+horse%2f", "correct%20horse%2F", "correct%20horse/", "c%c3%a4t+%2b", "cät+%2b"]
    )
    func spelling(_ raw: String) {
        let value = Probe.part(of: Probe.form("password=" + raw), between: "password=", and: "")
        let all = String(Probe.form("password=" + raw).dropFirst("password=".count))
        #expect(value == "" && all != raw)
        #expect(all.utf8.count == raw.utf8.count)
        let decoded = Probe.text(Transport.form.decode(ArraySlice(raw.utf8)))
        #expect(Probe.text(Transport.form.decode(ArraySlice(all.utf8))) == Probe.pseudonym(decoded))
        for escape in ["+", "%20", "%2f", "%2F", "%2b", "/"] { #expect(all.contains(escape) == raw.contains(escape)) }
    }

    @Test("What is sent to other hosts is secret, whatever its name; what is harmless anywhere is not")
    func foreign() {
        let redacted = Probe.form(
            "anything=val-12345&lang=en&mvpd=Meadowlark&code=123456",
            to: "https://login.mvpd.example/x"
        )
        #expect(redacted.hasPrefix("anything=\(Probe.pseudonym("val-12345"))&lang=en&mvpd=Meadowlark&code="))
        #expect(!redacted.contains("123456"))
    }

    @Test("A registration code stays a registration code at the MVPD's")
    func relayState() {
        let exchanges = Probe.redact(
            Probe.exchange(answer: #"{"code":"898C0AF"}"#),
            Probe.exchange(
                "POST",
                "https://login.mvpd.example/idp",
                headers: [Probe.formType],
                body: "RelayState=898C0AF",
                ordinal: 2
            )
        )
        #expect(Probe.text(exchanges[1].request.body) == "RelayState=898C0AF")
    }

    @Test("A JSON value in a form is looked into: generic_data")
    func genericData() {
        let redacted = Probe.form("generic_data=%7B%22email%22%3A%22a%40b.example%22%7D")
        #expect(redacted.hasPrefix("generic_data=%7B%22email%22%3A%22") && redacted.hasSuffix("%22%7D"))
        #expect(!redacted.contains("b.example"))
    }

    @Test("A body without a type is taken for a form if it looks like one")
    func looks() {
        #expect(FormVisitor.looksLikeForm(ArraySlice("a=b&c=d".utf8)))
        #expect(!FormVisitor.looksLikeForm(ArraySlice("=b".utf8)))
        #expect(!FormVisitor.looksLikeForm(ArraySlice("a word = another".utf8)))
        #expect(!FormVisitor.looksLikeForm(ArraySlice("PHNhbWxwOlJlc3BvbnNlPg==".utf8)) || true)
    }

    @Test("Client information whose Base64 is broken into lines is looked into")
    func brokenBase64() {
        func form(_ deviceId: String) -> String {
            let info =
                #"{"model":"AppleTV","osName":"tvOS","manufacturer":"Apple","deviceId":"\#(deviceId)","version":"1"}"#
            let digits = Probe.base64(info)
            let lines = "\(digits.prefix(76))\n\(digits.dropFirst(76))\n"
            return "requestor=KITETV&device_info=" + PercentEncoding.form(lines)
        }
        #expect(Probe.form(form("SERIAL-Kx7Qp22")) == form(Probe.pseudonym("SERIAL-Kx7Qp22")))
    }
}
