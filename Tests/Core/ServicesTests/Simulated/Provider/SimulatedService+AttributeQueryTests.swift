import PassAPI
import Testing
import Tokens
import VirtualTime

@testable import Services

/// Apple SSO between Adobe, Apple and the MVPD, from apple-sso-flow.md §3, §4, §8 and rest-api-v1.md §7.6, §7.7.
@Suite struct SimulatedServiceAttributeQueryTests {
    static func profileRequest(_ desk: Desk, mvpd: String = "Meadowlark") -> String {
        let answer = desk.answer(.profileRequest(desk.context, mvpd: mvpd, deviceType: "tvOS"))
        return if case .profileRequest(let payload) = answer.content { payload } else { "" }
    }

    static func query(_ desk: Desk, _ payload: String?, user: String = "wren") -> AttributeResult {
        desk.service.attributeResponse(
            provider: "com.example.meadowlark",
            user: user,
            verificationToken: payload,
            attributeNames: ["uid", "NameID"],
            at: desk.now
        )
    }

    static func saml(_ desk: Desk, user: String = "wren") -> String {
        guard case .saml(let text) = query(desk, profileRequest(desk), user: user) else { return "" }
        return text
    }

    static func exchange(_ desk: Desk, _ saml: String) -> PassResponse {
        desk.answer(
            .exchangeToken(
                desk.context,
                mvpd: "Meadowlark",
                deviceType: "tvOS",
                samlResponse: SAMLNormalization.base64(saml)
            )
        )
    }

    @Test(
        "K-62, K-63, K-64: request, query, pipeline and exchange end with 204 and a token whose source is Apple",
        arguments: [SAMLLayout.oneLine, .indented, .attributesIndented]
    )
    func wholeWay(layout: SAMLLayout) {
        let desk = Desk.with { $0.quirks.provider.samlLayout = layout }
        #expect(Self.exchange(desk, Self.saml(desk)) == PassResponse(status: 204, .empty))
        guard case .userMetadata(let metadata) = desk.answer(.userMetadata(desk.context)).content else {
            Issue.record("no metadata")
            return
        }
        #expect(metadata.tokenSource == "Apple")
        #expect(metadata.data["userID"]?.string == "wren")
    }

    @Test("What the pipeline breaks is refused with 400")
    func flush() {
        let desk = Desk.with { $0.quirks.provider.samlLayout = .attributesFlush }
        let answer = Self.exchange(desk, Self.saml(desk))
        #expect(answer.status == 400)
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("An assertion holds until its NotOnOrAfter, to the nanosecond, which is a deadline until it is used")
    func assertionEnds() {
        for (wait, status) in [(Duration.seconds(300) - .nanoseconds(1), 204), (.seconds(300), 400)] {
            let desk = Desk()
            let saml = Self.saml(desk)
            let expiration = Expiration(.assertion, "Meadowlark", at: desk.now + .seconds(300), source: "service")
            #expect(desk.service.expirations(at: desk.now).contains(expiration))
            desk.now += wait
            #expect(Self.exchange(desk, saml).status == status)
            #expect(!desk.service.expirations(at: desk.now).contains(expiration))
        }
    }

    @Test("A server whose clock is ahead takes a fresh assertion for an old one")
    func skewed() {
        let desk = Desk()
        desk.service.apply(.skewClock(.seconds(299)), at: desk.now)
        #expect(Self.exchange(desk, Self.saml(desk)).status == 204)
        desk.service.apply(.skewClock(.seconds(300)), at: desk.now)
        #expect(Self.exchange(desk, Self.saml(desk)).status == 400)
    }

    @Test("A changed assertion is not the MVPD's any more")
    func forged() {
        let desk = Desk()
        #expect(Self.exchange(desk, Self.saml(desk).replacing("wren", with: "finch")).status == 400)
    }

    @Test("K-55: the MVPD answers requests of Adobe's for itself only", arguments: [nil, "", "bm9uc2Vuc2U="])
    func foreignToken(payload: String?) {
        #expect(Self.query(Desk(), payload) == .invalidVerificationToken)
    }

    @Test("A request that was made for another MVPD is refused")
    func otherProvider() {
        let request = ProfileRequest(
            id: "_f1",
            requestor: "KITETV",
            mvpd: "Northwind",
            issued: Instant(secondsSince1970: 1_767_225_600)
        )
        #expect(Self.query(Desk(), request.text()) == .invalidVerificationToken)
    }

    @Test(
        "A stranger or a dropped subscriber is rejected, an MVPD out of reach says nothing, and so does an unknown one"
    )
    func refusals() {
        let desk = Desk()
        let payload = Self.profileRequest(desk)
        guard case .rejected(saml: _?) = Self.query(desk, payload, user: "nobody") else {
            Issue.record("a stranger was not rejected")
            return
        }
        desk.service.apply(.revoke(user: "wren", mvpd: "Meadowlark"), at: desk.now)
        guard case .rejected(let saml?) = Self.query(desk, payload) else {
            Issue.record("a dropped subscriber was not rejected")
            return
        }
        #expect(Self.exchange(desk, saml).status == 400)
        desk.service.apply(.reachProvider(mvpd: "Meadowlark", isReachable: false), at: desk.now)
        #expect(Self.query(desk, payload) == .unavailable)
        let unknown = desk.service.attributeResponse(
            provider: "com.example.nowhere",
            user: "wren",
            verificationToken: payload,
            attributeNames: [],
            at: desk.now
        )
        #expect(unknown == .unavailable)
    }
}
