import Documents
import Exchanges
import SubscriberAccount
import Testing

@testable import Redaction

/// A known secret where no rule names it, in whatever it is written: it gets into no recording.
@Suite struct UnnamedPlacesTests {
    /// Something of what each way of writing escapes.
    private static let secret = #"kite/Owl-77&"plum"+tree"#

    /// The forms in which it is written: by other means than the redactor's.
    static let writings: [(name: String, text: String)] = [
        ("as it is", secret),
        ("percent-encoded where it must be", escaped { "/&\"+".utf8.contains($0) ? percent($0) : nil }),
        ("percent-encoded throughout", escaped { percent($0).lowercased() }),
        ("with entities", escaped { [0x26: "&amp;", 0x22: "&quot;"][$0] }),
        ("with character references", escaped { "&#\($0);" }),
        ("with hexadecimal character references", escaped { $0 == 0x2F ? "&#x2F;" : nil }),
        ("as JSON writes it", escaped { $0 == 0x22 ? "\\\"" : nil }),
        ("as some JSON writes it", escaped { $0 == 0x2F ? "\\/" : nil }),
        ("with escapes throughout", escaped { "\\u00" + hexadecimal($0) }),
        ("in Base64", base64("")), ("in Base64 behind a byte", base64("{")), ("in Base64 behind two", base64("{{")),
        ("in Base64 of the URL alphabet", Base64.encode(Array(secret.utf8), alphabet: .urlSafe, padding: false)),
        ("in hexadecimal", escaped { hexadecimal($0) }),
        ("in small hexadecimal", escaped { hexadecimal($0).lowercased() }),
        ("in Base64 that is percent-encoded", base64("").utf8.map { percent($0) }.joined()),
    ]

    private static func escaped(_ escape: (UInt8) -> String?) -> String {
        secret.utf8.map { escape($0) ?? String(UnicodeScalar($0)) }.joined()
    }

