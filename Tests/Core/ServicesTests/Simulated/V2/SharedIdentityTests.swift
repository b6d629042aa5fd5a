import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// Source: rest-api-v2.md §3.5, §6.7, §15.
@Suite("A user whom the platform or an identity service names has a sign-on in every app")
struct SharedIdentityTests {
    /// Another app, on another device, with credentials of its own.
    private static func other(_ desk: Desk, headers: [PassRequest.Parameter] = []) -> DeviceContext {
        (desk.requestor, desk.device) = ("HARBORTV", "harbor-phone-1")
        desk.register()
        var context = desk.context
        context.userHeaders = headers
        return context
    }

    /// The other app's profiles, after a login on the first one's with `first` and a question with `second`.
    private static func profiles(
        login first: [PassRequest.Parameter],
        question second: [PassRequest.Parameter],
        mvpd: String = "Meadowlark",
        after wait: Duration = .zero,
        _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) -> [Profile]? {
        let desk = Desk.with(change)
        logIn(desk, first, mvpd: mvpd)
        desk.now = desk.now + wait
        return desk.answer(.profiles(other(desk, headers: second))).profiles
    }

    private static func logIn(_ desk: Desk, _ headers: [PassRequest.Parameter], mvpd: String = "Meadowlark") {
        var context = desk.context
        context.userHeaders = headers
        let login = PassRequest.LoginParameters(
            mvpd: mvpd,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
        guard let code = desk.answer(.createSession(context, login)).session?.code else { return }
        let screen = ClientConnection(address: "198.51.100.9", cookies: "second screen")
        _ = desk.service.logIn(
            desk.navigationOfV2(code),
            as: .signsIn(mvpd: mvpd, user: "wren"),
            from: screen,
            at: desk.now
        )
    }

    private static func token(_ claims: JSONObject, algorithm: String = "RS256", signature: String = "c2ln")
        -> [PassRequest.Parameter]
    {
        let header: JSONObject = ["alg": .string(algorithm)]
        let parts = [header, claims].map {
            Base64.encode(JSONValue.object($0).serializedBytes, alphabet: .urlSafe, padding: false)
        }
        return [.init("AD-Service-Token", (parts + [signature]).joined(separator: "."))]
    }

    private static func claims(_ user: String = "u-81f0", end: Int64 = 1_767_229_200) -> JSONObject {
        ["iss": .string("kite-id"), "sub": .string(user), "exp": .number(JSONNumber(end))]
    }

    @Test("With a service token: a profile of its own type, with the MVPD for issuer and the end of the login")
    func serviceToken() throws {
        let token = Self.token(Self.claims())
        let profile = try #require(Self.profiles(login: token, question: token)?.first)
        #expect(profile.type == .serviceTokenSSO && profile.issuer == "Meadowlark" && profile.mvpd == "Meadowlark")
        #expect(profile.notAfter == Desk().now + .seconds(30 * 86_400))
    }

    @Test("Another token of the same user will do, also one that names another audience")
    func renewed() {
        var later = Self.claims(end: 1_767_300_000)
        later["aud"] = .string("anybody")
        #expect(Self.profiles(login: Self.token(Self.claims()), question: Self.token(later))?.count == 1)
    }

    @Test("What is not signed, has expired or names somebody else is as if it were not there, and no error")
    func invalid() {
        let good = Self.token(Self.claims())
        for bad in [
            [], Self.token(Self.claims("u-2")), Self.token(Self.claims(end: 1_767_225_600)),
            Self.token(Self.claims(), algorithm: "none"), Self.token(Self.claims(), signature: ""),
            [PassRequest.Parameter("AD-Service-Token", "no token")],
        ] {
            #expect(Self.profiles(login: good, question: bad) == [], "\(bad)")
            #expect(Self.profiles(login: bad, question: good) == [], "\(bad)")
        }
    }

    @Test("A platform's opaque word counts as it is, a token by its user, and each names its own kind of profile")
    func platform() {
        func word(_ text: String, _ name: String = "Adobe-Subject-Token") -> [PassRequest.Parameter] {
            [.init(name, text)]
        }
        #expect(Self.profiles(login: word("household-7"), question: word("household-7"))?.map(\.type) == [.platformSSO])
        #expect(Self.profiles(login: word("household-7"), question: word("household-8")) == [])
        let roku = "X-Roku-Reserved-Roku-Connect-Token"
        #expect(Self.profiles(login: word("r-1", roku), question: word("r-1", roku))?.count == 1)
        let token = Self.token(Self.claims())[0].value
        let other = Self.token(Self.claims(end: 1_767_300_000))[0].value
        #expect(Self.profiles(login: word(token), question: word(other))?.map(\.type) == [.platformSSO])
        // An identity service's user is not a platform's.
        #expect(Self.profiles(login: word(token), question: Self.token(Self.claims())) == [])
    }

    @Test("The set-up of the integration decides: single sign-on, and whether it is per Programmer")
    func integration() {
        let token = Self.token(Self.claims())
        #expect(Self.profiles(login: token, question: token, mvpd: "Juniper") == [])
        let without = Self.profiles(login: token, question: token) { configuration in
            for index in configuration.requestors[1].integrations.indices {
                configuration.requestors[1].integrations[index].isSingleSignOnEnabled = false
            }
        }
        #expect(without == [])
    }

    @Test("It ends with the login's profile, and by a logout with the token, in the app where it was made too")
    func ends() throws {
        let token = Self.token(Self.claims(end: 1_800_000_000))
        let life = Duration.seconds(30 * 86_400)
        #expect(Self.profiles(login: token, question: token, after: life - .seconds(1))?.count == 1)
        #expect(Self.profiles(login: token, question: token, after: life) == [])

        let desk = Desk()
        let (requestor, device, access) = (desk.requestor, desk.device, desk.token)
        Self.logIn(desk, token)
        let context = Self.other(desk, headers: token)
        let decisions = PassRequest.decisions(
            .decideAuthorization,
            context,
            mvpd: "Meadowlark",
            resources: ["HARBOR1"]
        )
        guard case .decisions(let decided) = desk.answer(decisions).content else { return #expect(Bool(false)) }
        #expect(decided.first?.isAuthorized == true)
        let logout = desk.answer(.endProfile(context, mvpd: "Meadowlark", redirectURL: "https://h.example/")).logouts
        #expect(logout?.first?.actionName == .logout)
        #expect(desk.answer(.profiles(context)).profiles == [])
        (desk.requestor, desk.device, desk.token) = (requestor, device, access)
        #expect(desk.profiles() == [])
    }

    @Test("A logout without the token leaves the other app alone")
    func ownLogout() {
        let token = Self.token(Self.claims())
        let desk = Desk()
        Self.logIn(desk, token)
        let first = (desk.requestor, desk.device, desk.token)
        let context = Self.other(desk)
        let logout = desk.answer(.endProfile(context, mvpd: "Meadowlark", redirectURL: "https://h.example/")).logouts
        #expect(logout?.first?.actionName == .invalid)
        (desk.requestor, desk.device, desk.token) = first
        #expect(desk.profiles()?.count == 1)
    }

    @Test("It goes with the sign-on, not with the device: who logs in there later is somebody else")
    func another() throws {
        let (first, second) = (Self.token(Self.claims("u-1")), Self.token(Self.claims("u-2")))
        let desk = Desk()
        Self.logIn(desk, first)
        var context = desk.context
        context.userHeaders = first
        _ = desk.answer(.endProfile(context, mvpd: "Meadowlark", redirectURL: "https://k.example/"))
        Self.logIn(desk, second)
        #expect(desk.answer(.profiles(Self.other(desk, headers: first))).profiles == [])
        #expect(desk.answer(.profiles(Self.other(desk, headers: second))).profiles?.count == 1)
        // Nor is it everything that is on that device.
        let device = Desk()
        Self.logIn(device, first)
        device.signOnByV2(.init(mvpd: "Northwind", domainName: "k", redirectURL: "https://k.example/"))
        let found = device.answer(.profiles(Self.other(device, headers: first))).profiles
        #expect(found?.map(\.mvpd) == ["Meadowlark"])
    }

    @Test("A token without an end names nobody; when it begins does not matter (§15)")
    func times() {
        let endless: JSONObject = ["iss": .string("kite-id"), "sub": .string("u-81f0")]
        var early = Self.claims()
        early["nbf"] = .number(JSONNumber(Int64(1_767_229_000)))
        let good = Self.token(Self.claims())
        #expect(Self.profiles(login: good, question: Self.token(endless)) == [])
        #expect(Self.profiles(login: good, question: Self.token(early))?.count == 1)
    }

    @Test("Issuers and platforms have users of their own")
    func issuers() {
        var other = Self.claims()
        other["iss"] = .string("another-id")
        #expect(Self.profiles(login: Self.token(Self.claims()), question: Self.token(other)) == [])
        let amazon = [PassRequest.Parameter("Adobe-Subject-Token", "u-1")]
        let roku = [PassRequest.Parameter("X-Roku-Reserved-Roku-Connect-Token", "u-1")]
        #expect(Self.profiles(login: amazon, question: roku) == [])
    }

    @Test("A logout of an app whose own profile has expired ends the one that it has by the user's name")
    func expiredOwn() {
        let token = Self.token(Self.claims(end: 1_800_000_000))
        let desk = Desk()
        let context = Self.other(desk, headers: token)
        desk.signOnByV2(user: "finch")
        desk.service.apply(.expire(.profile, subject: nil), at: desk.now)
        (desk.requestor, desk.device) = ("KITETV", "kite-box-0001")
        desk.register()
        Self.logIn(desk, token)
        #expect(desk.answer(.profiles(context, mvpd: "Meadowlark")).profiles?.map(\.type) == [.serviceTokenSSO])
        let logout = desk.answer(.endProfile(context, mvpd: "Meadowlark", redirectURL: "https://h.example/")).logouts
        #expect(logout?.map(\.actionName) == [.logout] && desk.profiles() == [])
    }

    @Test(
        "A second screen that resumes a session of such a user leads straight to the decisions, and the code shows the profile"
    )
    func resumed() throws {
        let token = Self.token(Self.claims())
        let desk = Desk()
        Self.logIn(desk, token)
        let context = Self.other(desk, headers: token)
        let code = try #require(desk.answer(.createSession(context, nil)).session?.code)
        var resume = PassRequest(.resumeSession, [.init("serviceProvider", "HARBORTV"), .init("code", code)])
        for (name, value) in [
            ("mvpd", "Meadowlark"), ("domainName", "harbor.example"), ("redirectUrl", "https://harbor.example/"),
            ("Authorization", "Bearer \(desk.token ?? "")"),
        ] {
            resume.parameters.append(.init(name, value))
        }
        let session = desk.answer(resume).session
        #expect(session?.actionName == .authorize && session?.reasonType == "authenticatedSSO")
        #expect(desk.answer(.profile(context, code: code)).profiles?.map(\.mvpd) == ["Meadowlark"])
    }

    @Test("With the key of the identity service its signature alone counts")
    func key() throws {
        // Made by openssl with the private key, which nobody has kept; it expires in 2100.
        let signed = [PassRequest.Parameter("AD-Service-Token", Self.signedText + "." + Self.signature)]
        let forged = [
            PassRequest.Parameter("AD-Service-Token", Self.signedText + "." + String(Self.signature.reversed()))
        ]
        let key = try #require(ServiceTokenKey(pem: Self.pem))
        func found(_ question: [PassRequest.Parameter]) -> Int? {
            Self.profiles(login: signed, question: question) { configuration in
                for index in configuration.requestors.indices { configuration.requestors[index].serviceTokenKey = key }
            }?
            .count
        }
        #expect(found(signed) == 1)
        #expect(found(forged) == 0)
        #expect(ServiceTokenKey(pem: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----") == nil)
    }

    private static let signedText =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJraXRlLWlkIiwic3ViIjoidS04MWYwIiwiYXVkIjoiQWRvYmUiLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6NDEwMjQ0NDgwMH0"
    private static let signature =
        "JAL0UmQRzA7LOz9v9I06v6RifXfMHkqb_VjoqcyOoa9G_0ujTbXMqSNvzJ0vAnUr7p81T98s0GqoK7KLmMFxRxZZls_keui1ZahOJ-LCQ3Tk3WwIrk2rAtBe_8b2bZwSmLPY742VrMkHx7uUb4FTGAvIvulJUwT3oIPgMcsGZvmfNwG63nPkDAroDgW1y8FuABEj0OX9NFDLQrfYco8ReUNB03Gs9J6zGx_wnH6g7kH0CWdlRK1FZxHhbVh_HN_rTPD7Yj3WcbtcOjpZe0_89YiWpmmBsjcRZm6FhX9I0gf4cSK7vuRTuck8sftk4WAKUIFXEvzuspGoh-4AXhUJTQ"
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAoKWfXf6hlH25Rlv5HjSY
        sk2jl9wQ9EZKe0qrX9C3X6mj1dUR8LTYUamWBWv05IzJTStoPyCYMplNPDd4QeKB
        bOfKrcXz2tuyQOifjsFVC43TUIXu4a7hY5ObPSTfxYqPvoZUDmuD2Tg5RxFVuqRQ
        JO3MzACH0FpwgjVO1UYkx/SQdUbFFYj39FI/9VevUeO3nooXt0r500xeXijoWGS0
        KFJlGX7RowwVeWGwiX4sFI7BHD6JkMEyYDVROn6YYBfFVTn48x4qi8XJ/nNzyQ+3
        uQRY2PYXIBi7q0p9HAz2ySUPFSpsu9D5166AhF2tSqWyjoXDrYSBLMEcesI8mWjB
        EQIDAQAB
        -----END PUBLIC KEY-----
        """
}
