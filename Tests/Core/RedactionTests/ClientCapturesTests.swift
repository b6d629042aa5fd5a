import Documents
import Exchanges
import PassAPI
import Testing

@testable import Redaction

/// The messages of other people's clients, redacted: the truth stands in Recordings/captures/clients/README.md.
@Suite("Captures of other people's clients keep their meaning when they are redacted") struct ClientCapturesTests {
    static let names = [
        "clientless-denied", "clientless-sign-on", "eplus-espn-authz-expired-second-play", "eplus-espn-sign-on",
        "eplus-nesn-sign-on", "kodi-espn3-authz-expired-second-play", "kodi-espn3-denied", "kodi-espn3-logout",
        "kodi-espn3-sign-on", "kodi-native-authn-expired-second-play", "kodi-native-sign-on", "secondscreen-both",
        "secondscreen-sign-on",
    ]

    private static func redacted(_ name: String) throws -> (before: [Exchange], after: [Exchange]) {
        let exchanges = try Captures.exchanges("clients/" + name)
        var redactor = Redactor(key: Captures.key)
        for exchange in exchanges { redactor.study(exchange) }
        return (exchanges, exchanges.map { redactor.redact($0) })
    }

    private static func kinds(_ exchanges: [Exchange]) -> [ExchangeKind] {
        var classifier = ExchangeClassifier()
        return exchanges.map { classifier.kind(of: $0) }
    }

    @Test("Every exchange has the same name before and after", arguments: names)
    func kinds(name: String) throws {
        let (before, after) = try Self.redacted(name)
        #expect(Self.kinds(after) == Self.kinds(before))
    }

    /// The media token of a query, in which a raw plus sign stands for itself: it is Base64.
    private static func token(_ exchange: Exchange) -> String? {
        guard let start = exchange.request.url.firstRange(of: "&token=")?.upperBound else { return nil }
        return String(exchange.request.url[start...].prefix { $0 != "&" })
    }

    @Test(
        "A media token with a raw plus sign in a query is the one that was issued, before and after",
        arguments: [("eplus-espn-sign-on", 5, 6), ("eplus-espn-sign-on", 7, 8)]
            + [("eplus-espn-authz-expired-second-play", 5, 6)]
    )
    func plusSign(name: String, issue: Int, use: Int) throws {
        let (before, after) = try Self.redacted(name)
        for exchanges in [before, after] {
            let answer = try JSONValue(parsing: try #require(exchanges[issue - 1].response?.body))
            let issued = try #require(answer["serializedToken"]?.string)
            #expect(issued.contains("+"))
            #expect(Self.token(exchanges[use - 1]) == issued)
            #expect(ExchangeKind(of: exchanges[use - 1]) == .programmerService)
        }
        #expect(Self.token(after[use - 1]) != Self.token(before[use - 1]))
        // mitmproxy decodes the query beside the URL as a form, where the sign is a space.
        let query = after[use - 1].harExtras?["request"]?["queryString"]?.array ?? []
        let value = query.first { $0["name"]?.string == "token" }?["value"]?.string
        #expect(value == Self.token(after[use - 1])?.replacing("+", with: " "))
    }

    @Test("The MVPD in user metadata is no secret, the user's id and postal code are", arguments: [6, 12])
    func metadata(ordinal: Int) throws {
        let (before, after) = try Self.redacted("clientless-sign-on")
        let old = try JSONValue(parsing: try #require(before[ordinal - 1].response?.body))
        let new = try JSONValue(parsing: try #require(after[ordinal - 1].response?.body))
        #expect(new["data"]?["mvpd"] == .string("Plover"))
        for name in ["userID", "zip"] {
            #expect(old["data"]?[name] != nil)
            #expect(new["data"]?[name] != old["data"]?[name])
        }
    }

    /// A second play of kodi-native whose AuthZ token has ended: whatever comes back for `deviceShortAuthorize`, the
    /// client takes to `tvs/v1/sign` as a media token.
    @Test(
        "What deviceShortAuthorize says in place of a token is no secret, even if the client passes it on as a token",
        arguments: [
            "<error><notAuthorized/></error><details>Not in your package</details>",
            "<result><error><notAuthorized/></error><details>Not in your package</details></result>",
            "<error><status>403</status><message>User not authorized</message></error>",
            #"<pendingLogout reason="34764">true</pendingLogout>"#, "User not authorized",
            #"{"status":403,"message":"User not authorized","details":"Not in your package"}"#,
        ]
    )
    func refusal(text: String) throws {
        var exchanges = Array(try Captures.exchanges("clients/kodi-native-sign-on").prefix(7))
        var response = try #require(exchanges[5].response)
        response.body = Array(text.utf8)
        exchanges[5].outcome = .response(response)
        exchanges[5].harExtras = nil
        exchanges[6].harExtras = nil
        exchanges[6].request.body = Array(
            ("url=http%3A%2F%2Flive.kite.example%2Fm&mediaToken="
                + Probe.base64(text).replacing("+", with: "%2B").replacing("=", with: "%3D")).utf8
        )
        var redactor = Redactor(key: Captures.key)
        for exchange in exchanges { redactor.study(exchange) }
        let after = exchanges.map { redactor.redact($0) }
        #expect(after[5].response?.body == Array(text.utf8))
    }
}
