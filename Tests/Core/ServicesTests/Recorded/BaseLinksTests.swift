import Exchanges
import Testing

@testable import Services

/// Source: RFC 9110 §10.2.2, RFC 3986 §4.2, and the HTML Living Standard §2.4 (addresses), §4.2.3 (`base`) and §4.2.5.3 (refresh).
@Suite struct BaseLinksTests {
    private static let base = "http://127.0.0.1:8080"

    private static func placed(_ response: HTTPResponse) throws -> HTTPResponse {
        try #require(
            BaseLinks(
                base: base,
                url: "https://login.mvpd.example/idp/start?a=b",
                hosts: ["login.mvpd.example", "sp.auth.adobe.com", "desk:9000"]
            )
        ).placed(response)
    }

    private static func html(_ text: String, type: String = "text/html; charset=UTF-8") -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [HeaderField("content-type", type), HeaderField("Content-Length", String(text.utf8.count))],
            body: Array(text.utf8)
        )
    }

    private static func text(_ page: HTTPResponse) -> String { String(decoding: page.body ?? [], as: UTF8.self) }

    @Test(
        "Location leads below the base where its host is served",
        arguments: [
            (
                "https://sp.auth.adobe.com/sp?redirect_url=https%3A%2F%2Fsp.auth.adobe.com/&u=https://login.mvpd.example/",
                "http://127.0.0.1:8080/sp.auth.adobe.com/sp?redirect_url=https%3A%2F%2Fsp.auth.adobe.com/&u=https://login.mvpd.example/"
            ),
            ("http://SP.auth.adobe.com", "http://127.0.0.1:8080/SP.auth.adobe.com"),
            ("HTTPS://sp.auth.adobe.com:443/x", "http://127.0.0.1:8080/sp.auth.adobe.com:443/x"),
            ("https://desk:9000?x#y", "http://127.0.0.1:8080/desk:9000?x#y"),
            ("//sp.auth.adobe.com/x", "http://127.0.0.1:8080/sp.auth.adobe.com/x"),
            ("/idp/x?y=/z", "http://127.0.0.1:8080/login.mvpd.example/idp/x?y=/z"),
            ("next", "next"), ("?x=https://sp.auth.adobe.com/", "?x=https://sp.auth.adobe.com/"), ("", ""),
            ("https://other.example/x", "https://other.example/x"), ("https://desk/x", "https://desk/x"),
            ("https://sp.auth.adobe.com.evil.example/", "https://sp.auth.adobe.com.evil.example/"),
            ("https://sp.auth.adobe.com@evil.example/", "https://sp.auth.adobe.com@evil.example/"),
            ("https://a@sp.auth.adobe.com/", "https://a@sp.auth.adobe.com/"),
            ("adobepass://ios.app/", "adobepass://ios.app/"), ("https:/x", "https:/x"), ("///x", "///x"),
        ]
    )
    func location(location: String, expected: String) throws {
        let fields = [HeaderField("location", location), HeaderField("X-Other", "https://sp.auth.adobe.com/")]
        let placed = try Self.placed(HTTPResponse(status: 302, headers: fields))
        #expect(placed.headers == [HeaderField("location", expected), fields[1]])
        #expect(placed.body == nil)
    }

    @Test(
        "A cookie is one of what is below its host: it has no domain, and its path begins there",
        arguments: [
            ("a=b", "a=b"), ("a=b; Path=/; HttpOnly", "a=b; Path=/login.mvpd.example/; HttpOnly"),
            ("a=/x;path=/idp;DOMAIN=.mvpd.example;HttpOnly", "a=/x;path=/login.mvpd.example/idp;HttpOnly"),
            ("domain=1; Domain=mvpd.example", "domain=1"), ("a=b; Path=; Path", "a=b; Path=; Path"), ("", ""),
            ("__Host-a=b; Secure; Path=/", "__Host-a=b; Secure; Path=/"),
        ]
    )
    func cookies(cookie: String, expected: String) throws {
        let fields = [HeaderField("set-cookie", cookie), HeaderField("Set-Cookie", "z=1")]
        let placed = try Self.placed(HTTPResponse(status: 200, headers: fields))
        #expect(placed.headers == [HeaderField("set-cookie", expected), fields[1]])
    }

    @Test(
        "Without TLS a cookie is not Secure, nor SameSite=None, which needs that (RFC 6265 §5.4, RFC 6265bis §5.7)",
        arguments: [
            ("a=b; Secure; HttpOnly; SameSite=None", "a=b; HttpOnly", "a=b; Secure; HttpOnly; SameSite=None"),
            ("secure=secure;secure", "secure=secure", "secure=secure;secure"),
            ("a=b; samesite = none; SECURE ;c", "a=b;c", "a=b; samesite = none; SECURE ;c"),
            ("a=b; SameSite=Lax; Secured", "a=b; SameSite=Lax; Secured", "a=b; SameSite=Lax; Secured"),
            ("__Secure-a=b; Secure", "__Secure-a=b; Secure", "__Secure-a=b; Secure"),
        ]
    )
    func secureCookies(cookie: String, plain: String, overTLS: String) throws {
        let response = HTTPResponse(status: 200, headers: [HeaderField("Set-Cookie", cookie)])
        #expect(try Self.placed(response).headers[first: "Set-Cookie"] == plain)
        let secure = BaseLinks(base: "https://127.0.0.1:8080", url: "https://login.mvpd.example/", hosts: [])
        #expect(secure?.placed(response).headers[first: "Set-Cookie"] == overTLS)
    }

    @Test("Adobe's hosts lead below the base whatever is served; a served host does at the request's own port")
    func hosts() throws {
        let links = try #require(
            BaseLinks(base: Self.base, url: "https://api.auth.adobe.com:8443/x", hosts: ["login.example"])
        )
        func location(_ address: String) -> String? {
            links.placed(HTTPResponse(status: 302, headers: [HeaderField("Location", address)])).headers[
                first: "Location"
            ]
        }
        #expect(location("https://sp.auth-staging.adobe.com/a") == "http://127.0.0.1:8080/sp.auth-staging.adobe.com/a")
        #expect(location("https://login.example:8443/a") == "http://127.0.0.1:8080/login.example:8443/a")
        #expect(location("https://login.example:9000/a") == "https://login.example:9000/a")
        #expect(location("https://www.adobe.com/a") == "https://www.adobe.com/a")
    }

    @Test("A policy that names hosts as they are elsewhere does not hold below the base")
    func policies() throws {
        let page =
            #"<meta http-equiv="content-security-policy" content="form-action https://a.example"><p content="x">"#
        var response = Self.html(page)
        response.headers.append(HeaderField("Content-Security-Policy", "default-src 'none'"))
        response.headers.append(HeaderField("content-security-policy-report-only", "report-uri https://a.example/"))
        let placed = try Self.placed(response)
        #expect(Self.text(placed) == #"<meta http-equiv="content-security-policy" content=""><p content="x">"#)
        #expect(placed.headers.map(\.name) == ["content-type", "Content-Length"])
        #expect(placed.headers[first: "Content-Length"] == String(placed.body?.count ?? 0))
        #expect(BaseLinks.mayStand(in: HTTPResponse(status: 200, headers: [response.headers[2]])))
    }

    @Test(
        "Of a page the addresses that a browser opens lead below the base, and nothing else changes",
        arguments: [
            (
                #"<form method="POST" action="https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer">"#,
                #"<form method="POST" action="http://127.0.0.1:8080/sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer">"#
            ),
            (
                #"<A HREF='https://sp.auth.adobe.com/?a=1&amp;b=https://sp.auth.adobe.com/'>https://sp.auth.adobe.com/</A>"#,
                #"<A HREF='http://127.0.0.1:8080/sp.auth.adobe.com/?a=1&amp;b=https://sp.auth.adobe.com/'>https://sp.auth.adobe.com/</A>"#
            ),
            ("<img src=/logo.png>", "<img src=http://127.0.0.1:8080/login.mvpd.example/logo.png>"),
            (
                #"<button formaction=" //sp.auth.adobe.com/x ">"#,
                #"<button formaction=" http://127.0.0.1:8080/sp.auth.adobe.com/x ">"#
            ),
            ("<a href='x'><a href='#y'><a href=''><a href>", "<a href='x'><a href='#y'><a href=''><a href>"),
            ("<a href=https://other.example/>", "<a href=https://other.example/>"),
            (
                #"<meta http-equiv="Refresh" content="0; URL='https://sp.auth.adobe.com/x?a&amp;b'">"#,
                #"<meta http-equiv="Refresh" content="0; URL='http://127.0.0.1:8080/sp.auth.adobe.com/x?a&amp;b'">"#
            ),
            (
                "<meta http-equiv=refresh content=1;url=/x>",
                "<meta http-equiv=refresh content=1;url=http://127.0.0.1:8080/login.mvpd.example/x>"
            ),
            (
                #"<meta http-equiv="refresh" content="30"><meta name="a" content="0;url=/x"><meta http-equiv="refresh" content="url=/x">"#,
                #"<meta http-equiv="refresh" content="30"><meta name="a" content="0;url=/x"><meta http-equiv="refresh" content="url=/x">"#
            ),
            (
                #"<input value="https://sp.auth.adobe.com/"><script>a = '<a href="/x">'</script><!-- <a href="/x"> -->"#,
                #"<input value="https://sp.auth.adobe.com/"><script>a = '<a href="/x">'</script><!-- <a href="/x"> -->"#
            ),
            (
                #"<textarea><a href="/x"></textarea><a href="/y">"#,
                #"<textarea><a href="/x"></textarea><a href="http://127.0.0.1:8080/login.mvpd.example/y">"#
            ),
            (
                #"<base href="https://sp.auth.adobe.com/a/"><a href="/x"><a href="y">"#,
                #"<base href="http://127.0.0.1:8080/sp.auth.adobe.com/a/"><a href="http://127.0.0.1:8080/sp.auth.adobe.com/x"><a href="y">"#
            ),
            (
                #"<base href="https://other.example/"><a href="/x"><a href="//desk:9000/x">"#,
                #"<base href="https://other.example/"><a href="/x"><a href="http://127.0.0.1:8080/desk:9000/x">"#
            ),
        ]
    )
    func page(text: String, expected: String) throws {
        let placed = try Self.placed(Self.html(text))
        #expect(Self.text(placed) == expected)
        #expect(placed.headers[first: "Content-Length"] == "\(expected.utf8.count)")
        #expect(placed.headers[first: "Content-Type"] == "text/html; charset=UTF-8")
        // Placed again it is the same: what leads below the base leads to no host that is served.
        #expect(try Self.placed(placed) == placed)
    }

    @Test("An address that is spelled with character references is read as it is meant")
    func spelled() throws {
        let placed = try Self.placed(Self.html(#"<a href="https:&#x2F;&#x2f;sp.auth.adobe.com/x">"#))
        // Read as HTML: `&#x2F;` and `&#x2f;` are slashes, `&#x3A;` and `&#58;` colons.
        var text = Self.text(placed)
        for (reference, character) in [("&#x2F;", "/"), ("&#x2f;", "/"), ("&#x3A;", ":"), ("&#58;", ":")] {
            text = text.replacing(reference, with: character)
        }
        #expect(text == #"<a href="http://127.0.0.1:8080/sp.auth.adobe.com/x">"#)
    }

    @Test("What is not HTML stays", arguments: ["application/json", "text/plain", "text/htmlx", "image/svg+xml", ""])
    func otherTypes(type: String) throws {
        let page = Self.html(#"<a href="https://sp.auth.adobe.com/x">"#, type: type)
        #expect(try Self.placed(page) == page)
    }

    @Test("A base that would end an attribute is none")
    func unusable() {
        for base in [#"http://a"b"#, "http://a'b", "http://a b", "http://a>b", "http://a&b"] {
            #expect(BaseLinks(base: base, url: "https://a.example/", hosts: []) == nil)
        }
    }
}
