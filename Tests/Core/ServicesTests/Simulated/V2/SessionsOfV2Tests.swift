import Documents
import PassAPI
import Services
import Testing
import VirtualTime

/// Source: rest-api-v2.md §5.2 to §5.5, §11, §15.
@Suite("The simulated service's sessions of REST API V2")
struct SessionsOfV2Tests {
    @Test("With all three parameters the login is next, with less the session is to be resumed")
    func actions() throws {
        let desk = Desk()
        let whole = try #require(desk.session())
        #expect(whole.actionName == .authenticate && whole.actionType == "interactive" && whole.reasonType == "none")
        let code = try #require(whole.code)
        #expect(whole.url == "/api/v2/authenticate/KITETV/\(code)" && whole.missingParameters.isEmpty)
        let (made, end) = (try #require(whole.notBefore), try #require(whole.notAfter))
        #expect(end - made == .seconds(1_800))
        // Since 3.9.0 without what looks alike.
        #expect(code.count == 7 && !code.contains { "ILO01".contains($0) })

        let empty = try #require(desk.session(nil))
        #expect(empty.actionName == .resume && empty.actionType == "direct")
        #expect(empty.missingParameters == ["mvpd", "domainName", "redirectUrl"])
        #expect(empty.url == "/api/v2/KITETV/sessions/\(try #require(empty.code))")
    }

    @Test("A second screen adds what is lacking: retry until all is there")
    func resume() throws {
        let desk = Desk()
        let code = try #require(desk.session(nil)?.code)
        func resume(_ parameters: [(String, String)]) -> AuthenticationSession? {
            var request = PassRequest(.resumeSession, [.init("serviceProvider", "KITETV"), .init("code", code)])
            for (name, value) in parameters { request.parameters.append(.init(name, value)) }
            request.parameters.append(.init("Authorization", "Bearer \(desk.token ?? "")"))
            return desk.answer(request).session
        }
        let first = resume([("mvpd", "Meadowlark"), ("domainName", "kite.example")])
        #expect(first?.actionName == .retry && first?.missingParameters == ["redirectUrl"])
        let second = resume([("redirectUrl", "https://kite.example/done")])
        #expect(second?.actionName == .authenticate && second?.mvpd == "Meadowlark" && second?.code == code)
    }

    @Test("Whoever has the code hears what is there, what is lacking, and of the device that waits")
    func status() throws {
        let desk = Desk()
        let context = DeviceContext(
            requestor: "KITETV",
            deviceID: desk.device,
            deviceInformation: Base64.encode(
                #"{"primaryHardwareType":"SetTopBox","model":"AppleTV","osName":"tvOS"}"#.utf8
            ),
            accessToken: desk.token
        )
        let code = try #require(desk.answer(.createSession(context, nil)).session?.code)
        let request = PassRequest(
            .readSession,
            [
                .init("serviceProvider", "KITETV"), .init("code", code),
                .init("Authorization", "Bearer \(desk.token ?? "")"),
            ]
        )
        guard case .sessionStatus(let status) = desk.answer(request).content else {
            Issue.record("no status")
            return
        }
        #expect(status.existing("serviceProvider") == "KITETV" && status.existing("mvpd") == nil)
        #expect(status.missingParameters == ["mvpd", "domainName", "redirectUrl"])
        #expect(status.device?["model"]?.string == "AppleTV" && status.device?["type"]?.string == "SetTopBox")
    }

    @Test(
        "A parameter that is wrong is named",
        arguments: [
            ("Nobody", "https://kite.example/", "invalid_parameter_mvpd"),
            ("Meadowlark", "javascript:alert(1)", "invalid_parameter_redirect_url"),
        ]
    )
    func parameters(mvpd: String, redirect: String, code: String) {
        let desk = Desk()
        let login = PassRequest.LoginParameters(mvpd: mvpd, domainName: "kite.example", redirectURL: redirect)
        let answer = desk.answer(.createSession(desk.context, login))
        #expect(answer.status == 400 && answer.error?.code == code && answer.error?.action == "none")
        #expect(answer.error?.trace?.count == 36)
    }

    @Test("Who asks comes before what is asked: token, service provider, device, parameters (§11)")
    func order() {
        let desk = Desk()
        func code(_ requestor: String, _ device: String, token: String?) -> (Int, String?) {
            let context = DeviceContext(requestor: requestor, deviceID: device, accessToken: token)
            let login = PassRequest.LoginParameters(mvpd: "Nobody", domainName: "a", redirectURL: "b")
            let answer = desk.answer(.createSession(context, login))
            return (answer.status, answer.error?.code)
        }
        #expect(code("NOPE", "", token: "x") == (401, "invalid_access_token_client_application"))
        #expect(code("NOPE", "", token: desk.token) == (400, "invalid_parameter_service_provider"))
        #expect(code("KITETV", "", token: desk.token) == (400, "invalid_header_device_identifier"))
        #expect(code("KITETV", "d", token: desk.token) == (400, "invalid_parameter_mvpd"))
    }

    @Test("Another session of the same app ends the one before, that of another device does not")
    func superseded() throws {
        let desk = Desk()
        let first = try #require(desk.session()?.code)
        desk.device = "kite-box-0002"
        let other = try #require(desk.session()?.code)
        desk.device = "kite-box-0001"
        let second = try #require(desk.session()?.code)
        func status(_ code: String) -> Int { desk.answer(.profile(desk.context, code: code)).status }
        #expect(status(first) == 400 && status(other) == 200 && status(second) == 200)
    }

    @Test("Without a login: degraded, a Temp Pass, and a profile that is there")
    func leave() throws {
        let desk = Desk()
        let trial = PassRequest.LoginParameters(mvpd: "TempPass", domainName: "k", redirectURL: "https://k.example/")
        #expect(desk.session(trial)?.reasonType == "temporary")
        desk.signOnByV2()
        let known = try #require(desk.session())
        #expect(known.actionName == .authorize && known.reasonType == "authenticated" && known.code == nil)
        #expect(known.url == "/api/v2/KITETV/decisions/authorize/Meadowlark")
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(desk.session()?.reasonType == "degraded")
    }

    @Test("An integration that is switched off refuses session, decision and logout")
    func integration() {
        let desk = Desk()
        desk.signOnByV2()
        desk.service.apply(.enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false), at: desk.now)
        let answers = [
            desk.answer(.createSession(desk.context, Desk.login)),
            desk.answer(.decisions(.decideAuthorization, desk.context, mvpd: "Meadowlark", resources: ["KITE1"])),
            desk.answer(.endProfile(desk.context, mvpd: "Meadowlark", redirectURL: "https://kite.example/")),
        ]
        for answer in answers { #expect(answer.status == 400 && answer.error?.code == "invalid_integration") }
    }
}
