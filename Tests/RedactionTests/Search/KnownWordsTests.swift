import Exchanges
import Testing

@testable import Redaction

@Suite struct KnownWordsTests {
    private func replacing(_ text: String) -> String? {
        var words = KnownWords()
        words.insert(Array("K7TQ2MX".utf8), Array("B1ABCDE".utf8))
        words.insert(Array("8812345".utf8), Array("7000000".utf8))
        return words.replacing(Array(text.utf8)).map { Probe.text($0) }
    }

    @Test(
        "A word is replaced wherever it stands as a whole, behind an escape, too",
        arguments: [
            ("Enter K7TQ2MX now.", "Enter B1ABCDE now."), ("/regcode/K7TQ2MX", "/regcode/B1ABCDE"),
            ("a%2FK7TQ2MX%3F", "a%2FB1ABCDE%3F"), (#""\nK7TQ2MX\u0020""#, #""\nB1ABCDE\u0020""#),
            ("&lt;K7TQ2MX&gt;", "&lt;B1ABCDE&gt;"), ("[8812345,1]", "[7000000,1]"), ("No. 8812345.", "No. 7000000."),
        ]
    )
    func words(text: String, expected: String) {
        #expect(replacing(text) == expected)
    }

    @Test(
        "A piece of a word, and of a number with a fraction, is another",
        arguments: ["K7TQ2MXX", "xK7TQ2MX", "k7tq2mx", "0.8812345", "8812345.25", "18812345", "", "%", "\\", "&"]
    )
    func pieces(text: String) {
        #expect(replacing(text) == nil)
    }

    @Test("A registration code that is named once is replaced in prose, in paths, and at the provider's")
    func registrationCode() {
        let code = Probe.pseudonym("K7TQ2MX")
        let exchanges = Probe.redact(
            Probe.exchange(
                "POST",
                "https://api.auth.adobe.com/reggie/v1/KITETV/regcode",
                answer: #"{"id":"0b6c4a1e","code":"K7TQ2MX","requestor":"KITETV"}"#
            ),
            Probe.exchange(
                "GET",
                "https://www.kite.example/activate/K7TQ2MX",
                answerHeaders: [("Content-Type", "text/html")],
                answer: "<p>Your code is K7TQ2MX.</p>",
                ordinal: 2
            ),
            Probe.exchange(
                "POST",
                "https://login.mvpd.example/idp",
                headers: [Probe.formType],
                body: "RelayState=K7TQ2MX",
                ordinal: 3
            )
        )
        #expect(Probe.text(exchanges[0].response?.body) == #"{"id":"0b6c4a1e","code":"\#(code)","requestor":"KITETV"}"#)
        #expect(exchanges[1].request.url == "https://www.kite.example/activate/\(code)")
        #expect(Probe.text(exchanges[1].response?.body) == "<p>Your code is \(code).</p>")
        #expect(Probe.text(exchanges[2].request.body) == "RelayState=\(code)")
    }

    @Test("A short id that a field names is replaced in prose; what is a word or a year is not")
    func ids() {
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType],
            body: "userId=8812345&uid=kiters&sid=2026",
            answer: #"{"message":"8812345 and the kiters of 2026"}"#
        )
        let answer = Probe.text(Probe.redact(exchange)[0].response?.body)
        #expect(answer == #"{"message":"\#(Probe.pseudonym("8812345")) and the kiters of 2026"}"#)
    }

    @Test("What was forgotten is no known word any more, what is kept elsewhere is none")
    func forgotten() {
        var redactor = Redactor(
            key: Captures.key,
            remembering: RedactionMemory(secrets: 4, secretBytes: nil, identities: 9)
        )
        let page = Probe.exchange("GET", "https://kite.example/a/user001/b")
        for number in 1...9 { redactor.study(Probe.exchange(answer: #"{"userId":"user00\#(number)"}"#)) }
        #expect(redactor.redact(page) == page)
        redactor.study(Probe.exchange(answer: #"{"userId":"user001"}"#))
        #expect(redactor.redact(page) != page)
        redactor.study(Probe.exchange(answer: #"{"requestor":"user001"}"#))
        #expect(redactor.redact(page) == page)
    }
}
