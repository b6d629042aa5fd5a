import Documents
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Tokens that come back, from access-enabler.md §10 and §14.4 and tokens.md §7.
@Suite struct SimulatedServiceSDKTokensTests {
    /// A desk with a login, and its AuthN token.
    static func signedIn(
        mvpd: String = "Meadowlark",
        _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) -> (desk: Desk, token: String) {
        let desk = Desk.with(change)
        SimulatedServiceSDKSessionTests.logIn(desk, mvpd: mvpd)
        return (desk, SimulatedServiceSDKSessionTests.token(desk, SimulatedServiceSDKSessionTests.native) ?? "")
    }

    static func authorize(
        _ desk: Desk,
        _ token: String,
        device: String? = "device-1",
        requestor: String = "KITETV",
        mvpd: String = "Meadowlark"
    ) -> PassResponse {
        desk.answer(
            .authorizeDevice(
                SDKContext(requestor: requestor, deviceID: device),
                resource: "KITE1",
                mvpd: mvpd,
                authenticationToken: token
            )
        )
    }

    @Test("K-154, K-156, K-158: A token that comes from another device is refused, and the client is to log out")
    func otherDevice() {
        let (desk, token) = Self.signedIn()
        #expect(Self.authorize(desk, token).isSuccess)
        #expect(
            Self.authorize(desk, token, device: "device-2")
                == PassResponse(status: 200, .pendingLogout(reason: "34764"))
        )
        // A browser that sends no device id cannot be told from the right one.
        #expect(Self.authorize(desk, token, device: nil).isSuccess)
    }

    @Test("Quirks: how a token of another device is refused")
    func refusals() {
        func refused(_ refusal: ServiceQuirks.TokenRefusal) -> PassResponse {
            let (desk, token) = Self.signedIn { $0.quirks.deviceMismatch = refusal }
            return Self.authorize(desk, token, device: "device-2")
        }
        #expect(refused(.badRequest(reason: "34764")) == .init(status: 400, .error(PassError(code: "34764"))))
        #expect(refused(.notAuthorized) == PassResponse(status: 200, .notAuthorized(details: nil)))
        #expect(refused(.unauthorized).status == 401)
        #expect(refused(.pendingLogout(reason: nil)).content == .pendingLogout(reason: nil))
    }

    @Test("K-113: A token is good one nanosecond before its end, and over at it, by the server's clock")
    func expiry() {
        let (desk, token) = Self.signedIn()
        let end = desk.now + .seconds(30 * 86_400)
        desk.now = end - .nanoseconds(1)
        #expect(Self.authorize(desk, token).isSuccess)
        desk.now = end
        #expect(Self.authorize(desk, token).content == .pendingLogout(reason: nil))
        desk.now = end - .seconds(60)
        desk.service.apply(.skewClock(.seconds(60)), at: desk.now)
        #expect(Self.authorize(desk, token).content == .pendingLogout(reason: nil))
    }

    @Test("K-155: A token that was changed, or that somebody else signed, is refused")
    func tampered() throws {
        let (desk, token) = Self.signedIn()
        let changed = token.split(separator: "KITETV", omittingEmptySubsequences: false).joined(separator: "HARBORTV")
        let (_, foreign) = Self.signedIn { $0.requestors[0].name = "same twin, other seed" }
        let stranger = Desk(seed: 2)
        SimulatedServiceSDKSessionTests.logIn(stranger)
        let strange = SimulatedServiceSDKSessionTests.token(stranger, SimulatedServiceSDKSessionTests.native) ?? ""
        let refused = PassResponse(status: 400, .error(PassError(code: "34763")))
        #expect(Self.authorize(desk, changed, requestor: "HARBORTV") == refused)
        #expect(Self.authorize(desk, strange) == refused)
        // The same seed makes the same keys: this one is as good as its own.
        #expect(Self.authorize(desk, foreign).isSuccess)
        for garbage in [
            "x", "<signatureInfo>", "<signatureInfo>AAAA<signatureInfo><a/>", String(repeating: "<", count: 10_000),
            "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken></simpleAuthenticationToken>",
        ] {
            #expect(Self.authorize(desk, garbage) == refused)
        }
        #expect(Self.authorize(desk, "").status == 400)
    }

    @Test("A token that the twin has forgotten is read, and judged by signature and fingerprint")
    func forgotten() throws {
        // Two twins of one seed: the second has never seen the token.
        let (_, token) = Self.signedIn()
        let other = Desk()
        #expect(Self.authorize(other, token).isSuccess)
        #expect(Self.authorize(other, token, device: "device-2").content == .pendingLogout(reason: "34764"))
        other.now += .seconds(30 * 86_400)
        #expect(Self.authorize(other, token).content == .pendingLogout(reason: nil))
    }

    @Test("A token of another requestor serves where authentication is not per requestor")
    func perRequestor() {
        let (desk, token) = Self.signedIn()
        #expect(Self.authorize(desk, token, requestor: "HARBORTV").isSuccess)
        #expect(Self.authorize(desk, token, requestor: "NOBODY").status == 400)
        #expect(Self.authorize(desk, token, mvpd: "Northwind").status == 400, "it is not that MVPD's")

        let (juniper, own) = Self.signedIn(mvpd: "Juniper")
        #expect(Self.authorize(juniper, own, mvpd: "Juniper").isSuccess)
        #expect(Self.authorize(juniper, own, requestor: "HARBORTV", mvpd: "Juniper").status == 400)
    }

    @Test("K-130: A token of an MVPD that the requestor is no longer integrated with is refused")
    func integration() {
        let (desk, token) = Self.signedIn()
        desk.service.apply(
            .enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false),
            at: desk.now
        )
        #expect(Self.authorize(desk, token).status == 400)
    }
}
