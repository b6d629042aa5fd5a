import Testing

@testable import Redaction

@Suite struct HeaderVisitorTests {
    @Test("The scheme word of credentials stays")
    func schemes() {
        #expect(Probe.header("Authorization", "Bearer abcdef0123") == "Bearer " + Probe.pseudonym("abcdef0123"))
        #expect(Probe.header("proxy-authorization", "bearer x-9") == "bearer " + Probe.pseudonym("x-9"))
        #expect(Probe.header("Authorization", "opaque-77") == Probe.pseudonym("opaque-77"))
    }

    @Test("Basic credentials stay Base64 of a name and a password")
    func basic() {
        let basic = Probe.base64("viewer:correct horse")
        let expected = Probe.pseudonym("viewer") + ":" + Probe.pseudonym("correct horse")
        #expect(Probe.header("Authorization", "Basic " + basic) == "Basic " + Probe.base64(expected))
    }

    @Test("A signed authorization header keeps requestor, time and path (rest-api-v1.md §3.5)")
    func signedHeader() {
        let value =
            "GET requestor_id=KITETV, nonce=ab-12-cd, signature_method=HMAC-SHA1, request_time=1767225600000, "
            + "request_uri=/authorize, public_key=pk77zz, signature=c2lnLW9uZQ=="
        let redacted = Probe.header("Authorization", value)
        #expect(
            redacted.hasPrefix(
                "GET requestor_id=KITETV, nonce=\(Probe.pseudonym("ab-12-cd")), signature_method=HMAC-SHA1"
            )
        )
        #expect(redacted.contains("request_time=1767225600000, request_uri=/authorize, public_key="))
        #expect(!redacted.contains("pk77zz") && !redacted.contains("c2lnLW9uZQ=="))
    }

    @Test(
        "Credentials that were joined are each replaced, whatever they end with",
        arguments: [
            ("Bearer first-token-1, Basic B=", ["first-token-1", "B="]),
            ("Bearer first-token-1\nBearer second-token-2==", ["first-token-1", "second-token-2=="]),
            ("opaque-first, nonce=\"n-77-first\", other-last", ["opaque-first", "n-77-first", "other-last"]),
        ]
    )
    func joined(_ value: String, _ secrets: [String]) {
        let expected = secrets.reduce(value) { $0.replacing($1, with: Probe.pseudonym($1)) }
        #expect(Probe.header("Authorization", value) == expected)
    }

    @Test("A comma within quotes parts no parameters, and one behind a quote that is never closed does")
    func quotedCommas() {
        let digest = "Digest username=\"sparrow, ann\", realm=\"kite, tv\", response=\"d0d0-cafe\""
        #expect(
            Probe.header("Authorization", digest)
                == digest.replacing("sparrow, ann", with: Probe.pseudonym("sparrow, ann"))
                .replacing("d0d0-cafe", with: Probe.pseudonym("d0d0-cafe"))
        )
        let open = Probe.header("Authorization", "Digest username=\"sparrow, realm=kite, response=d0d0-cafe")
        #expect(!open.contains("sparrow") && !open.contains("d0d0-cafe"))
        #expect(open.contains(", realm=kite, response="))
    }

    @Test("A URL among the parameters is looked into as every URL is")
    func parameterURL() {
        let value = "Digest uri=\"/api/v1/authenticate?deviceId=box-0001-zz&requestor=KITETV\", nonce=ab-12-cd"
        let redacted = Probe.header("Authorization", value)
        #expect(!redacted.contains("box-0001-zz"))
        #expect(redacted.hasPrefix("Digest uri=\"/api/v1/authenticate?deviceId="))
        #expect(redacted.contains("&requestor=KITETV\", nonce="))
    }

    @Test("Of a challenge, what has to be sent back is replaced")
    func challenge() {
        let answer = [("WWW-Authenticate", "Digest realm=\"kite\", nonce=\"ab12cd34\", qop=auth")]
        let fields = Probe.redact(Probe.exchange(answerHeaders: answer))[0].response?.headers
        #expect(fields?[0].value == "Digest realm=\"kite\", nonce=\"\(Probe.pseudonym("ab12cd34"))\", qop=auth")
    }

    @Test("Every cookie is replaced, its name and attributes stay")
    func cookies() {
        #expect(
            Probe.header("Cookie", "a=one1; b=\"two2\"")
                == "a=\(Probe.pseudonym("one1")); b=\"\(Probe.pseudonym("two2"))\""
        )
        let exchange = Probe.exchange(answerHeaders: [("Set-Cookie", "sid=x1y2z3; Path=/; Max-Age=60; Secure")])
        let fields = Probe.redact(exchange)[0].response?.headers
        #expect(fields?[0].value == "sid=\(Probe.pseudonym("x1y2z3")); Path=/; Max-Age=60; Secure")
    }

    @Test(
        "Headers on the list of harmless ones stay",
        arguments: [
            ("User-Agent", "KiteTV/4.2 CFNetwork/1327"), ("X-Request-Id", "6706cb24-f6e9-402f-b7a4-90fc67d137c9"),
            ("Date", "Fri, 20 Nov 2026 21:59:12 GMT"), ("ap_42", "anonymous"), ("Ap_11", "Linux i686"),
            ("Content-Type", "application/json; charset=UTF-8"),
            ("ETag", "\"33a64df551425fcc55e4d42a148795d9f25f89d4\""),
            ("Pass_Sfp", "None"),
        ]
    )
    func harmless(_ name: String, _ value: String) {
        #expect(Probe.header(name, value) == value)
    }

    @Test(
        "Any other header is secret",
        arguments: ["X-Whatever", "Ap_21", "ap_19", "AP-Visitor-Identifier", "X-Auth-Token", "x-amz-meta-owner"]
    )
    func others(_ name: String) {
        #expect(Probe.header(name, "value-0815") == Probe.pseudonym("value-0815"))
    }

    @Test("X-Device-Info keeps all but addresses and identifiers")
    func deviceInfo() {
        let info =
            #"{"model": "AppleTV", "connectionIp": "10.1.2.3", "connectionPort": "50123", "applicationId": "app-1"}"#
        let redacted = Probe.header("X-Device-Info", Probe.base64(info))
        let decoded = Base64Text(ArraySlice(redacted.utf8)).map { Probe.text($0.bytes) } ?? ""
        #expect(decoded.hasPrefix(#"{"model": "AppleTV", "connectionIp": "198.1"#))
        #expect(!decoded.contains("50123") && !decoded.contains("app-1"))
    }

    @Test("AP-Device-Identifier is the word fingerprint and Base64 of the device id")
    func deviceIdentifier() {
        let expected = "fingerprint " + Probe.base64(Probe.pseudonym("box-0001"))
        #expect(Probe.header("AP-Device-Identifier", "fingerprint " + Probe.base64("box-0001")) == expected)
    }

    @Test("Each address of a forwarding list is replaced by one that belongs to nobody")
    func forwarding() {
        let parts = Probe.header("X-Forwarded-For", "10.1.2.3, 192.168.7.8").split(separator: ", ")
        #expect(parts.count == 2 && parts.allSatisfy { NetworkAddress.isIPv4(Array($0.utf8)) })
        #expect(parts.allSatisfy { $0.hasPrefix("198.1") })
    }

    @Test("A redirect keeps its place, not what its query carries")
    func redirects() {
        let exchange = Probe.exchange(answerHeaders: [
            ("Location", "https://kite.example/done?access_token=abc123&format=json")
        ])
        let value = Probe.redact(exchange)[0].response?.headers[0].value
        #expect(value == "https://kite.example/done?access_token=\(Probe.pseudonym("abc123"))&format=json")
        #expect(Probe.header("Refresh", "0; url=/x?session=ab-1") == "0; url=/x?session=" + Probe.pseudonym("ab-1"))
        #expect(Probe.header(":path", "/x?session=ab-1&a=b") == "/x?session=\(Probe.pseudonym("ab-1"))&a=b")
    }

    /// Returns what is left of one header of a response from this place.
    private func answered(_ name: String, _ value: String, by url: String = "https://api.auth.adobe.com/") -> String {
        let exchange = Probe.exchange("GET", url, answerHeaders: [(name, value)])
        return Probe.redact(exchange)[0].response?.headers[0].value ?? ""
    }

    @Test("Cookies folded into one field are all replaced; the comma of a date begins none")
    func foldedCookies() {
        let one = Probe.pseudonym("A1b2c3")
        let two = Probe.pseudonym("B4d5e6")
        #expect(
            answered("Set-Cookie", "JSESSIONID=A1b2c3; Path=/, sso=B4d5e6; Secure")
                == "JSESSIONID=\(one); Path=/, sso=\(two); Secure"
        )
        #expect(answered("Set-Cookie", "a=A1b2c3, b=B4d5e6") == "a=\(one), b=\(two)")
        let dated =
            "a=A1b2c3; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/,b=B4d5e6; expires=Wed, 21-Oct-26 07:28:00 GMT"
        #expect(
            answered("Set-Cookie", dated)
                == dated.replacing("A1b2c3", with: one).replacing("B4d5e6", with: two)
        )
        // Within a value, and within quotes, a comma is one of the value's.
        #expect(answered("Set-Cookie", "a=x1,y2=z3; Path=/") == "a=\(Probe.pseudonym("x1,y2=z3")); Path=/")
        #expect(answered("Set-Cookie", "a=\"x1, y2=z3\"; Path=/") == "a=\"\(Probe.pseudonym("x1, y2=z3"))\"; Path=/")
    }

    @Test(
        "Where a header holds a URL it need not look like one",
        arguments: [
            "/done#access_token=tok-1x77", "/idp/login;jsessionid=tok-1x77", "cb?access_token=tok-1x77",
            "adbe.u-XFXJeTSDuJiIQs0HVRAg://adobe.com?access_token=tok-1x77",
            "com.kite.app:/oauth?access_token=tok-1x77", "?access_token=tok-1x77",
        ]
    )
    func places(_ url: String) {
        let expected = url.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77"))
        for name in ["Location", "Content-Location", "Referer", ":path"] {
            #expect(answered(name, url) == expected)
            #expect(answered(name, url, by: "https://login.mvpd.example/") == expected)
        }
        for before in ["0; ", "0;url=", "0; URL = ", "5, ", "0 "] {
            #expect(answered("Refresh", before + url) == before + expected)
        }
        #expect(answered("Refresh", "0; url='\(url)'") == "0; url='\(expected)'")
    }

    @Test(
        "URLs without secrets stay, and so does what only looks like a place",
        arguments: [
            ("Location", "/done?lang=en&format=json#top"), ("Location", "cb"), ("Refresh", "30"),
            ("Refresh", "0; url=https://kite.example/next?lang=en"), ("Location", "/x;version=2/y"),
        ]
    )
    func harmlessPlaces(_ name: String, _ value: String) {
        #expect(answered(name, value) == value)
        #expect(answered(name, value, by: "https://login.mvpd.example/") == value)
    }

    @Test("A path in a header says what the URL of the same request says: at other hosts every value is secret")
    func foreignPath() {
        let path = "/auth?u=jane-1x&p=Kite7x&lang=en"
        let exchange = Probe.exchange("GET", "https://login.mvpd.example" + path, headers: [(":path", path)])
        let request = Probe.redact(exchange)[0].request
        #expect(request.url == "https://login.mvpd.example" + request.headers[0].value)
        #expect(
            request.headers[0].value
                == "/auth?u=\(Probe.pseudonym("jane-1x"))&p=\(Probe.pseudonym("Kite7x"))&lang=en"
        )
        // A relative redirect stays at that host; at Adobe's names decide, and elsewhere the host that is named counts.
        #expect(answered("Location", path, by: "https://login.mvpd.example/") == request.headers[0].value)
        #expect(Probe.header(":path", path) == path)
        let absolute = "https://api.auth.adobe.com" + path
        #expect(answered("Location", absolute, by: "https://login.mvpd.example/") == absolute)
    }
}
