import Testing

@testable import Redaction

@Suite struct URLVisitorTests {
    @Test("Scheme, host, port and path stay; query, fragment, path parameters and user information do not")
    func parts() {
        let url =
            "https://joe:pa-55@api.auth.adobe.com:8443/api/v1/x;jsessionid=A1B2?deviceId=box-1x&format=json#access_token=t-1x"
        let expected =
            "https://\(Probe.pseudonym("joe")):\(Probe.pseudonym("pa-55"))@api.auth.adobe.com:8443/api/v1/x"
            + ";jsessionid=\(Probe.pseudonym("A1B2"))?deviceId=\(Probe.pseudonym("box-1x"))&format=json"
            + "#access_token=\(Probe.pseudonym("t-1x"))"
        #expect(Probe.url(url) == expected)
    }

    @Test(
        "Each parameter counts, the last like the first, behind each segment of a path, in a query and in a fragment",
        arguments: ["https://sp.auth.adobe.com", "https://login.plover.example"]
    )
    func everyParameter(origin: String) {
        func url(_ write: (String) -> String) -> String {
            "\(origin)/watch;version=2;username=\(write("plumtree"));flag;lang=en;userId=\(write("u-81f0"))"
                + "/next;;format=json;jsessionid=\(write("A1B2"))/last;sid=\(write("sid-1"));ttl=7"
                + "?format=json&username=\(write("plumtree"))&flag=&lang=en&deviceId=\(write("box-1x"))"
                + "#format=json&token=\(write("tok-1"))&lang=en&pin=\(write("pin-1"))"
        }
        #expect(Probe.url(url { $0 }) == url(Probe.pseudonym))
    }

    @Test("A URL within a value is looked into: redirect_url")
    func nested() {
        let url =
            "https://api.auth.adobe.com/api/v1/authenticate?reg_code=K7TQ2MX&redirect_url=https%3A%2F%2Fkite.example%2Fdone%3Fsession%3Dabc-99"
        #expect(Probe.url(url) == url.replacing("abc-99", with: Probe.pseudonym("abc-99")))
    }

    @Test(
        "Adobe's hosts, and its paths behind any host",
        arguments: [
            ("https://api.auth.adobe.com/x", true), ("https://ADOBE.COM", true),
            ("https://localhost:8080/api/v1/authorize", true),
            ("https://notadobe.com/", false), ("https://adobe.com.evil.example/", false),
            ("https://play.kite.example/api/v1/login", false),
            ("https://u@[2001:db8::1]:80/reggie/v1/K/regcode", true),
        ]
    )
    func hosts(_ url: String, _ isAdobe: Bool) {
        #expect(Host(of: ArraySlice(url.utf8)).isAdobe == isAdobe)
    }

    @Test(
        "What is no URL is none",
        arguments: ["", "://", "a b://c", "https:/x", "1http://x.example", "application/json"]
    )
    func others(_ text: String) {
        #expect(!URLVisitor.looksLikeURL(ArraySlice(text.utf8)))
    }

    @Test(
        "Paths with values and long schemes are recognized",
        arguments: [
            "/done#access_token=X", "/idp/login;jsessionid=X", "/x?session=X",
            "adbe.u-XFXJeTSDuJiIQs0HVRAg://adobe.com",
        ]
    )
    func urls(_ text: String) {
        #expect(URLVisitor.looksLikeURL(ArraySlice(text.utf8)))
    }

    @Test(
        "Paths without values are none",
        arguments: ["/some/path", "/a=b/path;", "/words? and = more", "/page#chapter"]
    )
    func paths(_ text: String) {
        #expect(!URLVisitor.looksLikeURL(ArraySlice(text.utf8)))
    }
}
