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

    @Test("A one-time code and an id that fields name are replaced in prose and in paths, too")
    func codes() {
        let exchanges = Probe.redact(
            Probe.exchange(
                "POST",
                "https://login.mvpd.example/idp",
                headers: [Probe.formType],
                body: "otp=483921&userId=kite077",
                answerHeaders: [("Content-Type", "text/html")],
                answer: "<p>Code 483921 is not right for kite077.</p>"
            ),
            Probe.exchange("GET", "https://www.kite.example/activate/483921?a=1", ordinal: 2)
        )
        let (code, user) = (Probe.pseudonym("483921"), Probe.pseudonym("kite077"))
        #expect(Probe.text(exchanges[0].response?.body) == "<p>Code \(code) is not right for \(user).</p>")
        #expect(exchanges[1].request.url.hasPrefix("https://www.kite.example/activate/\(code)?"))
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