    private static func percent(_ byte: UInt8) -> String { "%" + hexadecimal(byte) }
    private static func base64(_ before: String) -> String { Base64.encode(Array((before + secret).utf8)) }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }

    private static func json(_ text: String) -> String { JSONValue.string(text).serialized }

    /// Exchanges with a text in a place of which no rule says that it is secret.
    private static func places(_ text: String) -> [(name: String, exchange: Exchange)] {
        var failed = Probe.exchange()
        failed.outcome = .failure("no route, \(text), tried twice")
        var reasoned = Probe.exchange()
        reasoned.outcome = .response(HTTPResponse(status: 200, reason: "ok \(text) then"))
        let page = "<html><head><title>Help</title></head><body>"
        return [
            ("path", Probe.exchange("GET", "https://www.kite.example/help/\(text)/page?lang=en")),
            ("query", Probe.exchange("GET", "https://api.auth.adobe.com/help?remark=a \(text) b")),
            ("fragment", Probe.exchange("GET", "https://api.auth.adobe.com/help#\(text)")),
            ("method", Probe.exchange("X\(text)")),
            ("header", Probe.exchange(headers: [("User-Agent", "x \(text) y")])),
            ("header's name", Probe.exchange(headers: [("X-\(text)", "")])),
            ("form", Probe.exchange("POST", headers: [Probe.formType], body: "remark=\(text)&format=json")),
            ("reason", reasoned), ("failure", failed), ("plain text", Probe.exchange(answer: "before \(text), after")),
            ("page", Probe.exchange(answer: page + "<p>Before \(text), after</p></body></html>")),
            ("attribute", Probe.exchange(answer: page + #"<p title='\#(text)'>a</p></body></html>"#)),
            ("comment", Probe.exchange(answer: page + "<!-- \(text) --></body></html>")),
            ("script", Probe.exchange(answer: page + "<script>var a = '\(text)';</script></body></html>")),
            ("XML", Probe.exchange(answer: "<result><remark>a \(text) b</remark></result>")),
            ("JSON", Probe.exchange(answer: #"{"remark":\#(json("a \(text) b")),"lang":"en"}"#)),
            ("JSON, its escapes", Probe.exchange(answer: #"{"remark":"a \#(text) b","lang":"en"}"#)),
            ("JSON's name", Probe.exchange(answer: #"{\#(json(text)):[1],"lang":"en"}"#)),
            ("JSON in JSON", Probe.exchange(answer: #"{"remark":\#(json(#"{"remark":\#(json(text))}"#))}"#)),
            ("HAR entry", Probe.exchange(entry: ["_remark": .array([.string("a \(text) b")])])),
            ("HAR entry's name", Probe.exchange(entry: ["_x": .object([text: .string("b")])])),
        ]
    }

    /// Every text of an exchange, and what JSON says in them.
    private static func texts(of exchange: Exchange) -> [String] {
        var texts = [exchange.request.url, exchange.request.method, Probe.text(exchange.request.body)]
        texts += (exchange.request.headers + (exchange.response?.headers ?? [])).flatMap { [$0.name, $0.value] }
        texts += [exchange.response?.reason ?? "", Probe.text(exchange.response?.body)]
        if case .failure(let text) = exchange.outcome { texts.append(text) }
        var values = texts.compactMap { try? JSONValue(parsing: Array($0.utf8)) }
        if let entry = exchange.harExtras { values.append(.object(entry)) }
        return texts + values.map(\.serialized) + values.flatMap(strings)
    }

    private static func strings(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text] + ((try? JSONValue(parsing: Array(text.utf8))).map(strings) ?? [])
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.members.flatMap { [$0.key] + strings($0.value) }
        case .null, .bool, .number: []
        }
    }

    private static func knowing() -> Redactor {
        var redactor = Redactor(key: Captures.key)
        redactor.study(Probe.exchange(headers: [("Authorization", "Bearer " + secret)]))
        return redactor
    }

    @Test("It is gone from every place in every writing", arguments: writings.indices)
    func gone(index: Int) {
        let writing = Self.writings[index]
        for (place, exchange) in Self.places(writing.text) {
            var redactor = Self.knowing()
            // As it is imported: everything is studied before anything is written.
            redactor.study(exchange)
            for left in [redactor.redact(exchange), Self.knowing().replacingKnownSecrets(exchange) ?? exchange] {
                for text in Self.texts(of: left) {
                    #expect(!text.contains(writing.text), "\(writing.name) in \(place): \(text)")
                    #expect(!text.contains(Self.secret) && !PercentEncoding.decode(text).contains(Self.secret))
                    #expect(
                        redactor.secretScanner.scan(Array(text.utf8)).isEmpty,
                        "\(writing.name) in \(place): \(text)"
                    )
                }
            }
        }
    }

    @Test("In plain text it is replaced where it stands, and nothing else changes")
    func plain() {
        let pseudonym = Probe.pseudonym(Self.secret)
        for ((place, exchange), expected) in zip(Self.places(Self.secret), Self.places(pseudonym)) {
            // Its quotes and slashes are the place's own there.
            if ["path", "form", "attribute", "JSON, its escapes"].contains(place) { continue }
            #expect(Self.knowing().replacingKnownSecrets(exchange) == expected.exchange, "\(place)")
        }
    }

    @Test("Where a visitor opens what it is written in, it is replaced within")
    func opened() {
        let pseudonym = Probe.pseudonym(Self.secret)
        func left(_ exchange: Exchange) -> Exchange { Self.knowing().replacingKnownSecrets(exchange) ?? exchange }
        let percent = Self.writings[1].text
        let page = "<html><p>Before \(Self.writings[3].text), after</p></html>"
        #expect(
            PercentEncoding.decode(left(Probe.exchange("GET", "https://a.example/b/\(percent)/c?d=e")).request.url)
                == "https://a.example/b/\(pseudonym)/c?d=e"
        )
        #expect(
            Probe.text(left(Probe.exchange(answer: page)).response?.body)
                == page.replacing(
                    Self.writings[3].text,
                    with: pseudonym.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
                )
        )
        let answer = #"{"remark":"a \#(Self.writings[8].text) b"}"#
        let value = try? JSONValue(parsing: left(Probe.exchange(answer: answer)).response?.body ?? [])
        #expect(value?["remark"] == .string("a \(pseudonym) b"))
    }

    @Test("What no visitor opened goes as a whole, and what stands around it stays", arguments: [8, 9, 13])
    func wholeTexts(index: Int) {
        let writing = Self.writings[index].text
        func left(_ answer: String) -> String {
            Probe.text(Self.knowing().replacingKnownSecrets(Probe.exchange(answer: answer))?.response?.body)
        }
        func isPlaceholder(_ text: Substring, _ count: Int) -> Bool {
            text.utf8.count == count && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        }
        let script = "var a = '\(writing)';"
        let page = left("<html><p>Sorry</p><script>\(script)</script></html>")
        let parts = ["<html><p>Sorry</p><script>", "</script></html>"]
        #expect(page.hasPrefix(parts[0]) && page.hasSuffix(parts[1]))
        #expect(isPlaceholder(page.dropFirst(parts[0].count).dropLast(parts[1].count), script.utf8.count), "\(page)")
        let text = "before \(writing), after"
        #expect(isPlaceholder(left(text)[...], text.utf8.count))
        #expect(left(#"{"lang":"en","remark":\#(Self.json(text))}"#).hasPrefix(#"{"lang":"en","remark":""#))
    }

    @Test("In two encodings, one inside the other, it is gone where a visitor opens both")
    func twice() {
        let percent = Self.writings[2].text
        let texts = [
            ("percent inside Base64", Base64.encode(Array(percent.utf8))),
            ("percent twice", percent.replacing("%", with: "%25")),
            ("hexadecimal inside Base64", Base64.encode(Array(Self.writings[14].text.utf8))),
            ("Base64 inside hexadecimal", Self.base64("").utf8.map { Self.hexadecimal($0).lowercased() }.joined()),
            ("JSON inside Base64", Base64.encode(Array(#"{"remark":"\#(Self.writings[8].text)"}"#.utf8))),
        ]
        for (name, text) in texts {
            for (place, exchange) in [
                ("JSON", Probe.exchange(answer: #"{"remark":"\#(text)"}"#)),
                ("query", Probe.exchange("GET", "https://api.auth.adobe.com/a?remark=" + PercentEncoding.form(text))),
                ("header", Probe.exchange(headers: [("Accept", text)])), ("body", Probe.exchange(answer: text)),
                (
                    "page",
                    Probe.exchange(answer: #"<html><a href="/a?remark=\#(PercentEncoding.form(text))">b</a></html>"#)
                ),
            ] {
                let left = Self.knowing().redact(exchange)
                #expect(left != exchange, "\(name) in \(place)")
                for left in Self.texts(of: left) {
                    #expect(!left.contains(text) && !left.contains(PercentEncoding.form(text)), "\(name) in \(place)")
                }
            }
        }
    }

    @Test("It is gone from what an app reports, and from what the file says of itself", arguments: writings.indices)
    func besides(index: Int) {
        let text = Self.writings[index].text
        let redactor = Self.knowing()
        var request = AccountMetadataRequest()
        request.localizedVideoTitle = "a \(text)"
        let response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .enqueue(request),
            answer: .metadata(nil, AccountError(code: 1, userInfo: [.init("VSErrorInfoKeyRemark", "b \(text)")]))
        )
        let userAction = UserAction(ordinal: 1, occurredAt: Probe.at, action: .play(resource: "a \(text)"))
        let information = RecordingInformation(creator: text, archiveLog: ["pages": .array([.string("a \(text)")])])
        let left = [
            VSALog.line(for: redactor.redact(response)),
            VSALog.line(for: redactor.redact(redactor.redact(response))),
            redactor.redact(userAction).action.arguments.joined(), redactor.redact(information).creator,
            redactor.redact(information).archiveLog.map { JSONValue.object($0).serialized } ?? "",
        ]
        for left in left {
            #expect(!left.contains(text) && !left.contains(Self.json(text).dropFirst().dropLast()), "\(left)")
            #expect(redactor.secretScanner.scan(Array(left.utf8)).isEmpty, "\(left)")
        }
        #expect(redactor.redact(response).ordinal == 1 && redactor.redact(response).answeredAt == Probe.at)
    }
}
