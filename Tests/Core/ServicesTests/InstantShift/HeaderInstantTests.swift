import Exchanges
import PassAPI
import Services
import Testing

/// The headers whose values are instants, whoever sent them; 86,400 s later.
@Suite struct HeaderInstantTests {
    private static let shift = InstantShift(wholeSeconds: 86_400)

    private static func moved(
        _ name: String,
        _ value: String,
        of kind: ExchangeKind = .other("cdn.example")
    ) -> InstantShift.Moved {
        shift.moved(HTTPResponse(status: 200, headers: [HeaderField(name, value)]), of: kind)
    }

    private static func value(
        _ name: String,
        _ value: String,
        of kind: ExchangeKind = .other("cdn.example")
    ) -> String? {
        let moved = moved(name, value, of: kind)
        // Whatever moves, moves back.
        #expect(shift.reversed.moved(moved.response, of: kind).response.headers[first: name] == value)
        return moved.response.headers[first: name]
    }

    @Test(
        "Dates of HTTP move, in whatever case the name is written",
        arguments: ["Date", "EXPIRES", "last-modified", "Sunset"]
    )
    func dates(name: String) {
        #expect(Self.value(name, "Fri, 20 Nov 2026 21:59:12 GMT") == "Sat, 21 Nov 2026 21:59:12 GMT")
    }

    @Test("Of Retry-After a date moves, and a number is a duration")
    func retryAfter() {
        #expect(Self.value("Retry-After", "Thu, 31 Dec 2026 23:59:59 GMT") == "Fri, 01 Jan 2027 23:59:59 GMT")
        #expect(Self.value("Retry-After", "120") == "120")
        #expect(Self.moved("Retry-After", "120").exceptions == [])
    }

