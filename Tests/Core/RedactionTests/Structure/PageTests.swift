import Documents
import Exchanges
import Testing

@testable import Redaction

private let urn = "urn:oasis:names:tc:SAML:2.0"

/// ``MarkupRules`` and ``MarkupVisitor``: what is a page, what is SAML, and what stands in the elements of a page.
@Suite struct PageTests {
    /// Returns what is left of a response of this type.
    private func answer(_ body: String, type: String) -> String {
        let exchange = Probe.exchange(answerHeaders: [("Content-Type", type)], answer: body)
        return Probe.text(Probe.redact(exchange)[0].response?.body)
    }

    /// Expects that nothing but `tok-1x77` has changed.
    private func expectOnlyToken(_ body: String, type: String = "") {
        #expect(answer(body, type: type) == body.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77")))
    }

    @Test(
        "A page that mentions SAML is a page",
        arguments: [
            "<form method=\"post\"><input type=\"hidden\" name=\"binding\" value=\"\(urn):bindings:HTTP-POST\"/>"
                + "<input type=\"hidden\" name=\"csrf_token\" value=\"tok-1x77\"/></form>",
            "<form action=\"https://idp.example/sso?binding=\(urn):bindings:HTTP-POST\">"
                + "<input name=\"username\" value=\"tok-1x77\"></form>",
            "<!-- \(urn):protocol --><form><input name=\"password\" value=\"tok-1x77\"></form>",
            "<div xmlns:s=\"\(urn):assertion\"><input name=\"password\" value=\"tok-1x77\"></div>",
        ]
    )
    func mentions(_ form: String) {
        for page in [form, "<html><body>\(form)</body></html>", "<!DOCTYPE html>\(form)"] {
            #expect(!Probe.answer(page).contains("tok-1x77"))
        }
    }

    @Test("Other XML that mentions SAML is judged by its names")
    func otherMentions() {
        expectOnlyToken(
            "<config binding=\"\(urn):bindings:HTTP-POST\"><param name=\"password\" value=\"tok-1x77\"/></config>"
        )
        expectOnlyToken("<Response xmlns=\"urn:example\"><userId>tok-1x77</userId><note>val-1x</note></Response>")
    }

    @Test("A prefix longer than any is not looked for among the declarations", arguments: [(249, true), (250, false)])
    func longPrefix(length: Int, isKept: Bool) {
        let prefix = String(repeating: "p", count: length)
        let text = "<\(prefix):Response xmlns:\(prefix)=\"urn:example\"><note>val-1x</note></\(prefix):Response>"
        #expect(Probe.answer(text).contains("val-1x") == isKept)
    }

    @Test("A SAML answer in a page that mentions SAML in a comment, in an input or a text to be edited")
    func posted() {
        func saml(_ name: String) -> String {
            Probe.base64("<samlp:Response><saml:NameID>\(name)</saml:NameID></samlp:Response>")
        }
        for field in [
            "<input type=\"hidden\" name=\"SAMLResponse\" value=\"\(saml("u-1-xy"))\">",
            "<textarea name=\"SAMLResponse\">\n\(saml("u-1-xy"))\n</textarea>",
        ] {
            let page = "<!-- \(urn):protocol --><html><form>\(field)</form></html>"
            #expect(Probe.answer(page) == page.replacing(saml("u-1-xy"), with: saml(Probe.pseudonym("u-1-xy"))))
        }
    }

    @Test(
        "A message of SAML is one by its root's namespace, or by its name if none is declared",
        arguments: [
            "<r xmlns=\"\(urn):protocol\"><x>tok-1x77</x></r>",
            "<samlp:Responsexmlns:samlp=\"\(urn):protocol\" ID=\"_1\"><x>tok-1x77</x></samlp:Response>",
            "<samlp:Response ID=\"_1\"><x>tok-1x77</x></samlp:Response>",
            "<s:Envelope xmlns:s=\"urn:s\"><s:Body><p:Response xmlns:p=\"\(urn):protocol\"><x>tok-1x77</x></p:Response>"
                + "</s:Body></s:Envelope>",
            "<log><saml:Assertion><x>tok-1x77</x></saml:Assertion><x>val-1x</x></log>",
        ]
    )
    func messages(_ text: String) {
        expectOnlyToken(text)
    }

    @Test("In a message of SAML only a status has a value that stays, and only an attribute a name")
    func keptAttributes() {
        expectOnlyToken(
            "<p:Response xmlns:p=\"\(urn):protocol\"><p:StatusCode Value=\"\(urn):status:Success\"/>"
                + "<x value=\"tok-1x77\" name=\"tok-1x77\"/><a:Attribute Name=\"uid\" FriendlyName=\"id\"/></p:Response>"
        )
    }

