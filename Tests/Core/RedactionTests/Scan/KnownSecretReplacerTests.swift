import Documents
import Exchanges
@testable import Redaction
import Testing

@Suite struct KnownSecretReplacerTests {
    @Test("What is replaced of a secret that breaks off within a character leaves a text")
    func brokenOffWithinCharacter() {
        let secret = String(repeating: "ab\u{FFFD}", count: 20)
        let end = "ab\u{FFF9}" + String(repeating: "ab\u{FFFD}", count: 11)
        let shorter = String(repeating: "ab\u{FFFD}", count: 15) + end
        var redactor = Redactor(key: Array(repeating: 1, count: 32))
        let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret)], answer: shorter)
        redactor.study(exchange)
        let answer = redactor.redact(exchange).response?.body ?? []
        #expect(String(validating: answer, as: UTF8.self)?.hasSuffix(end.dropFirst(3)) == true)
        #expect(answer.count == shorter.utf8.count)
        #expect(!answer.starts(with: "ab".utf8))
        #expect(redactor.secretScanner.scan(answer).isEmpty)
    }

    @Test("Digits that spell a secret in hexadecimal become other digits: they may be a number of JSON")
    func digitsOfSecret() throws {
        let sent = Probe.exchange("POST", "https://kite.example/", headers: [Probe.formType], body: "pwd=Secret77Paste")
        let answered = Probe.exchange(
            answerHeaders: [("Content-Type", "application/json")],
            answer: #"{"count":53656372657437375061737465}"#,
            ordinal: 2
        )
        let body = try #require(Probe.redact(sent, answered)[1].response?.body)
        let object = try #require(JSONValue(parsing: body).object)
        #expect(object["count"]?.number?.text.utf8.count == 26)
        #expect(!Probe.text(body).contains("53656372657437375061737465"))
    }

    @Test("A secret that begins with the last mark of another is replaced, too")
    func overlapping() {
        let repeated = String(repeating: "/ttps:", count: 11)
        var redactor = Redactor(key: Array(repeating: 1, count: 32))
        let exchange = Probe.exchange(
            headers: [("X-Auth-Note", repeated + "/:/tes")],
            body: "Co" + repeated + repeated.dropLast(6) + "/ttp"
        )
        redactor.study(exchange)
        let redacted = redactor.redact(exchange)
        #expect(redactor.secretScanner.scan(redacted.request.body ?? []).isEmpty)
        #expect(redacted.request.body?.count == exchange.request.body?.count)
    }

    @Test(
        "A secret that begins within a percent escape stands in plain text, and is replaced there",
        arguments: ["%7Bkite-77-owl", "%4bkite-77"]
    )
    func beginsWithinPercentEscape(text: String) throws {
        let secret = String(text.dropFirst(2))
        let sent = Probe.exchange(headers: [("Authorization", "Bearer " + secret)])
        let answered = Probe.exchange(answer: "<p>" + text + "</p>", ordinal: 2)
        let body = Probe.text(Probe.redact(sent, answered)[1].response?.body)
        #expect(body == "<p>" + text.prefix(2) + Probe.pseudonym(secret) + "</p>")
    }

    /// Returns what is left of JSON in which the secret of a header stands letter by letter.
    private func redacted(_ json: String, knowing secret: String) throws -> JSONValue {
        var redactor = Redactor(key: Captures.key)
        let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret)], answer: json)
        redactor.study(exchange)
        let body = try #require(redactor.redact(exchange).response?.body)
        #expect(!redactor.secretScanner.scan(Array(json.utf8)).isEmpty)
        #expect(redactor.secretScanner.scan(body).isEmpty, "\(Probe.text(body))")
        return try JSONValue(parsing: body)
    }

    @Test(
        "JSON stays JSON where a secret begins or ends within an escape, holds one, or reaches from string to string",
        arguments: [
            (#"nkite-77-owl"#, #"\nkite-77-owl"#), (#"41kite-77-owl"#, #"\u0041kite-77-owl"#),
            (#"u0041kite-77-owl"#, #"\u0041kite-77-owl"#), (#"kite-77-owl\n"#, #"kite-77-owl\n"#),
            (#"kite-77-owl\u00"#, #"kite-77-owl\u00e9"#), (#"kite\n77\towl"#, #"kite\n77\towl"#),
            (#"\\n77-owlkite"#, #"\\\n77-owlkite"#),
            ("Akite-77-owl", #"\\u0041kite-77-owl"#), (#"kite","77-owl"#, #"kite","77-owl"#),
            (#"kite",true,"owl"#, #"kite",true,"owl"#), (#"kite",1.5e10,"owl"#, #"kite",1.5e10,"owl"#),
        ]
    )
    func staysJSON(secret: String, string: String) throws {
        let members = try #require(redacted(#"{"note":["\#(string)"]}"#, knowing: secret).object).members
        let elements = try #require(members.first?.value.array)
        let before = try JSONValue(parsing: Array(#"["\#(string)"]"#.utf8)).array ?? []
        #expect(elements.count == before.count)
        for (new, old) in zip(elements, before) {
            switch (new, old) {
            case (.string(let new), .string(let old)): #expect(new != old)
            case (.number(let new), .number(let old)): #expect(new != old)
            default: #expect(new == old)
            }
        }
    }

    @Test("A member's name keeps its length where a secret stands in its escapes")
    func escapedName() throws {
        let object = try #require(redacted(#"{"\u0041kite-77":"x"}"#, knowing: "0041kite-77").object)
        #expect(object.members[0].key.utf8.count == 8 && object.members[0].key != "Akite-77")
        // No visitor comes upon it: the whole text goes.
        #expect(object.members[0].value.string?.utf8.count == 1 && object.members[0].value != .string("x"))
    }

    @Test("A byte order mark does not hide that a body is JSON")
    func byteOrderMark() throws {
        let value = try redacted(
            "\u{FEFF}" + #"{"note":["kite1\n\n\n\n\n\n\n\n"]}"#,
            knowing: #"kite1\n\n\n\n\n\n\n\n"#
        )
        #expect(value.object?.members.first?.value.array?.count == 1)
    }

    @Test("A name that looks like an address keeps its length")
    func addressAsName() throws {
        let json = #"{"1.2.3.4":"kite\n\n\n\n\n\n7"}"#
        let object = try #require(redacted(json, knowing: #".3.4":"kite\n\n\n\n\n\n7"#).object)
        #expect(object.members[0].key.utf8.count == 7)
        #expect(object.members[0].key != "1.2.3.4")
    }

    @Test("A body that is one string of JSON stays one, whatever its type says")
    func stringAsForm() throws {
        let body = #""&token=kite\n\n\n\n\n\n77""#
        let exchange = Probe.exchange("POST", headers: [Probe.formType], body: body)
        let redacted = try #require(Probe.redact(exchange)[0].request.body)
        let text = try #require(JSONValue(parsing: redacted).string)
        #expect(!text.contains("kite"))
    }

    @Test("Bytes that are no characters are replaced to the last")
    func continuationBytes() {
        let bytes = Array(UInt8(0x81)...0x88)
        var exchange = Probe.exchange(
            "POST",
            "https://api.auth.adobe.com/x?token=%81%82%83%84%85%86%87%88",
            body: "x"
        )
        exchange.request.body = bytes + [0x89]
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        let body = redactor.redact(exchange).request.body ?? []
        #expect(body.count == 9 && body != bytes + [0x89])
        #expect(redactor.secretScanner.scan(body).isEmpty)
    }

    @Test("What reaches from one text of a HAR entry to the next is replaced", arguments: [0, 1])
    func acrossTheEntry(index: Int) throws {
        let (secret, texts) = [
            (#"kite","77-owl"#, ["kite", "77-owl"]), ("nkite-77-owl", ["\nkite-77-owl", "other"]),
        ][index]
        let entry: JSONObject = ["_x": .array(texts.map { .string($0) })]
        let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret)], entry: entry)
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        let redacted = try #require(redactor.redact(exchange).harExtras)
        let strings = try #require(redacted.members.first?.value.array)
        #expect(strings.count == 2 && strings[0] != .string(texts[0]))
        #expect(redactor.secretScanner.scan(Array(JSONValue.object(redacted).serialized.utf8)).isEmpty)
    }

    @Test(
        "What stands in an error's code, or reaches from one text of a VSA call to the next, is replaced",
        arguments: [
            (#"{"accountProviderAuthenticationToken":"1234567891"}"#, #"{"code":1234567891}"#),
            (#"{"accountProviderAuthenticationToken":"9223372036854775807"}"#, #"{"code":-9223372036854775807}"#),
            (#"{"accountProviderAuthenticationToken":"kite\",\"77-owl","attributeNames":["kite","77-owl"]}"#, "null"),
            (#"{"accountProviderAuthenticationToken":"accountProviderAuthenticationToken"}"#, "null"),
            (
                #"{"accountProviderAuthenticationToken":"nkite-77-owl"}"#,
                #"{"code":1,"userInfo":{"\nkite-77-owl":"x"}}"#
            ),
            (#"{"accountProviderAuthenticationToken":"12Z\",\"call\":\"enqueue"}"#, "null"),
            (
                #"{"accountProviderAuthenticationToken":"kite7\",\"code\":90"}"#,
                #"{"domain":"kite7","code":9000000000000000002}"#
            ),
            (#"{}"#, #"{"code":1,"userInfo":{"userId":757575757575757575}}"#),
            (
                #"{"accountProviderAuthenticationToken":"kite7\",\"identifier\":\"o","#
                    + #""applicationAccountProviders":[{"localizedDisplayName":"kite7","identifier":"owl-8"}]}"#,
                "null"
            ),
            (
                #"{"accountProviderAuthenticationToken":"kite-77\",\"at\":\"2026-12-20t1"}"#,
                #"{"code":1,"x":"kite-77","at":"2026-12-20t10:00:00.1234567890z"}"#
            ),
        ]
    )
    func acrossTheLine(request: String, error: String) throws {
        let line =
            #"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":\#(request),"metadata":null,"error":\#(error)}"#
        let response = try #require(VSALog.parse(Array(line.utf8)).first)
        var redactor = Redactor(key: Captures.key)
        redactor.study(response)
        let redacted = redactor.redact(response)
        #expect(redacted != response)
        #expect(redacted.answeredAt == response.answeredAt)
        let written = Array(VSALog.line(for: redacted).utf8)
        #expect(redactor.secretScanner.scan(written).isEmpty)
        #expect(try VSALog.parse(written).count == 1)
    }

    @Test(
        "Secrets behind each other, each of which begins within an escape of the one before, are all replaced",
        arguments: [
            ("Bkite15z", "%7Bkite15", "z"), ("lt;k>te1&", "&lt;k&gt;te1", "&z"),
            (#"nk1tex7\"#, #"\nk\u0031tex7"#, #"\ z"#),
        ]
    )
    func chains(secret: String, unit: String, end: String) throws {
        let text = "x" + String(repeating: unit, count: 40) + end
        for key in 0..<20 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret)], answer: text)
            redactor.study(exchange)
            let body = try #require(redactor.redact(exchange).response?.body)
            #expect(redactor.secretScanner.scan(body).isEmpty, "\(Probe.text(body))")
            #expect(Probe.text(body) != text)
        }
    }

    private static let quotes = String(repeating: "'", count: 54)

    @Test(
        "Where hardly more than the rest of escapes stands of a secret, it is replaced with them",
        arguments: [
            ("u00e9-_-", #"{"note":"\u00e9-_-"}"#), ("quot;1-_", "x&quot;1-_"), ("41kite1%4", "x%41kite1%41"),
            ("41ki-_%4", "x%41ki-_%41"), ("#x00000041", "x&#x00000041;"),
            ("#x00000041;\(quotes)kite-77", "x&#x00000041;\(quotes)kite-77"),
        ]
    )
    func hardlyMoreThanEscapes(secret: String, text: String) throws {
        for key in 0..<50 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret), ("User-Agent", text)])
            redactor.study(exchange)
            #expect(!redactor.secretScanner.scan(Array(text.utf8)).isEmpty)
            let redacted = redactor.redact(exchange).request.headers[1].value
            #expect(redacted != text)
            #expect(redactor.secretScanner.scan(Array(redacted.utf8)).isEmpty, "\(redacted)")
        }
    }

    @Test("Of characters that a secret holds in part whole ones are left, or letters of the whole text")
    func halvesOfCharacters() throws {
        let exchange = Probe.exchange(
            headers: [("Cookie", "a=%9F%98%80-_.%F0%9F"), ("User-Agent", "x\u{1F600}-_.\u{1F600}x")]
        )
        for key in 0..<20 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            redactor.study(exchange)
            let value = redactor.redact(exchange).request.headers[1].value
            #expect(value.utf8.count == 13 && !value.contains("\u{1F600}") && !value.contains("\u{FFFD}"))
            #expect(redactor.secretScanner.scan(Array(value.utf8)).isEmpty)
        }
    }

    @Test("A secret that ends within an escape is replaced to its end", arguments: ["kite-77%4", "kite-77&#4"])
    func endsWithinEscape(secret: String) throws {
        let text = secret + (secret.contains("&") ? "1;owl" : "1owl")
        for key in 0..<20 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            let exchange = Probe.exchange(headers: [("Authorization", "Bearer " + secret), ("User-Agent", text)])
            redactor.study(exchange)
            let value = redactor.redact(exchange).request.headers[1].value
            #expect(value.hasSuffix(text.dropFirst(secret.utf8.count)) && !value.hasPrefix("kite"))
            #expect(redactor.secretScanner.scan(Array(value.utf8)).isEmpty)
        }
    }

    @Test(
        "JSON in which nothing but punctuation and escapes would change gets letters instead",
        arguments: [
            (#"0001\u0002\u0003"#, #"{"note":"\u0001\u0002\u0003"}"#), (#"true,"198.1"#, #"[true,"198.18.7.9"]"#),
            (#"true,"y2":false"#, #"{"a":true,"y2":false}"#),
        ]
    )
    func lettersInstead(secret: String, json: String) throws {
        for key in 0..<20 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            let exchange = Probe.exchange(headers: [("Cookie", "a=" + secret)], answer: json)
            redactor.study(exchange)
            let body = try #require(redactor.redact(exchange).response?.body)
            #expect(redactor.secretScanner.scan(body).isEmpty, "\(Probe.text(body))")
            #expect(throws: Never.self) { try JSONValue(parsing: body) }
        }
    }

    @Test("Bytes that are no text stay percent-encoded where others of the same value stand raw")
    func percentInJSON() throws {
        let body = Probe.answer(#"{"password":"Жйы%FF%FF%FF%FF%FF"}"#)
        #expect(try JSONValue(parsing: Array(body.utf8)).object?["password"]?.string?.contains("\u{FFFD}") == false)
    }

    @Test("Of a secret that goes on behind 64 bytes within a character, the gate and the search say the same")
    func characterAtTheEnd() {
        let start = String("kite1" + String(repeating: "abcdefghij", count: 6)).prefix(63)
        let exchange = Probe.exchange(
            headers: [("Authorization", "Bearer \(start)\u{E9}owl-77"), ("\(start)&#233;owl-77", "x")]
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        #expect(!redactor.secretScanner.scan(Array(exchange.request.headers[1].name.utf8)).isEmpty)
        let name = redactor.redact(exchange).request.headers[1].name
        #expect(redactor.secretScanner.scan(Array(name.utf8)).isEmpty)
    }

    @Test("A secret that begins within a character is gone, and nothing is left to be repaired")
    func withinCharacter() throws {
        let exchange = Probe.exchange(
            "GET",
            "https://api.auth.adobe.com/x?token=%A9kite-71",
            headers: [("Authorization", "Bearer abcdefg1\u{FFFD}"), ("User-Agent", "abcdefg1\u{E9}kite-71")]
        )
        for key in 0..<20 {
            var redactor = Redactor(key: Array(repeating: UInt8(key), count: 32))
            redactor.study(exchange)
            let value = redactor.redact(exchange).request.headers[1].value
            #expect(!value.contains("\u{FFFD}") && !value.contains("kite"))
            #expect(redactor.secretScanner.scan(Array(value.utf8)).isEmpty)
        }
    }
}
