import Testing

@testable import Redaction

@Suite struct MailAddressTests {
    private func address(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let at = bytes.firstIndex(of: 0x40),
            let found = MailAddress.address(around: at..<at + 1, in: bytes[...])
        else { return nil }
        return Probe.text(Array(found.local)) + "@" + Probe.text(Array(found.domain))
    }

    @Test(
        "An address is found in whatever stands around it",
        arguments: [
            ("Sorry, jane.doe@kite.example, no.", "jane.doe@kite.example"),
            ("<jane+tv@kite.example>", "jane+tv@kite.example"),
            ("at jane@mail.kite.co.uk.", "jane@mail.kite.co.uk"), ("mailto:jane@kite.example?x", "jane@kite.example"),
            (#""\njane@kite.example\n""#, "jane@kite.example"), ("%3Cjane@kite.example%3E", "jane@kite.example"),
            ("/users/jane@kite.example/tv", "jane@kite.example"), ("jörg@kité.example", "jörg@kité.example"),
        ]
    )
    func found(text: String, expected: String) {
        #expect(address(in: text) == expected)
    }

    @Test(
        "A file, a version, a user of a URL, a mailbox of nobody and a piece of code are none",
        arguments: [
            "icon@2x.png", "lodash@4.17.21", "https://jane:secret@kite.example/", "//jane@kite.example/a",
            "support@kite.example", "No-Reply+7@kite.example", "@media (a.b)", "jane@", "@kite.example", "jane@kite",
            "jane@.example", "a@b.c", "jane.@kite.example", "jane@@kite.example",
        ]
    )
    func none(text: String) {
        #expect(address(in: text) == nil)
    }

    @Test("The longest address has 64 and 255 bytes")
    func limits() {
        let local = String(repeating: "j", count: 64)
        #expect(address(in: local + "@kite.example") == local + "@kite.example")
        #expect(address(in: local + "j@kite.example") == nil)
    }

    @Test("Sent elsewhere under any name it is somebody's, and looked for everywhere")
    func sentElsewhere() {
        let exchange = Probe.exchange(
            "POST",
            "https://login.mvpd.example/idp",
            headers: [Probe.formType],
            body: "f1=jane%40kite.example&f2=support%40kite.example",
            answer: "<p>jane@kite.example is locked, write to support@kite.example</p>"
        )
        let after = Probe.redact(exchange)[0]
        let jane = Probe.pseudonym("jane@kite.example")
        #expect(Probe.text(after.response?.body) == "<p>\(jane) is locked, write to support@kite.example</p>")
        #expect(Probe.text(after.request.body).hasPrefix("f1=" + jane.replacing("@", with: "%40")))
    }
}