    @Test(
        "What stands in a script is no markup, nor are a title, a style and a text to be edited",
        arguments: [
            #"<script id="__NEXT_DATA__" type="application/json">{"html":"<p>Hi</p>","accessToken":"tok-1x77"}</script>"#,
            #"<SCRIPT>{"a":"</b>","accessToken":"tok-1x77"}</Script ><p>Hello</p>"#,
            #"<script>{"html":"<p>","accessToken":"tok-1x77""#,
            "<script>{&quot;accessToken&quot;:&quot;tok-1x77&quot;}</script>",
            #"<title>1 < 2 <input</title><input name="csrf" value="tok-1x77">"#,
            #"<style>a > b { c: "<x" }</style><input name="csrf" value="tok-1x77">"#,
            #"<textarea name="lang">"<x</textarea><input name="csrf" value="tok-1x77">"#,
            #"<title>never closed<input name="csrf" value="tok-1x77">"#,
            #"<script src="a.js"/><input name="csrf" value="tok-1x77">"#,
        ]
    )
    func rawText(_ element: String) {
        expectOnlyToken("<html>" + element)
    }

    @Test(
        "Fields and data of a page by their names, or else by their ids",
        arguments: [
            "<textarea name=\"access_token\">tok-1x77</textarea>", "<body data-access-token=\"tok-1x77\">",
            "<div data-csrf-token='tok-1x77'></div>", "<div data-pin=tok-1x77 class=\"pin\"></div>",
            "<input type=hidden id=\"access_token\" value=\"tok-1x77\">",
            "<input name=\"\" id=\"access_token\" value=\"tok-1x77\">",
            "<select name=\"accountNumber\"><option value=\"tok-1x77\"></option><option>tok-1x77</option></select>",
            "<select id=\"accountNumber\"><optgroup><option id=\"o\" value=\"tok-1x77\"></optgroup></select>",
            "<div data-target-url=\"cb?access_token=tok-1x77\"></div>",
            "<!-- <input name=\"csrf\" value=\"tok-1x77\"> -->", "<user-box><userId>tok-1x77</userId></user-box>",
            "<user-box access-token=\"tok-1x77\"></user-box>",
        ]
    )
    func fields(_ element: String) {
        expectOnlyToken("<html>\(element)</html>")
    }

    @Test(
        "A piece of a page is one, too",
        arguments: [
            "<h1>Hi</h1><a href=\"cb?access_token=tok-1x77\">x</a>", "<a href=\"cb?access_token=tok-1x77\">x</a>",
            "<ul><li><a href=\"cb?access_token=tok-1x77\">x</a></li></ul>",
            "<textarea name=\"access_token\">tok-1x77</textarea>",
        ]
    )
    func pieces(_ text: String) {
        expectOnlyToken(text)
    }

    @Test(
        "What its type calls a page is one, whatever it begins with, and names that HTML does not know still count",
        arguments: ["text/html", " Text/HTML; charset=utf-8", "application/xhtml+xml"]
    )
    func types(_ type: String) {
        expectOnlyToken("<x-login><a href=\"cb?access_token=tok-1x77\">x</a></x-login>", type: type)
        expectOnlyToken("Hello <a href=\"cb?access_token=tok-1x77\">x</a>", type: type)
        expectOnlyToken("<answer><userId>tok-1x77</userId><mvpd>Meadowlark</mvpd></answer>", type: type)
        expectOnlyToken(#"{"userId":"tok-1x77","note":"<p>Hello</p>"}"#, type: type)
    }

    @Test("What is nearly the name of an element whose text is no markup has markup in it")
    func nearlyRawText() {
        expectOnlyToken("<html><ti-tle><a href=\"cb?access_token=tok-1x77\">x</a></title></html>")
        #expect(Probe.answer("<html><TITLE><a href='cb?token=tok-1x77'></Title>").contains("tok-1x77"))
    }

    @Test("What a person reads and what harmless names say stays")
    func kept() {
        let page = """
            <html><title>Session</title><textarea name="lang">en</textarea><div data-lang="en" data-mvpd="Meadowlark"
            class="token-box" id="password">Your token</div><select name="mvpd"><option value="Meadowlark">Meadowlark
            </option></select><address>Kite Street 1</address><!-- nothing to see --></html>
            """
        #expect(Probe.answer(page) == page)
        let answer = "<a><note>words</note><session><x>val-1x</x></session></a>"
        #expect(Probe.answer(answer) == answer)
    }

    @Test("Under a secret name a page is secret with all that a person reads in it")
    func secretPages() {
        let page = #"<p><a href="/x?y=1">Kx7-Qp22-Zw</a></p>"#
        #expect(!Probe.form("password=" + PercentEncoding.form(page)).contains("Kx7-Qp22-Zw"))
    }

    @Test(
        "Pages that never come to an end are walked through in time",
        arguments: ["<title>", "<script>{\"", "</", "<!--", "<option>", "<textarea name=a><", "<a href='", "</title "]
    )
    func endless(_ piece: String) {
        let page = "<html>" + String(repeating: piece, count: 40_000 / piece.utf8.count)
        #expect(Probe.answer(page) == page)
    }
}
