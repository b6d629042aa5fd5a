import Documents
import Exchanges
import Testing

@testable import Redaction

@Suite struct MarkupFormatTests {
    private static let token =
        "<signatureInfo>c2lnLW9uZQ==<signatureInfo><simpleAuthenticationToken><simpleTokenAuthenticationGuid>00112233445566778899aabbccddeeff</simpleTokenAuthenticationGuid><simpleSamlSessionIndex>idx-1</simpleSamlSessionIndex><simpleTokenRequestorID>KITETV</simpleTokenRequestorID><simpleTokenDomainName>kite.example</simpleTokenDomainName><simpleTokenExpires>2026/01/31 08:00:00 GMT -0800</simpleTokenExpires><simpleTokenMsoID>Meadowlark</simpleTokenMsoID><simpleTokenDeviceID><simpleTokenFingerprint>da39a3ee5e6b4b0d3255bfef95601890afd80709</simpleTokenFingerprint></simpleTokenDeviceID><simpleSamlNameID>name-1</simpleSamlNameID><zAll>what-1</zAll></simpleAuthenticationToken>"
    private static let secrets = [
        "c2lnLW9uZQ==", "00112233445566778899aabbccddeeff", "idx-1", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "name-1",
        "what-1",
    ]

    private static var redactedToken: String {
        secrets.reduce(token) { $0.replacing(">" + $1 + "<", with: ">" + leaf($1) + "<") }
    }

    /// A signature that is Base64 of text becomes Base64 of other text.
    private static func leaf(_ value: String) -> String {
        value == "c2lnLW9uZQ==" ? Probe.base64(Probe.pseudonym("sig-one")) : Probe.pseudonym(value)
    }

    @Test("A token keeps requestor, domain, MVPD and dates; all else in it is replaced (tokens.md §3.1)")
    func authenticationToken() {
        let redacted = Probe.form("authentication_token=" + PercentEncoding.form(Self.token))
        #expect(redacted == "authentication_token=" + PercentEncoding.form(Self.redactedToken))
    }

