import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct ProseVisitorTests {
    private func page(_ text: String, type: String = "text/html") -> String {
        Probe.text(
            Probe.redact(Probe.exchange(answerHeaders: [("Content-Type", type)], answer: text))[0].response?.body
        )
    }

    private static let mail = "jane.doe@kite.example"

    @Test("An error page that quotes an e-mail address does not keep it, in whatever it is written")
    func addresses() {
        let jane = Probe.pseudonym(Self.mail)
        #expect(page("<p>No account for \(Self.mail).</p>") == "<p>No account for \(jane).</p>")
        #expect(page("No account for \(Self.mail)", type: "text/plain") == "No account for \(jane)")
        #expect(!page("<p>jane.doe&#64;kite.example</p>").contains("jane.doe"))
        #expect(Probe.answer(#"{"details":"for \#(Self.mail)"}"#) == #"{"details":"for \#(jane)"}"#)
        #expect(!Probe.answer(#"{"details":"for jane.doe\u0040kite.example"}"#).contains("jane.doe"))
        #expect(Probe.url("https://kite.example/u/jane.doe%40kite.example/tv").hasPrefix("https://kite.example/u/"))
        #expect(!Probe.url("https://kite.example/u/jane.doe%40kite.example/tv").contains("jane.doe"))
        #expect(!Probe.header("Warning", "199 - \(Self.mail)").contains("jane.doe"))
    }

    @Test(
        "What looks random behind a secret name and an equals sign is replaced in any text",
        arguments: ["see https://kite.example/u?token=%&x=1", "failed: access_token=%, try again", "var apiKey=%;"]
    )
    func pairs(text: String) {
        let token = "KsSpdeZHS9ykH239ouuVu7L7"
        let expected = text.replacing("%", with: Probe.pseudonym(token))
        #expect(page(text.replacing("%", with: token), type: "text/plain") == expected)
        let entry: JSONObject = ["_vendor": .object(["note": .string(text.replacing("%", with: token))])]
        let note = Probe.redact(Probe.exchange(entry: entry))[0].harExtras?["_vendor"]?["note"]?.string
        #expect(note == expected)
        var exchange = Probe.exchange()
        exchange.outcome = .response(HTTPResponse(status: 400, reason: text.replacing("%", with: token)))
        #expect(Probe.redact(exchange)[0].response?.reason == expected)
    }

    @Test(
        "Behind another name, or where it looks like a word or code, it stays",
        arguments: [
            "see https://kite.example/u?resource=KsSpdeZHS9ykH239ouuVu7L7", "var token=window.localStorage.getItem(1)",
            "the token=supportedAccountProviders", "token = KsSpdeZHS9ykH239ouuVu7L7", "=KsSpdeZHS9ykH239ouuVu7L7",
        ]
    )
    func noPairs(text: String) {
        #expect(page(text, type: "text/plain") == text)
    }

    @Test("A fragment without a name is replaced if it looks random, and an anchor stays")
    func fragments() {
        let url = "https://api.auth.adobe.com/api/v1/config/KITE"
        #expect(Probe.url(url + "#kL9xQz72Tm4wPq81") == url + "#" + Probe.pseudonym("kL9xQz72Tm4wPq81"))
        #expect(Probe.url(url + "#section-of-the-page") == url + "#section-of-the-page")
    }

    @Test("A picture is not read")
    func pictures() {
        let text = "\u{1}jane.doe@kite.example"
        #expect(page(text, type: "image/png") == text)
    }

    @Test("A display name is a person's in an answer that is not Adobe's, and then everywhere")
    func displayNames() {
        let other = Probe.exchange("GET", "https://id.kite.example/me", answer: #"{"displayName":"Kittiwake"}"#)
        let page = Probe.exchange("GET", "https://kite.example/", answer: "<p>Kittiwake, your TV</p>", ordinal: 2)
        let name = Probe.pseudonym("Kittiwake")
        let after = Probe.redact(other, page)
        #expect(Probe.text(after[0].response?.body) == #"{"displayName":"\#(name)"}"#)
        #expect(Probe.text(after[1].response?.body) == "<p>\(name), your TV</p>")
        // A provider's name is none, whoever says it, too.
        let config = Probe.exchange(answer: #"{"mvpds":[{"displayName":"Kittiwake"}]}"#, ordinal: 3)
        let kept = Probe.redact(other, page, config)
        #expect(kept[1] == page && kept[2] == config)
    }
}
