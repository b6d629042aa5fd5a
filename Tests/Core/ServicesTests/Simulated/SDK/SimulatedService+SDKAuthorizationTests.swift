import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// The SDKs' dialects from the AuthN token on, from access-enabler.md §14 and tokens.md §3.2 and §4.
@Suite struct SimulatedServiceSDKAuthorizationTests {
    static func authorizationToken(_ desk: Desk, _ token: String, resource: String = "KITE1") -> String? {
        let answer = desk.answer(
            .authorizeDevice(
                SimulatedServiceSDKSessionTests.native,
                resource: resource,
                mvpd: "Meadowlark",
                authenticationToken: token
            )
        )
        guard case .tokens(_, let authorization, _) = answer.content else { return nil }
        return authorization
    }

    @Test("K-150, K-151: authorize gives an AuthZ token for the resource, bound to the device, with a date")
    func authorize() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let text = try #require(Self.authorizationToken(desk, token))
        let authorization = try AuthorizationToken(parsing: text)
        #expect(authorization.requestorID == "KITETV")
        #expect(authorization.resourceID == "KITE1")
        #expect(authorization.msoID == "Meadowlark")
        #expect(authorization.expires?.text == "2026/01/02 00:00:00 GMT +0000")
        #expect(authorization.fingerprint == (try AuthenticationToken(parsing: token)).fingerprint)
    }

    @Test("A resource that is a document comes back escaped inside the token")
    func document() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let resource = #"<rss version="2.0"><channel><title>KITE1</title><item/></channel></rss>"#
        let text = try #require(Self.authorizationToken(desk, token, resource: resource))
        #expect(try AuthorizationToken(parsing: text).resourceID == resource)
        #expect(text.contains("&lt;rss"))
    }

    @Test("A refusal is notAuthorized in an answer of status 200, with the MVPD's words")
    func refused() {
        let desk = Desk()
        let navigation = PassRequest.sdkAuthenticate(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            redirectURL: "adobepass://ios.app"
        )
        let finch = LoginAttempt.signsIn(mvpd: "Meadowlark", user: "finch")
        _ = desk.service.logIn(navigation, as: finch, from: desk.caller, at: desk.now)
        let token = SimulatedServiceSDKSessionTests.token(desk, SimulatedServiceSDKSessionTests.native) ?? ""
        let request = PassRequest.authorizeDevice(
            SimulatedServiceSDKSessionTests.native,
            resource: "KITE2",
            mvpd: "Meadowlark",
            authenticationToken: token
        )
        let answer = desk.answer(request)
        #expect(answer.status == 200)
        guard case .notAuthorized(let details) = answer.content else { return #expect(Bool(false), "\(answer)") }
        #expect(details?.isEmpty == false)
        #expect(desk.body(answer, request).contains("<notAuthorized/>"))
    }

    @Test("K-152: the media token's text is the whole body; the session's GUID in the call is not checked")
    func media() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let authorization = try #require(Self.authorizationToken(desk, token))
        func media(_ guid: String) -> PassResponse {
            desk.answer(
                .deviceShortAuthorize(
                    SimulatedServiceSDKSessionTests.native,
                    authorizationToken: authorization,
                    mvpd: "Meadowlark",
                    sessionGUID: guid
                )
            )
        }
        guard case .shortMediaToken(let text) = media("anything").content else { return #expect(Bool(false)) }
        #expect(text.hasPrefix("<signatureInfo>"))
        let short = try MediaToken(parsing: text)
        #expect(short.resourceID == "KITE1")
        #expect(short.ttl == .seconds(300))
        #expect(short.expiry == desk.now + .seconds(300))
        #expect(media("anything") != media("anything"), "never the same twice")
        #expect(media("").isSuccess)
    }

    @Test("An AuthZ token is refused at its end, on another device, for another requestor, or when it is none")
    func mediaRefusals() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let authorization = try #require(Self.authorizationToken(desk, token))
        func media(_ text: String, _ device: String = "device-1", _ requestor: String = "KITETV") -> PassResponse {
            desk.answer(
                .deviceShortAuthorize(
                    SDKContext(requestor: requestor, deviceID: device),
                    authorizationToken: text,
                    sessionGUID: ""
                )
            )
        }
        #expect(media(authorization).isSuccess)
        #expect(media(authorization, "device-2").content == .pendingLogout(reason: "34764"))
        #expect(media(authorization, "device-1", "HARBORTV").status == 400)
        #expect(media(token).status == 400, "an AuthN token is no AuthZ token")
        #expect(media("garbage").status == 400)
        #expect(media("").status == 400)
        desk.now += .seconds(86_400) - .nanoseconds(1)
        #expect(media(authorization).isSuccess)
        desk.now += .nanoseconds(1)
        #expect(media(authorization).content == .notAuthorized(details: nil))
    }

    @Test("An AuthZ token that the twin has forgotten is read, and judged by signature and fingerprint")
    func forgotten() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let authorization = try #require(Self.authorizationToken(desk, token))
        let other = Desk()
        func media(_ device: String) -> PassResponse {
            other.answer(
                .deviceShortAuthorize(
                    SDKContext(requestor: "KITETV", deviceID: device),
                    authorizationToken: authorization,
                    sessionGUID: ""
                )
            )
        }
        #expect(media("device-1").isSuccess)
        #expect(media("device-2").content == .pendingLogout(reason: "34764"))
    }

    @Test("preauthorize takes a resource_id for each resource")
    func preauthorize() {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        func preauthorize(_ resources: [String]) -> PassResponse {
            desk.answer(
                .sdkPreauthorize(
                    SimulatedServiceSDKSessionTests.native,
                    authenticationToken: token,
                    resources: resources
                )
            )
        }
        #expect(
            preauthorize(["KITE1", "KITE2"]).content
                == .preauthorization([
                    PreauthorizedResource(id: "KITE1", isAuthorized: true),
                    PreauthorizedResource(id: "KITE2", isAuthorized: true),
                ])
        )
        #expect(preauthorize([]).status == 400)
    }

    @Test("User metadata comes with the AuthZ token and by a call of its own")
    func metadata() {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let request = PassRequest.authorizeDevice(
            SimulatedServiceSDKSessionTests.native,
            resource: "KITE1",
            mvpd: "Meadowlark",
            authenticationToken: token
        )
        guard case .tokens(_, _, let text) = desk.answer(request).content else { return #expect(Bool(false)) }
        #expect(text?.contains("userID") == true)
        let call = PassRequest.sdkUserMetadata(
            SimulatedServiceSDKSessionTests.native,
            mvpd: "Meadowlark",
            authenticationToken: token
        )
        guard case .userMetadata(let metadata) = desk.answer(call).content else { return #expect(Bool(false)) }
        #expect(metadata.data["userID"]?.string == "wren")
    }

    @Test("What no source describes is answered with 404", arguments: [Operation.sdkGetMetadata, .sdkOAuth2])
    func notSimulated(operation: Operation) {
        #expect(Desk().answer(PassRequest(operation)).status == 404)
    }
}
