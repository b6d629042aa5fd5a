import Documents
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// The authorizations, from rest-api-v1.md §7.8 to §7.11.
@Suite struct SimulatedServiceAuthorizationTests {
    static let day = Duration.seconds(86_400)

    @Test("K-115: authorize permits what is in the package, for a day, with the body of the page's sample")
    func permitted() {
        let desk = Desk()
        desk.signOn()
        let request = PassRequest.authorize(desk.context, resource: "KITE1")
        let answer = desk.answer(request)
        #expect(answer.status == 200)
        let json = #"{"mvpd":"Meadowlark","resource":"KITE1","requestor":"KITETV","expires":"1767312000000"}"#
        #expect(desk.body(answer, request) == json)
        let xml = desk.body(answer, request, .xml)
        for part in [
            "<authorization>", "<expires>1767312000000</expires>", "<mvpd>Meadowlark</mvpd>",
            "<requestor>KITETV</requestor>", "<resource>KITE1</resource>",
        ] {
            #expect(xml.contains(part))
        }
    }

    @Test("authorize refuses what is not in the package with 403 and the MVPD's words")
    func denied() {
        let desk = Desk()
        desk.signOn(user: "finch")
        #expect(desk.answer(.authorize(desk.context, resource: "KITE1")).status == 200)
        let answer = desk.answer(.authorize(desk.context, resource: "KITE2"))
        #expect(answer.status == 403)
        #expect(answer.error?.status == 403)
        #expect(answer.error?.message == "User not authorized")
        #expect(answer.error?.details?.isEmpty == false)
        #expect(desk.answer(.readAuthorizationToken(desk.context, resource: "KITE2")).status == 404)
    }

    @Test("authorize without a sign-on, or without a resource, is refused")
    func preconditions() {
        let desk = Desk()
        #expect(desk.answer(.authorize(desk.context, resource: "KITE1")).status == 412)
        desk.signOn()
        var request = PassRequest.authorize(desk.context, resource: "KITE1")
        request["resource"] = nil
        let answer = desk.answer(request)
        #expect(answer.status == 400)
        #expect(answer.error?.message == "Required 'resource' is not present")
        let other = Desk.with { $0.quirks.unauthenticatedAuthorizeStatus = 403 }
        #expect(other.answer(.authorize(other.context, resource: "KITE1")).status == 403)
    }

    @Test("While a decision is kept the same answer comes again, and the MVPD is not asked")
    func kept() {
        let desk = Desk()
        desk.signOn()
        let first = desk.answer(.authorize(desk.context, resource: "KITE1"))
        desk.now += .seconds(600)
        #expect(desk.answer(.authorize(desk.context, resource: "KITE1")) == first)
        let fresh = Desk.with { $0.quirks.keepsDecisions = false }
        fresh.signOn()
        let before = fresh.answer(.authorize(fresh.context, resource: "KITE1"))
        fresh.now += .seconds(600)
        #expect(fresh.answer(.authorize(fresh.context, resource: "KITE1")) != before)
    }

