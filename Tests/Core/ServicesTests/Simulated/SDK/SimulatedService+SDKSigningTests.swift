import Documents
import PassAPI
import Testing
import Tokens
import VirtualTime

@testable import Services

/// `tvs/v1/sign`, from the captures kodi-native-* and the verifier's results (tokens.md §11).
@Suite struct SimulatedServiceSDKSigningTests {
    static let url = "http://live.kite.example/master.m3u8"

    /// A desk with a media token's text for KITE1.
    static func played() throws -> (desk: Desk, token: String) {
        let (desk, authentication) = SimulatedServiceSDKTokensTests.signedIn()
        let authorization = try #require(SimulatedServiceSDKAuthorizationTests.authorizationToken(desk, authentication))
        let answer = desk.answer(
            .deviceShortAuthorize(
                SimulatedServiceSDKSessionTests.native,
                authorizationToken: authorization,
                sessionGUID: ""
            )
        )
        guard case .shortMediaToken(let text) = answer.content else { throw NoToken() }
        return (desk, text)
    }

    struct NoToken: Error {}

    static func sign(_ desk: Desk, _ token: String?, resource: String? = "KITE1", url: String? = url) -> PassResponse {
        let parameters = [("url", url), ("mediaToken", token), ("cdn", "akamai"), ("resource", resource)]
        return desk.answer(
            PassRequest(.sign, parameters.compactMap { name, value in value.map { .init(name, $0) } })
        )
    }

    private static func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

    @Test("A good media token is answered with the URL, signed until the token expires, as plain text")
    func signed() throws {
        let (desk, token) = try Self.played()
        let answer = Self.sign(desk, Self.base64(token), resource: Self.base64("KITE1"))
        guard answer.status == 200, case .signedURL(let text) = answer.content else {
            return #expect(Bool(false), "\(answer)")
        }
        // In the captures `exp` is issueTime and ttl together; here 300 s after 2026-01-01T00:00:00Z.
        #expect(text.hasPrefix(Self.url + "?hdnea=exp=1767225900~hmac="))
        let hmac = text.split(separator: "=").last ?? ""
        #expect(hmac.count == 32 && hmac.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        let request = PassRequest(.sign, [.init("mediaToken", token)])
        #expect(desk.body(answer, request) == text)
        // The token's text itself will do, and a URL with a query gets one parameter more.
        guard case .signedURL(let other) = Self.sign(desk, token, resource: nil, url: Self.url + "?a=1").content else {
            return #expect(Bool(false))
        }
        #expect(other.hasPrefix(Self.url + "?a=1&hdnea=exp=1767225900~hmac="))
        #expect(other.suffix(32) != hmac, "another URL, another signature")
    }

    @Test("What the verifier refuses is refused, with the verifier's word")
    func refused() throws {
        let (desk, token) = try Self.played()
        func reason(_ answer: PassResponse) -> String? {
            #expect(answer.status == 403)
            return answer.error?.message
        }
        #expect(reason(Self.sign(desk, "bm8gdG9rZW4=")) == "INVALID_TOKEN_FORMAT")
        let changed = token.replacing("KITE1", with: "KITE2")
        #expect(reason(Self.sign(desk, Self.base64(changed), resource: "KITE2")) == "INVALID_SIGNATURE")
        #expect(reason(Self.sign(desk, token, resource: "KITE2")) == "INVALID_RESOURCE_ID")
        desk.now += .seconds(300) - .nanoseconds(1)
        #expect(Self.sign(desk, token).status == 200)
        desk.now += .nanoseconds(1)
        #expect(reason(Self.sign(desk, token)) == "TOKEN_EXPIRED")
        // tokens.md §11: without a resource it is authenticity and time that are looked at, and of two reasons time is
        // told.
        #expect(reason(Self.sign(desk, token, resource: nil)) == "TOKEN_EXPIRED")
        #expect(reason(Self.sign(desk, token, resource: "KITE2")) == "TOKEN_EXPIRED")
        #expect(reason(Self.sign(desk, Self.base64(changed), resource: nil)) == "INVALID_SIGNATURE")
        #expect(reason(Self.sign(desk, "bm8gdG9rZW4=", resource: nil)) == "INVALID_TOKEN_FORMAT")
        desk.now += .seconds(3_600)
        #expect(reason(Self.sign(desk, token, resource: nil)) == "TOKEN_EXPIRED")
        // tokens.md §11, in the page's order; `valid` is `VALID_TOKEN`, and `ERROR_UNKNOWN` is "not validated yet".
        #expect(
            MediaTokenVerification.Reason.allCases.map(\.rawValue)
                == ["INVALID_TOKEN_FORMAT", "INVALID_SIGNATURE", "TOKEN_EXPIRED", "INVALID_RESOURCE_ID"]
        )
    }

    @Test("A service that has forgotten the token reads it, and judges it by its signature and dates")
    func forgotten() throws {
        let (_, token) = try Self.played()
        let other = Desk()
        #expect(Self.sign(other, token).status == 200)
        #expect(Self.sign(other, token, resource: nil).status == 200)
        #expect(Self.sign(other, token, resource: "KITE2").error?.message == "INVALID_RESOURCE_ID")
        other.now += .seconds(300)
        #expect(Self.sign(other, token).error?.message == "TOKEN_EXPIRED")
        #expect(Self.sign(other, token, resource: nil).error?.message == "TOKEN_EXPIRED")
    }

    @Test("Without a URL or a token there is nothing to sign, and what is no token is refused")
    func missing() throws {
        let (desk, token) = try Self.played()
        #expect(Self.sign(desk, nil).status == 400)
        #expect(Self.sign(desk, token, url: nil).status == 400)
        #expect(Self.sign(desk, "bm8gdG9rZW4=").status == 403)
    }
}
