import Testing

@testable import Redaction

/// ``CredentialVisitor``, ``CookieVisitor``, and the headers that hold a URL among other words.
@Suite struct CredentialVisitorTests {
    /// Returns what is left of one header of a response of Adobe.
    private func answered(_ name: String, _ value: String, by url: String = "https://api.auth.adobe.com/") -> String {
        let exchange = Probe.exchange("GET", url, answerHeaders: [(name, value)])
        return Probe.redact(exchange)[0].response?.headers[0].value ?? ""
    }

    @Test(
        "Of a challenge what has to be sent back is replaced, however it is written",
        arguments: [
            ("Digest realm=\"x\", nonce = \"tok-1x77\"", "tok-1x77"),
            ("Digest realm=\"x\", nonce=\"aa, tok-1x77\"", "aa, tok-1x77"),
            ("Bearer token=\"abc def tok-1x77\"", "abc def tok-1x77"),
            ("Digest opaque=\"tok-1x77\", stale=false", "tok-1x77"),
            ("Digest realm=\"x\" nonce=\"tok-1x77\" qop=auth", "tok-1x77"),
            ("Negotiate, Digest realm=x; nonce=tok-1x77", "tok-1x77"),
            ("NTLM\nDigest realm=x,nonce=tok-1x77", "tok-1x77"), ("Negotiate tok-1x77==", "tok-1x77=="),
            ("Basic realm=\"x\", NTLM tok/1x77+a=", "tok/1x77+a="), ("Digest nonce=\"tok-1\\\"x77\"", "tok-1\\\"x77"),
            ("Digest realm=\"x, nonce=tok-1x77", "tok-1x77"), ("Digest nonce=\"tok-1x77, realm=x", "tok-1x77"),
        ]
    )
    func challenges(_ value: String, _ secret: String) {
        let expected = value.replacing(secret, with: Probe.pseudonym(secret))
        for name in ["WWW-Authenticate", "Proxy-Authenticate"] { #expect(answered(name, value) == expected) }
    }

    @Test("The one text of a challenge stays Base64 of a text, if it is")
    func negotiation() {
        #expect(
            answered("WWW-Authenticate", "Negotiate " + Probe.base64("tok-1x77"))
                == "Negotiate " + Probe.base64(Probe.pseudonym("tok-1x77"))
        )
    }

    @Test(
        "What a challenge says of itself stays",
        arguments: [
            "Basic realm=\"Kite TV\", charset=\"UTF-8\"", "Negotiate", "Negotiate, NTLM", "",
            "Bearer error=\"invalid_token\", error_description=\"The token expired\"",
            "Digest qop=\"auth,auth-int\", algorithm=MD5, stale = FALSE", "=,\"",
        ]
    )
    func keptChallenges(_ value: String) {
        #expect(answered("WWW-Authenticate", value) == value)
    }

    @Test("What is harmless in one scheme is secret in another")
    func schemes() {
        func expectReplaced(_ value: String, _ secrets: String...) {
            let expected = secrets.reduce(value) { $0.replacing($1, with: Probe.pseudonym($1)) }
            #expect(Probe.header("Authorization", value) == expected)
        }
        expectReplaced("Bearer nc=tok-1x77, x=yyy-22", "tok-1x77", "yyy-22")
        expectReplaced("Bearer x=yyy-22, realm=\"tok-1x77\", requestor_id=tok-2x77", "yyy-22", "tok-1x77", "tok-2x77")
        expectReplaced("x=yyy-22, realm=\"tok-1x77\"", "yyy-22", "tok-1x77")
        expectReplaced(
            "Digest username=\"ann-1\", nc=00000001, qop=auth, realm=\"x\", response=\"d0d0\"",
            "ann-1",
            "d0d0"
        )
        expectReplaced("OAuth realm=\"x\", oauth_token=\"tok-1x77\"", "tok-1x77")
        expectReplaced("Digest realm=\"x\", nonce=\"n-1\", Bearer realm=\"tok-1x77\"", "n-1", "tok-1x77")
    }

    @Test("A semicolon within the quotes around a cookie parts nothing")
    func quotedCookies() {
        let quoted = "\"\(Probe.pseudonym("x; y=tok-1x77"))\""
        #expect(answered("Set-Cookie", "a=\"x; y=tok-1x77\"; Path=/; Secure") == "a=\(quoted); Path=/; Secure")
        #expect(Probe.header("Cookie", "a=\"x; y=tok-1x77\"; b=t-2") == "a=\(quoted); b=\(Probe.pseudonym("t-2"))")
        // A quote that is never closed is one of the value's bytes, and so is one within the value.
        let open = Probe.pseudonym("\"tok-1x77")
        #expect(answered("Set-Cookie", "a=\"tok-1x77; Path=/; Secure") == "a=\(open); Path=/; Secure")
        let inner = Probe.pseudonym("t\"k-1x77")
        #expect(answered("Set-Cookie", "a=t\"k-1x77; Path=\"/\"; Secure") == "a=\(inner); Path=\"/\"; Secure")
    }

