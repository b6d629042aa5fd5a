import Testing

@testable import Redaction

@Suite struct CodePathTests {
    @Test(
        "The registration code that a path of Adobe's ends with is replaced",
        arguments: [
            "/reggie/v1/KITETV/regcode/", "/reggie/v1/regcode/", "/api/v1/checkauthn/", "/api/v1/authenticate/",
            "/api/v1/preauthorize/", "/api/v2/KITETV/sessions/", "/api/v2/authenticate/KITETV/",
            "/api/v2/KITETV/profiles/code/",
        ]
    )
    func codes(path: String) {
        let url = "https://api.auth.adobe.com" + path
        let code = Probe.pseudonym("K7TQ2MX")
        #expect(Probe.url(url + "K7TQ2MX?requestor=KITETV") == url + code + "?requestor=KITETV")
        #expect(Probe.url(url + "canary-code-7f3Q9z") == url + Probe.pseudonym("canary-code-7f3Q9z"))
    }

    @Test(
        "Other paths hold none",
        arguments: [
            "https://api.auth.adobe.com/reggie/v1/KITETV/regcode", "https://api.auth.adobe.com/api/v1/checkauthn",
            "https://api.auth.adobe.com/api/v1/config/KITETV", "https://api.auth.adobe.com/api/v1/tokens/authn",
            "https://api.auth.adobe.com/api/v2/KITETV/profiles/Meadowlark",
            "https://api.auth.adobe.com/api/v2/KITETV/sessions", "https://kite.example/a/sessions/K7TQ2MX",
        ]
    )
    func others(url: String) {
        #expect(Probe.url(url) == url)
    }

    @Test("A code that a field of Adobe's names is kept, in paths and in prose, since a replay shows it")
    func named() {
        let url = "https://api.auth.adobe.com/reggie/v1/KITETV/regcode"
        let created = Probe.exchange("POST", url, answer: #"{"code":"K7TQ2MX","requestor":"KITETV"}"#)
        let read = Probe.exchange("GET", url + "/K7TQ2MX", answer: #"{"code":"K7TQ2MX"}"#, ordinal: 2)
        #expect(Probe.redact(created, read) == [created, read])
        #expect(Probe.redact(read, created) == [read, created])
    }
}
