import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct MultipartFormatTests {
    private static let foreign = "https://login.mvpd.example/idp"

    private func sent(
        _ body: String,
        type: String? = "multipart/form-data; boundary=X",
        to url: String = "https://api.auth.adobe.com/api/v1/tokens/authn",
        entry: JSONObject? = nil
    ) -> String {
        let headers = type.map { [("Content-Type", $0)] } ?? []
        return Probe.text(
            Probe.redact(Probe.exchange("POST", url, headers: headers, body: body, entry: entry))[0].request.body
        )
    }

    /// A body of one part.
    private func part(_ head: String, _ value: String, _ lineBreak: String = "\r\n") -> String {
        ["--X", head, "", value, "--X--", ""].joined(separator: lineBreak)
    }

    private func expected(_ body: String) -> String {
        body.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77"))
    }

    @Test(
        "Only the disposition names a part, however it is written",
        arguments: [
            "Content-Type: text/plain; name=\"n.txt\"\r\nContent-Disposition: form-data; name=\"password\"",
            "Content-Disposition: form-data;\r\n name=\"password\"", "content-disposition:form-data;name=password",
            "Content-Disposition: form-data;\r\n\tfilename=\"a\";\r\n\tname=\"password\"\r\nContent-Type: text/plain",
            "Content-Disposition: form-data; name*=utf-8''password",
            "Content-Disposition: form-data; name*=UTF-8'en'pass%77ord",
            "Content-Disposition: form-data; name*0=\"pass\"; name*1=\"word\"",
            "Content-Disposition: form-data; name=\"a\"; name*=utf-8''password",
        ]
    )
    func names(_ head: String) {
        let body = part(head, "tok-1x77")
        #expect(sent(body) == expected(body))
    }

    @Test("A name in another field than the disposition names nothing")
    func otherNames() {
        let head = "Content-Type: text/plain; name=\"password\"\r\nContent-Disposition: form-data; name=\"a\""
        let body = part(head, "b-1")
        #expect(sent(body) == body)
    }

    @Test(
        "The type may have a blank before it, come with the archive, or not come at all",
        arguments: [" multipart/form-data; boundary=X", "multipart/form-data; boundary=\"X\"", "", nil]
    )
    func types(_ type: String?) {
        let body = part("Content-Disposition: form-data; name=\"password\"", "tok-1x77")
        #expect(sent(body, type: type) == expected(body))
        let data: JSONObject = ["mimeType": .string("multipart/form-data; boundary=X")]
        let entry: JSONObject = ["request": .object(["postData": .object(data)])]
        let body2 = "before\r\n" + body
        #expect(sent(body2, type: type?.isEmpty == false ? type : nil, entry: entry) == expected(body2))
    }

    @Test("A form with a blank in it is one by its type in the archive")
    func archivedForm() {
        let data: JSONObject = ["mimeType": .string("application/x-www-form-urlencoded")]
        let entry: JSONObject = ["request": .object(["postData": .object(data)])]
        let body = "lang=en&access_token=tok 1x77"
        #expect(
            sent(body, type: nil, entry: entry)
                == body.replacing("tok 1x77", with: Probe.pseudonym("tok 1x77"))
        )
        #expect(sent(body, type: " application/x-www-form-urlencoded") == sent(body, type: nil, entry: entry))
    }

    @Test(
        "A part may be a form, have parts of its own, or be a whole message",
        arguments: [
            ("application/x-www-form-urlencoded", "a b=1&access_token=tok-1x77"), ("", "access_token=tok-1x77&x=1"),
            ("multipart/mixed; boundary=Y", "--Y\r\nContent-Disposition: x; name=pwd\r\n\r\ntok-1x77\r\n--Y--"),
            ("", "--Y\r\nContent-Disposition: x; name=pwd\r\n\r\ntok-1x77\r\n--Y--"),
            ("application/http", "GET /x?access_token=tok-1x77 HTTP/1.1\r\nAuthorization: Bearer tok-1x77"),
            ("", "POST /x HTTP/1.1\r\nHost: a\r\n\r\naccess_token=tok-1x77&x=1"),
            ("application/http", "HTTP/1.1 200 OK\r\nSet-Cookie: a=tok-1x77; Path=/\r\n\r\n{\"userId\":\"tok-1x77\"}"),
            ("application/json", "{\"access_token\":\"tok-1x77\"}"),
            ("text/html", "<x><a href=\"cb?access_token=tok-1x77\">x</a></x>"),
        ]
    )
    func nested(_ type: String, _ value: String) {
        let field = type.isEmpty ? "" : "\r\nContent-Type: " + type
        let body = part("Content-Disposition: form-data; name=\"data\"" + field, value)
        #expect(sent(body) == expected(body))
        let bare = part(type.isEmpty ? "X-A: 1" : "Content-Type: " + type, value)
        #expect(!sent(bare, type: "multipart/mixed; boundary=X").contains("tok-1x77"))
    }

    @Test("Parts inside each other come to an end")
    func depth() {
        var body = "access_token=tok-1x77&x=1"
        for level in 0..<30 {
            let type = "Content-Type: multipart/mixed; boundary=b\(level - 1)"
            body = "--b\(level)\r\n\(type)\r\n\r\n\(body)\r\n--b\(level)--"
        }
        #expect(sent(body, type: "multipart/mixed; boundary=b29").utf8.count == body.utf8.count)
    }

    @Test("What the boundary says within a value does not end it", arguments: ["\r\n", "\n"])
    func boundaries(_ lineBreak: String) {
        for value in ["ab--Xtok-1x77", "--Xtok-1x77", "a\(lineBreak)--X-tok-1x77"] {
            for url in ["https://api.auth.adobe.com/", Self.foreign] {
                let body = part("Content-Disposition: form-data; name=\"password\"", value, lineBreak)
                #expect(sent(body, to: url) == body.replacing(value, with: Probe.pseudonym(value)))
            }
        }
    }

    @Test(
        "Sent elsewhere, what is not understood is secret",
        arguments: [
            "--X\nContent-Disposition: form-data; name=\"password\"\n\ntok-1x77\r\n\r\nq\n--X--\n",
            "--X\r\nContent-Disposition: form-data; name=\"a\"\r\ntok-1x77\r\n--X--\r\n",
            "--X\r\nContent-Disposition: form-data; name=\"lang\"\r\ntok-1x77: 1\r\n--X--\r\n",
            "--X\r\nContent-Disposition: form-data; name=\"a\"; filename=\"tok-1x77.txt\"\r\n\r\nb\r\n--X--\r\n",
            "--X\r\nContent-Disposition: a; name=\"a\"\r\nContent-Type: text/plain; name=tok-1x77\r\n\r\nb\r\n--X--",
            "--X\r\nContent-Disposition: form-data; name=\"lang\"\r\ntok-1x77\r\n\r\nen\r\n--X--\r\n",
            "--X\r\nContent-Disposition: form-data; name=\"lang\"\r\nX-Y: tok-1x77\r\n\r\nen\r\n--X--\r\n",
            "tok-1x77\r\n--X\r\nContent-Disposition: form-data; name=\"lang\"\r\n\r\nen\r\n--X--\r\n",
            "--X\r\nContent-Disposition: form-data; name=\"lang\"\r\n\r\nen\r\n--X--\r\ntok-1x77",
        ]
    )
    func elsewhere(_ body: String) {
        let left = sent(body, to: Self.foreign)
        #expect(!left.contains("tok-1x77"))
        #expect(left.utf8.count == body.utf8.count)
        #expect(left.split(separator: "\n").count == body.split(separator: "\n").count)
    }

    @Test("Sent elsewhere, what says how to read a part stays, and what is harmless")
    func elsewhereKept() {
        let body = part(
            "Content-Disposition: form-data; name=\"lang\"\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Transfer-Encoding: binary",
            "en"
        )
        #expect(sent(body, to: Self.foreign) == body)
    }

    @Test("To Adobe, a value behind fields without an empty line is one all the same")
    func withoutEmptyLine() {
        let body = "--X\r\nContent-Disposition: form-data; name=\"password\"\r\ntok-1x77\r\n--X--\r\n"
        #expect(sent(body) == expected(body))
    }

    @Test(
        "Bodies of nothing but borders and fields are walked through in time",
        arguments: [
            "--X\r\n", "--X--", "--X\n\n", "a: b\n", "a:\n b\n", "--X\r\nContent-Disposition: x; name=\"", ";\"",
        ]
    )
    func endless(_ piece: String) {
        let body = "--X\r\n" + String(repeating: piece, count: 40_000 / piece.utf8.count)
        for url in ["https://api.auth.adobe.com/", Self.foreign] {
            #expect(sent(body, to: url).utf8.count == body.utf8.count)
        }
    }
}
