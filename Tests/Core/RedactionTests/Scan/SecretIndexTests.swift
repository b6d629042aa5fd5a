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
            #expect(!redactor.secretScanner.scan(Array("..".utf8) + value).isEmpty)
        }
    }

    @Test("How long a form is, and how it begins, is known without writing it out", arguments: 8..<80)
    func beginnings(_ count: Int) {
        let value = (0..<count).map { UInt8(33 + $0 * 7 % 90) }
        for form in SecretForm.allCases {
            let pattern = form.pattern(of: value)
            #expect(form.patternCount(of: count) == pattern.count)
            for length in 1...pattern.count {
                #expect(form.beginning(of: value, count: length).elementsEqual(pattern.prefix(length)))
            }
        }
    }

    @Test(
        "Of a long secret what stands there is replaced, and in every other form the text around goes with it",
        arguments: [64, 65, 127, 128, 129, 300, 900]
    )
    func longSecrets(_ count: Int) {
        let value = Array((0..<300).map { "\($0 * 7919 % 1000)k" }.joined().utf8)
        let sent = Probe.exchange(headers: [("Cookie", "s=" + Probe.text(value))])
        var redactor = Redactor(key: Captures.key)
        redactor.study(sent)
        for form in SecretForm.allCases {
            let piece = Array(form.pattern(of: value).prefix(count))
            let answer = Probe.exchange(answer: "words: \(Probe.text(piece))~", ordinal: 2)
            let pseudonym = Array(Probe.pseudonym(Probe.text(value)).utf8)
            let expected = Array("words: ".utf8) + pseudonym.prefix(count) + Array("~".utf8)
            let body = redactor.redact(answer).response?.body
            if form == .raw {
                #expect(body == expected)
            } else {
                #expect(body?.count == piece.count + 8 && body?.allSatisfy { (0x61...0x7A).contains($0) } == true)
            }
            #expect(redactor.secretScanner.scan(piece).count == 1)
        }
    }

    @Test(
        "A long secret whose beginning stands in thousands of places costs no more than they do",
        .timeLimit(.minutes(1))
    )
    func repeatedBeginnings() {
        let value = (0..<40_000).map { "\($0 * 7919 % 10_007)x" }.joined()
        let beginning = Probe.base64(String(value.prefix(6)))
        let answer = String(repeating: beginning + " ", count: 4_000)
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType],
            body: "client_secret=" + value,
            answer: answer
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        #expect(Probe.text(redactor.redact(exchange).response?.body) == answer)
        #expect(redactor.secretScanner.scan(Array(answer.utf8)) == [])
    }

    @Test("A secret is found whichever of its characters JSON escapes, and however")
    func escapesOfJSON() {
        let value = "b/x\"0001-zé9\\q"
        var redactor = Redactor(key: Captures.key)
        redactor.study(Probe.exchange(headers: [("Authorization", "Bearer " + value)]))
        let scalars = Array(value.unicodeScalars)
        for escaped in -1..<scalars.count {
            let text = scalars.enumerated().map { index, scalar -> String in
                let digits = String(scalar.value, radix: 16)
                if index == escaped { return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits }
                return (scalar == "\"" || scalar == "\\" ? "\\" : "") + String(scalar)
            }.joined()
            #expect(redactor.secretScanner.scan(Array(#"["\n\t\#(text)\b"]"#.utf8)).map(\.form) == [.json])
        }
    }

    @Test("A text of nothing but escapes is searched in time", arguments: [#"\u0000"#, #"\\"#, "&#0;", "%00", "&lt;"])
    func escapesOnly(_ escape: String) {
        var redactor = Redactor(key: Captures.key)
        redactor.study(Probe.exchange(headers: [("Authorization", "Bearer b/x0001-z9q")]))
        let text = Array(String(repeating: escape, count: 20_000 / escape.utf8.count).utf8)
        #expect(redactor.secretScanner.scan(text) == [])
        #expect(!redactor.secretScanner.scan(text + Array("b/x0001-z9q".utf8)).isEmpty)
    }
}