    @Test("The same token escaped in an XML answer, in Base64 and bare gets the same pseudonyms")
    func transports() {
        func escaped(_ text: String) -> String { text.replacing("<", with: "&lt;").replacing(">", with: "&gt;") }
        #expect(
            Probe.answer("<result><authnToken>\(escaped(Self.token))</authnToken></result>")
                == "<result><authnToken>\(escaped(Self.redactedToken))</authnToken></result>"
        )
        #expect(
            Probe.answer(#"{"serializedToken":"\#(Probe.base64(Self.token))"}"#)
                == #"{"serializedToken":"\#(Probe.base64(Self.redactedToken))"}"#
        )
        #expect(Probe.answer(Self.token) == Self.redactedToken)
    }

    @Test("A properly closed wrapper is read too")
    func closedWrapper() {
        let token =
            "<signatureInfo>\nq83vEjRWeJA=\n</signatureInfo><shortAuthorizationToken><sessionGUID>abc-1</sessionGUID><ttl>420000</ttl></shortAuthorizationToken>"
        #expect(
            Probe.answer(token)
                == token.replacing("q83vEjRWeJA=", with: Probe.pseudonym("q83vEjRWeJA="))
                .replacing("abc-1", with: Probe.pseudonym("abc-1"))
        )
    }

    @Test("XML answers: names decide, error texts and statuses stay")
    func answers() {
        let xml =
            "<?xml version=\"1.0\"?>\n<authentication a='1'><expires>1769817600000</expires><userId>u-81f0</userId><mvpd>Meadowlark</mvpd></authentication>"
        #expect(Probe.answer(xml) == xml.replacing("u-81f0", with: Probe.pseudonym("u-81f0")))
        let error = "<error><status>403</status><message>Authentication token expired</message></error>"
        #expect(Probe.answer(error) == error)
        let logout = "<result><pendingLogout reason=\"34764\">true</pendingLogout></result>"
        #expect(Probe.answer(logout) == logout)
        let meta = "<result><userMeta><zip>12345</zip><tokenSource>Apple</tokenSource></userMeta></result>"
        #expect(Probe.answer(meta) == meta.replacing("12345", with: Probe.pseudonym("12345")))
    }

    @Test(
        "User metadata in XML: all but tokenSource, state, updated, encrypted and the MVPD",
        arguments: ["userMeta", "userMetadata", "ns2:userMeta", "metadata"]
    )
    func userMetadata(element: String) {
        func answer(_ write: (String) -> String) -> String {
            "<result><\(element)><ratingSystem>\(write("lantern-family"))</ratingSystem>"
                + "<language>\(write("lantern-ish"))</language><status>\(write("lantern-on"))</status>"
                + "<profile version=\"\(write("lantern-two"))\"><nick>\(write("lantern-ann"))</nick></profile>"
                + "<tokenSource>Apple</tokenSource><state>owl-state</state><updated>1767225600</updated>"
                + "<encrypted>owl-names</encrypted><mvpd>owl-mvpd</mvpd><mvpdId>owl-mvpd-2</mvpdId>"
                + "<proxyMvpd>owl-mvpd-3</proxyMvpd><proxyMvpdId>owl-mvpd-4</proxyMvpdId></\(element)>"
                + "<ratingSystem>owl-common</ratingSystem></result>"
        }
        #expect(Probe.answer(answer { $0 }) == answer(Probe.pseudonym))
    }

    @Test("The metadata of V1 in XML are those in JSON; at other hosts the word means anything")
    func metadataOfV1() {
        func answer(_ write: (String) -> String) -> String {
            "<metadata><updated>1767225600</updated><encrypted>zip</encrypted><data><maxRating><MPAA>\(write("lantern-13"))</MPAA>"
                + "</maxRating><homeTown>\(write("lantern-town"))</homeTown><expiration_date>1795478637125</expiration_date>"
                + "</data></metadata>"
        }
        #expect(Probe.answer(answer { $0 }) == answer(Probe.pseudonym))
        let page = "<rss><metadata><homeTown>lantern-town</homeTown></metadata></rss>"
        #expect(Probe.answer(page, url: "https://www.kite.example/feed") == page)
    }

    @Test(
        "SAML keeps IDs, issuers, dates, status and audience; subject, attributes, session and signatures are replaced"
    )
    func saml() {
        let saml = """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" IssueInstant="2026-11-20T21:59:12Z" Destination="https://sp.example">
            <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example</saml:Issuer>
            <ds:SignatureValue>3q2+7w==</ds:SignatureValue><ds:X509Certificate>
            MIIC\tabCDefGH
            ijKL</ds:X509Certificate>
            <saml:Subject><saml:NameID Format="urn:x">us<!-- x1 -->er-1</saml:NameID></saml:Subject>
            <saml:AuthnStatement SessionIndex="idx-9"/><saml:Audience>https://sp.example</saml:Audience>
            <saml:Attribute Name="uid"><saml:AttributeValue xsi:type="xs:string"><![CDATA[v&1]]></saml:AttributeValue></saml:Attribute>
            </samlp:Response>
            """
        let redacted = Probe.answer(saml)
        for kept in [
            "ID=\"_r1\"", "2026-11-20T21:59:12Z", "https://idp.example", "Name=\"uid\"", "xs:string", "urn:x", "<!--",
            "<![CDATA[",
        ] {
            #expect(redacted.contains(kept))
        }
        for gone in ["3q2+7w==", "MIIC", "er-1", "idx-9", "x1", "v&1"] { #expect(!redacted.contains(gone)) }
        #expect(redacted.utf8.count == saml.utf8.count)
        #expect(redacted.filter(\.isWhitespace) == saml.filter(\.isWhitespace))
    }

    @Test("A SAML request without anything personal stays as it is")
    func samlRequest() {
        let request = Probe.base64("<samlp:AuthnRequest/>")
        #expect(Probe.form("SAMLRequest=" + request, to: "https://login.mvpd.example/") == "SAMLRequest=" + request)
        #expect(Probe.answer("<html><input name=\"SAMLRequest\" value=\"\(request)\"/></html>").contains(request))
    }

    @Test("Pages: inputs and metas by their names, links by their queries")
    func pages() {
        let page = """
            <!DOCTYPE html><html><meta name="csrf-token" content="tok-1234x"><body>
            <form action="https://idp.example/go?session=abc-99"><input type=hidden name="execution" value="e1s1-zz">
            <input name='lang' value='en'/><a href="/x?deviceId=box-1x">Hello</a></form></body></html>
            """
        let redacted = Probe.answer(page)
        for gone in ["tok-1234x", "abc-99", "e1s1-zz", "box-1x"] { #expect(!redacted.contains(gone)) }
        #expect(redacted.contains("name='lang' value='en'") && redacted.contains(">Hello</a>"))
        #expect(redacted.utf8.count == page.utf8.count)
    }

    @Test("A resource as MRSS stays, even in a token")
    func resources() {
        let mrss = "<rss version=\"2.0\"><channel><title>KITE1</title><guid>show-1</guid></channel></rss>"
        #expect(
            Probe.form("resource=" + PercentEncoding.form(mrss)) == "resource=" + PercentEncoding.form(mrss)
        )
    }

    @Test(
        "A secret that merely begins like markup is replaced",
        arguments: ["<hunter2", "<hunter2>", "{hunter2}", "[hunter2"]
    )
    func lookalikes(_ value: String) {
        #expect(!Probe.form("password=" + PercentEncoding.form(value)).contains("hunter2"))
    }

    @Test(
        "Broken markup ends without harm",
        arguments: ["<", "<!--", "<![CDATA[", "<a b=\"", "<a b=", "</", "<a></b></a>", "<<<>>>"]
    )
    func broken(_ text: String) {
        #expect(Probe.answer(text + "padding-to-eight").utf8.count == text.utf8.count + 16)
    }

    @Test("Markup written with entities in a string is walked through, and written with entities again")
    func entities() {
        let answer = #"{"note":"&lt;shortAuthorizationToken&gt;&lt;sessionGUID&gt;g-12-34&lt;/sessionGUID&gt;"}"#
        #expect(Probe.answer(answer) == answer.replacing("g-12-34", with: Probe.pseudonym("g-12-34")))
    }

    @Test("Nesting beyond what is followed changes no lengths and ends", arguments: [127, 128, 129, 20_000])
    func nesting(_ depth: Int) {
        let text = String(repeating: "<a>", count: depth) + "<userId>u-1-z</userId>"
        let redacted = Probe.answer(text)
        #expect(redacted.utf8.count == text.utf8.count)
        #expect(redacted.contains("u-1-z") == (depth >= 128))
    }

    @Test("Pages: links that do not look like URLs, and refreshes")
    func links() {
        let page = """
            <html><head><meta http-equiv="Refresh" content="0;url=https://kite.example/cb?access_token=tok-1x77">
            <meta content="0; cb?access_token=tok-1x77" http-equiv=refresh>
            <meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>
            <a href="cb?access_token=tok-1x77">x</a><form action="/idp/login;jsessionid=tok-1x77">
            <button formaction="#access_token=tok-1x77"></button></form><img src="data:image/png;base64,iVBORw0KGgo=">
            <a href="javascript:go('a=b')">y</a><a href="next.html?page=2&amp;lang=en#top">z</a></html>
            """
        #expect(Probe.answer(page) == page.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77")))
    }

    @Test(
        "A page is one behind a prolog, comments and a document type, too",
        arguments: [
            "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"http://www.w3.org/x.dtd\">\n",
            "<!-- template -->\n", "<!-- <a> --><?php x?><!doctype HTML>", "<?xml version=\"1.0\"?>", "<!DOCTYPE >", "",
        ]
    )
    func prologs(_ prolog: String) {
        let page =
            prolog + "<html><input type=\"hidden\" name=\"conversation\" value=\"conv-1x\"/><p>Hello</p></html>"
        #expect(Probe.answer(page) == page.replacing("conv-1x", with: Probe.pseudonym("conv-1x")))
    }

    @Test("Other XML with a prolog, comments or a document type is no page")
    func otherDocuments() {
        for prolog in ["<?xml version=\"1.0\"?>", "<!-- <html> -->", "<!DOCTYPE plist SYSTEM \"x.dtd\">"] {
            let answer = prolog + "<plist><userId>u-1-x</userId><mvpd>Meadowlark</mvpd></plist>"
            #expect(Probe.answer(answer) == answer.replacing("u-1-x", with: Probe.pseudonym("u-1-x")))
        }
    }
}