    @Test("What is no attribute of a cookie is taken for another cookie")
    func unknownAttributes() {
        let attributes = "Path=/; Domain=kite.example; Max-Age=60; Expires=Wed, 21 Oct 2026 07:28:00 GMT; SameSite=Lax"
        #expect(
            answered("Set-Cookie", "a=one-1x; sid=tok-1x77; \(attributes); HttpOnly")
                == "a=\(Probe.pseudonym("one-1x")); sid=\(Probe.pseudonym("tok-1x77")); \(attributes); HttpOnly"
        )
    }

    @Test(
        "URLs among the words of a header are looked into",
        arguments: [
            ("Link", "<https://idp.example.org/cb?sid=tok-1x77>; rel=\"next\""),
            ("Link", "</a.css>; rel=preload, <cb?access_token=tok-1x77>; rel=next"),
            ("Link", "<https://kite.example/>; anchor=\"https://kite.example/?sid=tok-1x77\""),
            ("Link", "<https://kite.example/?sid=tok-1x77"),
            ("Content-Security-Policy", "a 'self'; report-uri https://x.example/csp?token=tok-1x77; img-src *"),
            ("Content-Security-Policy", "report-uri /csp?token=tok-1x77"), ("Link", "<//idp.example/?sid=tok-1x77>"),
            ("Content-Security-Policy", "report-uri https://x.example/csp?token=tok-1x77,default-src 'none'"),
        ]
    )
    func words(_ name: String, _ value: String) {
        #expect(answered(name, value) == value.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77")))
    }

    @Test(
        "The other words stay",
        arguments: [
            ("Link", "<https://kite.example/a.css>; rel=\"preload\"; title=\"Is it? Yes = no\""), ("Link", "<>"),
            ("Link", "</a?lang=en>; rel=next"), ("Link", "<"), ("Content-Security-Policy", ""),
            ("Content-Security-Policy", "default-src 'self' https://cdn.kite.example 'nonce-r4Nd0m'; upgrade"),
        ]
    )
    func keptWords(_ name: String, _ value: String) {
        #expect(answered(name, value) == value)
    }

    @Test("A URL without a scheme is of the host that it names")
    func protocolRelative() {
        let secret = Probe.pseudonym("tok-1x77")
        for start in ["//", "/\\", " //"] {
            let url = start + "idp.example.org/cb?relay=tok-1x77"
            #expect(answered("Location", url) == url.replacing("tok-1x77", with: secret))
            #expect(answered("Refresh", "0; url=" + url) == "0; url=" + url.replacing("tok-1x77", with: secret))
            #expect(!Probe.answer("<html><a href=\"\(url)\">x</a></html>").contains("tok-1x77"))
        }
        for url in ["//user:tok-1x77@host.example/p?x=1", "//user:tok-1x77@host.example/p", "//tok-1x77@h.example"] {
            let left = answered("Location", url)
            #expect(!left.contains("tok-1x77") && left.hasPrefix("//") && left.utf8.count == url.utf8.count)
        }
        for url in ["//api.auth.adobe.com/x?relay=tok-1x77", "//idp.example.org/cb?lang=en", "//idp.example.org/a@b"] {
            #expect(answered("Location", url) == url)
        }
        // It is of that host also where the answer came from another one.
        let adobe = "//api.auth.adobe.com/x?relay=tok-1x77"
        #expect(answered("Location", adobe, by: "https://login.mvpd.example/") == adobe)
        #expect(Host(of: ArraySlice("///x".utf8)).isEmpty)
        #expect(Host(of: ArraySlice("//h.example".utf8)).name.elementsEqual("h.example".utf8))
    }

    @Test(
        "Headers of nothing but signs are walked through in time",
        arguments: ["\"", "=\"", "a=\"\\\"", ",", "; ", " =", "a=\"b;", "<", "a ", ", a=", "\\"]
    )
    func endless(_ piece: String) {
        let value = String(repeating: piece, count: 10_000 / piece.utf8.count)
        for name in ["WWW-Authenticate", "Set-Cookie", "Link", "Content-Security-Policy", "Location"] {
            #expect(answered(name, value).utf8.count == value.utf8.count)
        }
        for name in ["Authorization", "Cookie"] {
            #expect(Probe.header(name, value).utf8.count == value.utf8.count)
        }
    }
}
