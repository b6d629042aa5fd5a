import Documents
import Testing

@testable import Redaction

@Suite struct BodyVisitorTests {
    /// Returns what is left of a body that is sent to anyone but Adobe.
    private func left(_ body: String, type: String? = nil) -> String {
        let headers = type.map { [("Content-Type", $0)] } ?? []
        let exchange = Probe.exchange("POST", "https://kite.example/log", headers: headers, body: body)
        return Probe.text(Probe.redact(exchange)[0].request.body)
    }

    @Test("Parts of a multipart form by their names, headers and borders untouched")
    func multipart() {
        let body =
            "--b1\r\nContent-Disposition: form-data; name=\"lang\"\r\n\r\nen\r\n--b1\r\nContent-Disposition: form-data; name=\"pwd\"\r\n\r\nhunter2x\r\n--b1--\r\n"
        let exchange = Probe.exchange(
            "POST",
            headers: [("Content-Type", "multipart/form-data; boundary=\"b1\"")],
            body: body
        )
        #expect(
            Probe.text(Probe.redact(exchange)[0].request.body)
                == body.replacing("hunter2x", with: Probe.pseudonym("hunter2x"))
        )
    }

    @Test(
        "Parts are found and named however the border and the name are written",
        arguments: [
            ("multipart/form-data; Boundary=b1", "name=pwd"),
            ("multipart/form-data; boundary = \"b1\"", "NAME = \"pwd\""),
            ("multipart/form-data;boundary=b1;charset=utf-8", "filename=\"name=x\";name=\"pwd\""),
            ("multipart/form-data", "name=pwd; filename=a"), ("multipart/form-data; boundary=other", "name=\"pwd\""),
        ]
    )
    func multipartSpelling(_ type: String, _ name: String) {
        let body =
            "--b1\r\nContent-Disposition: form-data; \(name)\r\n\r\nhunter2x\r\n--b1\r\n"
            + "content-disposition: form-data; name=lang\r\n\r\nen\r\n--b1--\r\n"
        let exchange = Probe.exchange("POST", headers: [("Content-Type", type)], body: body)
        #expect(
            Probe.text(Probe.redact(exchange)[0].request.body)
                == body.replacing("hunter2x", with: Probe.pseudonym("hunter2x"))
        )
    }

    @Test("A body of one opaque value sent elsewhere is secret")
    func opaque() {
        #expect(left("user 77 was here") == Probe.pseudonym("user 77 was here"))
    }

    @Test(
        "A body that is one value of JSON and is sent elsewhere is one still, whatever else it looks like",
        arguments: [
            // Hexadecimal of readable text, too.
            ("61626364656667686970717273747576", "61626364656667686970717273747576"),
            ("6162636465666e67", "6162636465666e67"), (#""a=\u00e9bc""#, "a=ébc"),
            ("1e400", "1e400"), ("-1.5E+10", "-1.5E+10"), ("12e34567", "12e34567"), ("123456", "123456"),
            (#""a\u00e9\n\"b""#, "aé\n\"b"), (#""hunter2x""#, "hunter2x"),
        ]
    )
    func oneValue(body: String, secret: String) throws {
        for type in ["text/plain", "application/x-www-form-urlencoded", "application/json"] {
            let redacted = left(body, type: type)
            #expect(redacted != body)
            switch try JSONValue(parsing: Array(redacted.utf8)) {
            case .number(let number): #expect(number.text == Probe.pseudonym(secret))
            case .string(let text): #expect(text == Probe.pseudonym(secret))
            default: Issue.record("another kind of value: \(redacted)")
            }
        }
    }

    @Test("What is in the quotes of such a string is looked into, as in any JSON")
    func insideOfString() {
        #expect(left(#""https://kite.example/a?code=hunter2x""#).hasPrefix(#""https://kite.example/a?code="#))
        #expect(!left(#""https://kite.example/a?code=hunter2x""#).contains("hunter2x"))
        #expect(!left(#""{\"a\":\"hunter2x\"}""#).contains("hunter2x"))
        #expect(left(#""{\"a\":\"hunter2x\"}""#).hasPrefix(#""{\"a\":\""#))
    }

    @Test("A number with an exponent is replaced in JSON as well")
    func exponents() {
        let redacted = left(#"{"pin":12e34567,"a":[1e2e3]}"#)
        #expect(redacted == #"{"pin":\#(Probe.pseudonym("12e34567")),"a":[1e2e3]}"#)
    }

    @Test(
        "The words of JSON say nothing, and text that is only nearly JSON is secret",
        arguments: ["true", "false", "null"]
    )
    func words(word: String) {
        #expect(left(word) == word)
        for text in ["\(word)9", #""hunter2x"#, #""\(word)\q""#, "1e4x"] {
            #expect(left(text) == Probe.pseudonym(text))
        }
    }

    @Test("Binary bodies are only searched for known secrets")
    func binary() {
        let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 255] + Array("deviceId=box-0001-zz".utf8) + [0, 0, 9]
        var exchange = Probe.exchange(
            "GET",
            "https://api.auth.adobe.com/?deviceId=box-0001-zz",
            answerHeaders: [("Content-Type", "image/png")],
            answer: ""
        )
        if case .response(var response) = exchange.outcome {
            response.body = image
            exchange.outcome = .response(response)
        }
        let redacted = Probe.redact(exchange)[0].response?.body ?? []
        #expect(redacted.count == image.count && redacted.prefix(8) == image.prefix(8))
        #expect(redacted[...].firstRange(of: "box-0001-zz") == nil)
    }

    @Test("The length of a body that has changed is put right in its header")
    func contentLength() {
        let body = "connectionIp=10.1.2.3&x=1"
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType, ("Content-Length", String(body.utf8.count))],
            body: body
        )
        let request = Probe.redact(exchange)[0].request
        #expect(request.headers[1].value == String(request.body?.count ?? 0))
        #expect(request.body?.count != body.utf8.count)
    }

    @Test("An Adobe profile request, Base64 of a SAML query, is handed on as it is")
    func profileRequest() {
        let body = Probe.base64(
            "<?xml version=\"1.0\"?><samlp:AttributeQuery ID=\"_79ae6ca1572b4e17abd1873c46d8b760\" Version=\"2.0\"/>"
        )
        #expect(Probe.answer(body) == body)
    }

    @Test(
        "A byte order mark before a body hides nothing in it",
        arguments: [
            #"{"requestor":"KITETV","userId":"u-81f0-x"}"#,
            "<authentication><userId>u-81f0-x</userId></authentication>",
            "<html><input name='userId' value='u-81f0-x'></html>", #"  [{"userId":"u-81f0-x"}]"#,
        ]
    )
    func byteOrderMark(_ body: String) {
        let marked = "\u{FEFF}" + body
        #expect(Probe.answer(marked) == marked.replacing("u-81f0-x", with: Probe.pseudonym("u-81f0-x")))
    }

    @Test("A byte order mark hides no form, no value, and nothing in Base64; without a secret it is just kept")
    func otherByteOrderMarks() {
        #expect(
            Probe.form("\u{FEFF}deviceId=box-0001&requestor=K")
                == "\u{FEFF}deviceId=\(Probe.pseudonym("box-0001"))&requestor=K"
        )
        #expect(Probe.form("deviceId=%EF%BB%BFbox-0001") == "deviceId=%EF%BB%BF" + Probe.pseudonym("box-0001"))
        let info = "\u{FEFF}{\"model\":\"TV\",\"deviceId\":\"box-0001\"}"
        #expect(
            Probe.header("X-Device-Info", Probe.base64(info))
                == Probe.base64(info.replacing("box-0001", with: Probe.pseudonym("box-0001")))
        )
        for kept in ["\u{FEFF}words for people", "\u{FEFF}", "\u{FEFF}<rss><guid>show-1</guid></rss>"] {
            #expect(Probe.answer(kept) == kept)
        }
    }
}