    @Test(
        "The date of a cookie moves, and nothing else of it",
        arguments: [
            (
                "a=1; expires=Wed, 25-Nov-2026 06:38:12 GMT; path=/",
                "a=1; expires=Thu, 26-Nov-2026 06:38:12 GMT; path=/"
            ),
            (
                "a=1;Expires=Wed, 25 Nov 2026 06:38:12 GMT;Max-Age=3600",
                "a=1;Expires=Thu, 26 Nov 2026 06:38:12 GMT;Max-Age=3600"
            ),
            (
                "a=1; Max-Age=1795211967; EXPIRES = Wed, 25-Nov-26 06:38:12 GMT ",
                "a=1; Max-Age=1795211967; EXPIRES = Thu, 26-Nov-26 06:38:12 GMT "
            ),
            (#"a=1; expires="Wed, 25-Nov-2026 06:38:12 GMT""#, #"a=1; expires="Thu, 26-Nov-2026 06:38:12 GMT""#),
            // Several in one field.
            (
                "a=1; expires=Wed, 25-Nov-2026 06:38:12 GMT, b=2; Expires=Wed, 25-Nov-2026 06:38:13 GMT",
                "a=1; expires=Thu, 26-Nov-2026 06:38:12 GMT, b=2; Expires=Thu, 26-Nov-2026 06:38:13 GMT"
            ),
            (
                "a=1; path=/\nb=2; expires=Wed, 25-Nov-2026 06:38:12 GMT",
                "a=1; path=/\nb=2; expires=Thu, 26-Nov-2026 06:38:12 GMT"
            ),
            // A cookie that is called so is none of its attributes.
            ("expires=Wed, 25-Nov-2026 06:38:12 GMT; path=/", "expires=Wed, 25-Nov-2026 06:38:12 GMT; path=/"),
            ("a=1; expires; path=/", "a=1; expires; path=/"), ("", ""), (";;;=", ";;;="),
        ]
    )
    func cookies(value: String, moved: String) {
        #expect(Self.value("Set-Cookie", value) == moved)
    }

    @Test(
        "Sentinels stay and are not reported",
        arguments: [
            ("Expires", "0"), ("Expires", "-1"), ("Expires", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ("Set-Cookie", "a=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0"),
            ("Set-Cookie", "a=; Expires=Thu, 01-Jan-1970 00:00:10 GMT"),
            ("Set-Cookie", "a=1; Expires=Tue, 19 Jan 2038 03:14:07 GMT"),
            ("Set-Cookie", "a=1; Expires=Fri, 31-Dec-9999 23:59:59 GMT"), ("Expires", "Thu, 19 Nov 1981 08:52:00 GMT"),
        ]
    )
    func sentinels(name: String, value: String) {
        let moved = Self.moved(name, value)
        #expect(moved.response.headers[first: name] == value)
        #expect(moved.exceptions == [])
    }

    @Test("A malformed date stays, and is reported with its place")
    func malformed() {
        for (name, value, text) in [
            ("Date", "yesterday", "yesterday"),
            ("Set-Cookie", "a=1; expires=Wed, 45-Nov-2026 06:38:12 GMT", "Wed, 45-Nov-2026 06:38:12 GMT"),
        ] {
            let moved = Self.moved(name, value)
            #expect(moved.response.headers[first: name] == value)
            #expect(moved.exceptions == [.init(place: .header(name), text: text, reason: .unreadable)])
        }
    }

    @Test("A date past the end of its form stays, and is reported")
    func unrepresentable() {
        let far = InstantShift(wholeSeconds: 86_400 * 366 * 9_000)
        let response = HTTPResponse(status: 200, headers: [HeaderField("Date", "Fri, 20 Nov 2026 21:59:12 GMT")])
        let moved = far.moved(response, of: .preflight)
        #expect(moved.response == response)
        #expect(moved.exceptions.map(\.reason) == [.notRepresentable])
    }

    @Test("A date that becomes a sentinel moves, and is reported")
    func becameSentinel() {
        let moved = Self.moved("Set-Cookie", "a=1; Expires=Mon, 18 Jan 2038 03:14:07 GMT")
        #expect(moved.response.headers == [HeaderField("Set-Cookie", "a=1; Expires=Tue, 19 Jan 2038 03:14:07 GMT")])
        #expect(
            moved.exceptions == [
                .init(
                    place: .header("Set-Cookie"),
                    text: "Mon, 18 Jan 2038 03:14:07 GMT",
                    reason: .becameSentinel
                )
            ]
        )
        #expect(InstantShift.Place.header("Set-Cookie").description == "header Set-Cookie")
        #expect(InstantShift.Place.body(field: "a.b").description == "body a.b")
        #expect(InstantShift.Place.body(field: "").description == "body")
        #expect(InstantShift.Place.vsaResult(field: "c").description == "VSA result c")
    }

    @Test("A SAML message in an address moves as it is spelled, of a third party too")
    func location() throws {
        // `<samlp:Response IssueInstant="2026-11-20T21:59:12Z"/>` and a day later, by `base64`.
        let message = "PHNhbWxwOlJlc3BvbnNlIElzc3VlSW5zdGFudD0iMjAyNi0xMS0yMFQyMTo1OToxMloiLz4="
        let later = "PHNhbWxwOlJlc3BvbnNlIElzc3VlSW5zdGFudD0iMjAyNi0xMS0yMVQyMTo1OToxMloiLz4="
        for end in ["%3D", "%3d"] {
            let address = "https://sp.example/acs?x=1&SAMLResponse="
            #expect(
                Self.value("Location", address + message.dropLast() + end + "&RelayState=2026-11-20T21:59:12Z#a")
                    == address + later.dropLast() + end + "&RelayState=2026-11-20T21:59:12Z#a"
            )
        }
        // What is deflated first cannot be opened here.
        #expect(
            Self.moved("Location", "https://idp.example/?SAMLRequest=fZJNT8MwDIbv%2FAor").exceptions.map(\.reason) == [
                .unreadable
            ]
        )
    }

    @Test("A token in an address moves where it is Adobe's, and stays where it is a third party's")
    func tokens() {
        func address(_ token: String) -> String { "kite://done?code=1#access_token=\(token)&expires_in=60" }
        // {"alg":"none"} and {"exp":1795211967}, a day later {"exp":1795298367}, by `base64`.
        let old = address("eyJhbGciOiJub25lIn0.eyJleHAiOjE3OTUyMTE5Njd9.")
        let new = address("eyJhbGciOiJub25lIn0.eyJleHAiOjE3OTUyOTgzNjd9.")
        #expect(Self.value("Location", old, of: .operation(.sdkOAuth2)) == new)
        #expect(Self.value("Location", old, of: .unrecognizedAdobe("GET /x")) == new)
        #expect(Self.value("Location", old) == old)
    }

    @Test("Other headers stay, whatever they look like")
    func others() {
        for name in ["X-Request-Id", "ETag", "Cache-Control", "X-Date", "Age"] {
            #expect(Self.value(name, "Fri, 20 Nov 2026 21:59:12 GMT") == "Fri, 20 Nov 2026 21:59:12 GMT")
        }
    }
}