    @Test("A plain id and the MRSS document that says no more are the same resource")
    func mrss() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        let document = #"<rss version="2.0"><channel><title>KITE1</title></channel></rss>"#
        #expect(desk.answer(.mediaToken(desk.context, resource: document)).status == 200)
    }

    @Test("tokens/authz: 412 without a sign-on, 404 without an authorization, 410 at its end to the nanosecond")
    func read() {
        let desk = Desk()
        func read() -> PassResponse { desk.answer(.readAuthorizationToken(desk.context, resource: "KITE1")) }
        #expect(read().status == 412)
        #expect(read().error?.message == "User not authenticated")
        desk.signOn()
        #expect(read().status == 404)
        #expect(read().error?.message == "Not Found")
        let granted = desk.answer(.authorize(desk.context, resource: "KITE1"))
        #expect(read() == granted)
        desk.now += Self.day - .nanoseconds(1)
        desk.register()
        #expect(read() == granted)
        desk.now += .nanoseconds(1)
        #expect(read().status == 410)
        #expect(read().error?.message == "Gone")
    }

    @Test("K-116, K-125: a media token lives five minutes, is not bound to a device, and is never the same twice")
    func media() throws {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        let request = PassRequest.mediaToken(desk.context, resource: "KITE1")
        guard case .mediaToken(let details) = desk.answer(request).content else { return #expect(Bool(false)) }
        #expect(details.resource == "KITE1")
        #expect(details.requestor == "KITETV")
        #expect(details.mvpd == "Meadowlark")
        #expect(details.expires == desk.now + .seconds(300))
        #expect(details.serializedToken.hasPrefix("PHNpZ25hdHVyZUluZm8+"))
        let text = String(decoding: try Base64.decode(details.serializedToken), as: UTF8.self)
        let token = try MediaToken(parsing: text)
        #expect(token.requestorID == "KITETV")
        #expect(token.resourceID == "KITE1")
        #expect(token.mvpdID == "Meadowlark")
        #expect(token.ttl == .seconds(300))
        #expect(token.expiry == details.expires)
        #expect(token.signed.signatureBytes.count == 128)
        guard case .mediaToken(let second) = desk.answer(request).content else { return #expect(Bool(false)) }
        #expect(second.serializedToken != details.serializedToken)
        let other = try MediaToken(parsing: String(decoding: try Base64.decode(second.serializedToken), as: UTF8.self))
        #expect(other.sessionGUID == token.sessionGUID, "it stands for the user")
    }

    @Test("The media token's XML has the order of the page's sample")
    func mediaXML() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        let request = PassRequest.mediaToken(desk.context, resource: "KITE1")
        let xml = desk.body(desk.answer(request), request, .xml)
        let start = "<play><expires>1767225900000</expires><mvpdId>Meadowlark</mvpdId><requestor>KITETV</requestor>"
        #expect(xml.contains(start + "<resource>KITE1</resource><serializedToken>PHNpZ25hdHVyZUluZm8+"))
    }

    @Test("No media token without a sign-on, without an authorization, or after its end")
    func noMedia() {
        let desk = Desk()
        func status() -> Int { desk.answer(.mediaToken(desk.context, resource: "KITE1")).status }
        #expect(status() == 403)
        desk.signOn()
        #expect(status() == 403)
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        #expect(status() == 200)
        desk.now += Self.day
        desk.register()
        #expect(status() == 403)
        let other = Desk.with { $0.quirks.unauthenticatedMediaStatus = 412 }
        #expect(other.answer(.mediaToken(other.context, resource: "KITE1")).status == 412)
    }

    @Test("K-124: a new sign-on begins without the authorizations of the old one; others of the same stay")
    func newSignOn() {
        let desk = Desk()
        desk.signOn()
        _ = desk.answer(.authorize(desk.context, resource: "KITE1"))
        _ = desk.answer(.authorize(desk.context, resource: "KITE2"))
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE1")).status == 200)
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE2")).status == 200)
        desk.signOn(user: "finch")
        #expect(desk.answer(.mediaToken(desk.context, resource: "KITE1")).status == 403)
    }

    @Test("preauthorize says which of the listed resources are in the package, in order")
    func preauthorize() {
        let desk = Desk()
        var request = PassRequest.preauthorize(desk.context, resources: ["KITE2", "KITE1"])
        #expect(desk.answer(request).status == 412)
        desk.signOn(user: "finch")
        #expect(
            desk.answer(request).content
                == .preauthorization([
                    PreauthorizedResource(id: "KITE2", isAuthorized: false),
                    PreauthorizedResource(id: "KITE1", isAuthorized: true),
                ])
        )
        request["resource"] = " KITE1 ,, "
        #expect(
            desk.answer(request).content
                == .preauthorization([PreauthorizedResource(id: "KITE1", isAuthorized: true)])
        )
        request["resource"] = nil
        #expect(desk.answer(request).status == 400)
    }

    @Test("preauthorize by code answers for whoever logged in with it")
    func preauthorizeByCode() {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        let request = PassRequest(
            .preauthorizeByCode,
            [
                .init("requestor", "KITETV"), .init("resource", "KITE1"), .init("code", code),
                .init("Authorization", "Bearer " + (desk.token ?? "")),
            ]
        )
        #expect(desk.answer(request).status == 412)
        desk.logIn(code)
        #expect(
            desk.answer(request).content
                == .preauthorization([PreauthorizedResource(id: "KITE1", isAuthorized: true)])
        )
    }
}
