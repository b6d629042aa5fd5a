import Documents
import Exchanges
import Services
import Testing

/// A token that an app was given comes back, and is what it was in the recording.
@Suite struct RequestInstantTests {
    /// An AuthZ token in the form of tokens.md §3.2, with an invented signature; its end is in the date with spaces.
    static func token(_ end: String) -> String {
        "<signatureInfo>c2lnbmF0dXJl<signatureInfo><simpleAuthorizationToken>"
            + "<simpleTokenRequestorID>KITETV</simpleTokenRequestorID><simpleTokenResourceID>KITE1</simpleTokenResourceID>"
            + "<simpleTokenTTL>\(end)</simpleTokenTTL></simpleAuthorizationToken>"
    }

    static let recorded = token("2026/11/20 22:01:05 GMT +0000")
    /// A day later.
    static let given = token("2026/11/21 22:01:05 GMT +0000")
    static let shift = InstantShift(wholeSeconds: 86_400)

    static func request(_ value: String, inQuery: Bool) -> HTTPRequest {
        let pairs = "requestor_id=KITETV&authz_token=\(value)&mso_id=a+b"
        let url = "https://sp.auth.adobe.com/adobe-services/shortAuthorize"
        return HTTPRequest(
            method: "POST",
            url: inQuery ? "\(url)?\(pairs)" : url,
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")],
            body: inQuery ? nil : Array(pairs.utf8)
        )
    }

    static func pairs(_ request: HTTPRequest) -> [String] {
        let text =
            request.body.map { String(decoding: $0, as: UTF8.self) } ?? String(request.url.split(separator: "?")[1])
        return text.split(separator: "&").map(String.init)
    }

    @Test("In a form and in a query, whatever spaces are written as; all else stays", arguments: [true, false])
    func forms(inQuery: Bool) {
        #expect(Self.shift.moved(text: Self.recorded) == Self.given)
        for value in [PercentEncoding.form(Self.given), PercentEncoding.component(Self.given)] {
            let moved = Self.shift.reversed.moved(Self.request(value, inQuery: inQuery))
            let pairs = Self.pairs(moved)
            #expect(pairs.count == 3 && pairs[0] == "requestor_id=KITETV" && pairs[2] == "mso_id=a+b")
            let token = PercentEncoding.decodeForm(String(pairs[1].dropFirst("authz_token=".count)))
            #expect(token == Self.recorded)
        }
    }

    @Test("A body that is no form and a shift by nothing change nothing")
    func others() {
        var request = Self.request(PercentEncoding.form(Self.given), inQuery: false)
        #expect(InstantShift(wholeSeconds: 0).moved(request) == request)
        request.headers = [HeaderField("Content-Type", "application/octet-stream")]
        #expect(Self.shift.reversed.moved(request) == request)
    }
}
