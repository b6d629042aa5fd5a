import Documents
import Exchanges
import Testing

@testable import Simulation

/// Source: issue "Serve", parts 1 and 2: what an app was given comes back moved.
@Suite struct AskedRequestTests {
    /// A token in the form of tokens.md §3.2, with an invented signature.
    private func request(until day: Int) -> HTTPRequest {
        let token =
            "<signatureInfo>c2lnbmF0dXJl<signatureInfo><simpleAuthorizationToken>"
            + "<simpleTokenTTL>2026/11/\(day) 22:01:05 GMT +0000</simpleTokenTTL></simpleAuthorizationToken>"
        return HTTPRequest(
            method: "GET",
            url: "https://api.auth.adobe.com/api/v1/authorize?requestor=KITETV&token="
                + PercentEncoding.component(token)
        )
    }

    @Test("Moved to another back end's time it is what it would have been there from the beginning")
    func moves() {
        let day: Int64 = 86_400
        var asked = AskedRequest(request(until: 23), movedBy: 2 * day)
        #expect(asked.request == request(until: 21) && asked.received == request(until: 23))
        #expect(asked.call?.operation == .authorize && asked.call?["token"]?.contains("2026/11/21") == true)
        asked.move(to: day)
        #expect(asked.request == request(until: 22) && asked.call?["token"]?.contains("2026/11/22") == true)
        asked.move(to: 0)
        #expect(asked.request == request(until: 23) && asked.lead == 0)
    }

    @Test(
        "Its host is in small letters, with the port where that is not the scheme's",
        arguments: [
            ("https://API.auth.adobe.com/x", "api.auth.adobe.com"), ("https://api.example:443/x", "api.example"),
            ("http://api.example:443/x", "api.example:443"), ("http://api.example:80", "api.example"),
            ("https://api.example:8443/x?y", "api.example:8443"),
        ]
    )
    func host(url: String, host: String) {
        #expect(AskedRequest(HTTPRequest(method: "GET", url: url)).host == host)
    }
}
