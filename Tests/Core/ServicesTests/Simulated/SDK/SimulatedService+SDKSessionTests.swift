import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// The SDKs' dialects up to the AuthN token, from access-enabler.md §14 and tokens.md §3.1.
@Suite struct SimulatedServiceSDKSessionTests {
    /// Logs in by cookies, as native clients before 3.0 do.
    static func logIn(_ desk: Desk, _ requestor: String = "KITETV", code: String? = nil, mvpd: String = "Meadowlark") {
        let navigation = PassRequest.sdkAuthenticate(
            requestor: requestor,
            mvpd: mvpd,
            redirectURL: "adobepass://ios.app",
            code: code
        )
        _ = desk.service.logIn(navigation, as: .signsIn(mvpd: mvpd, user: "wren"), from: desk.caller, at: desk.now)
    }

    static func token(_ desk: Desk, _ context: SDKContext, code: String? = nil) -> String? {
        let answer = desk.answer(.sessionDevice(context, code: code))
        guard case .tokens(let authentication, _, _) = answer.content else { return nil }
        return authentication
    }

    static let native = SDKContext(requestor: "KITETV", signedRequestor: "signed", deviceID: "device-1")

    @Test("K-112, K-149, K-157: session gives a signed AuthN token bound to the device, after the login only")
    func cookies() throws {
        let desk = Desk()
        #expect(desk.answer(.sessionDevice(Self.native)).status == 401)
        Self.logIn(desk)
        let text = try #require(Self.token(desk, Self.native))
        let token = try AuthenticationToken(parsing: text)
        #expect(token.requestorID == "KITETV")
        #expect(token.msoID == "Meadowlark")
        #expect(token.domainName == "adobe.com")
        #expect(token.guid?.count == 32)
        #expect(token.nameID == "wren")
        #expect(token.expires?.instant == desk.now + .seconds(30 * 86_400))
        #expect(token.signed.signatureBytes.count == 128)
        let fingerprint = try #require(token.fingerprint)
        #expect(fingerprint.count == 40)
        #expect(fingerprint.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(!text.contains("device-1"))
        // The same device gets the same fingerprint, another one another.
        let again = try AuthenticationToken(parsing: try #require(Self.token(desk, Self.native)))
        #expect(again.fingerprint == fingerprint)
        #expect(again.signed.signature != token.signed.signature)
        let other = SDKContext(requestor: "KITETV", deviceID: "device-2")
        #expect(try AuthenticationToken(parsing: try #require(Self.token(desk, other))).fingerprint != fingerprint)
    }

    @Test("K-153: On the wire the token is text inside XML, with two opening signature tags")
    func wire() {
        let desk = Desk()
        Self.logIn(desk)
        let request = PassRequest.sessionDevice(Self.native)
        let body = desk.body(desk.answer(request), request)
        #expect(body.contains("<result><authnToken>&lt;signatureInfo&gt;"))
        #expect(body.contains("&lt;signatureInfo&gt;&lt;simpleAuthenticationToken&gt;"))
    }

    @Test("A registration code stands in for the cookies")
    func code() throws {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        let context = SDKContext(requestor: "KITETV", accessToken: desk.token)
        #expect(desk.answer(.session(context, code: code)).status == 401)
        Self.logIn(desk, code: code)
        desk.caller.cookies = "the device, not the browser"
        let text = try #require(Self.token(desk, context, code: code))
        #expect(try AuthenticationToken(parsing: text).msoID == "Meadowlark")
        #expect(desk.answer(.session(context, code: "NOTACODE")).status == 401)
        #expect(desk.answer(.session(context)).status == 401)
        // A login with a code is one for REST as well.
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 200)
        desk.now += .seconds(1_800)
        #expect(desk.answer(.session(context, code: code)).status == 401)
    }

    @Test("A login counts for the requestor that asked for it, and as long as its token lives")
    func limits() {
        let desk = Desk()
        Self.logIn(desk)
        #expect(desk.answer(.sessionDevice(SDKContext(requestor: "HARBORTV", deviceID: "device-1"))).status == 401)
        #expect(desk.answer(.sessionDevice(SDKContext(requestor: "NOBODY", deviceID: "device-1"))).status == 400)
        desk.now += .seconds(30 * 86_400)
        #expect(desk.answer(.sessionDevice(Self.native)).status == 401)
    }

    @Test("A fingerprint gives a device id: the same again, and another one for another")
    func individualization() {
        let desk = Desk()
        func device(_ fingerprint: String = "f00d") -> String? {
            guard
                case .individualizedDevice(let device) = desk.answer(.individualizeDevice(fingerprint: fingerprint))
                    .content
            else { return nil }
            return device
        }
        #expect(device() != nil && device() == device() && device() != device("f00e"))
        #expect(desk.answer(.individualizeDevice(fingerprint: "")).status == 400)
    }

    @Test("K-98: A television polls with its code: not yet is 404, and not the 401 of a session without a login")
    func polling() {
        let desk = Desk()
        let code = desk.code()?.code ?? ""
        #expect(desk.answer(.sessionDevice(Self.native, code: code)).status == 404)
        #expect(desk.answer(.sessionDevice(Self.native, code: "NOTACODE")).status == 401)
        Self.logIn(desk, code: code)
        #expect(desk.answer(.sessionDevice(Self.native, code: code)).status == 200)
    }

    @Test("After the exchange of a platform's answer the device alone is enough to get the token")
    func platform() throws {
        func exchanged(_ desk: Desk) {
            desk.device = "device-1"
            #expect(
                SimulatedServicePlatformSignOnTests.exchange(
                    desk,
                    SimulatedServicePlatformSignOnTests.samlResponse(desk)
                ).status == 204
            )
        }
        let desk = Desk()
        exchanged(desk)
        desk.caller.cookies = "none"
        let text = try #require(Self.token(desk, Self.native))
        #expect(try AuthenticationToken(parsing: text).msoID == "Meadowlark")
        #expect(Self.token(desk, SDKContext(requestor: "KITETV", deviceID: "device-2")) == nil)
        #expect(desk.answer(.session(Self.native)).status == 401, "browsers have no such sign-on")
        // An ordinary login on the device is fetched by its code or cookies.
        let plain = Desk()
        plain.device = "device-1"
        plain.signOn()
        #expect(Self.token(plain, Self.native) == nil)
    }
}
