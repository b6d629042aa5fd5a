import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Source: rest-api-v2.md §3.4, §5.6 to §5.13.
@Suite("The simulated service's profiles and decisions of REST API V2")
struct ProfilesOfV2Tests {
    static let signedIn = PartnerFrameworkStatus(accessStatus: "granted", providerID: "com.example.meadowlark")

    @Test("An empty map until the user has signed in, then the profile until the access token ends")
    func byCode() throws {
        let desk = Desk()
        let pending = try #require(desk.session()?.code)
        let request = PassRequest.profile(desk.context, code: pending)
        #expect(desk.answer(request).profiles == [])
        desk.now = desk.now + .seconds(1_799)
        #expect(desk.answer(request).status == 200)
        desk.now = desk.now + .seconds(1)
        #expect(desk.answer(request).error?.code == "invalid_authentication_session")

        let late = Desk()
        let code = try #require(late.signOnByV2())
        let profile = try #require(late.answer(.profile(late.context, code: code)).profiles?.first)
        #expect(profile.mvpd == "Meadowlark" && profile.type == .regular && profile.issuer == "Meadowlark")
        #expect(profile.userID == "wren" && profile.notAfter == late.now + .seconds(30 * 86_400))
        late.now = late.now + .seconds(21_599)
        #expect(late.answer(.profile(late.context, code: code)).profiles?.count == 1)
        late.now = late.now + .seconds(1)
        late.register()
        #expect(late.answer(.profile(late.context, code: code)).status == 400)
    }

    @Test("A profile belongs to service provider, device and credentials")
    func owner() {
        let desk = Desk()
        desk.signOnByV2()
        #expect(desk.profiles()?.map(\.mvpd) == ["Meadowlark"] && desk.profiles(mvpd: "Meadowlark")?.count == 1)
        #expect(desk.profiles(mvpd: "Juniper") == [])
        desk.device = "kite-box-0002"
        #expect(desk.profiles() == [])
        (desk.device, desk.requestor) = ("kite-box-0001", "HARBORTV")
        #expect(desk.profiles() == [])
        desk.requestor = "KITETV"
        desk.register()
        #expect(desk.profiles() == [])
        // V1 knows nothing of it.
        #expect(desk.answer(.checkAuthentication(desk.context)).status == 403)
    }

    @Test("Two MVPDs have a profile each")
    func two() {
        let desk = Desk()
        desk.signOnByV2()
        desk.signOnByV2(.init(mvpd: "Juniper", domainName: "k", redirectURL: "https://k.example/"))
        #expect(desk.profiles()?.map(\.mvpd) == ["Meadowlark", "Juniper"])
        _ = desk.answer(.endProfile(desk.context, mvpd: "Meadowlark", redirectURL: "https://k.example/"))
        #expect(desk.profiles()?.map(\.mvpd) == ["Juniper"])
    }

    @Test("A permit has a media token and the decision's end; within it the end stays, and the token is another")
    func permit() throws {
        let desk = Desk()
        desk.signOnByV2()
        let first = try #require(desk.decide("KITE1")?.first)
        #expect(first.isAuthorized && first.source == "mvpd" && first.notAfter == desk.now + .seconds(86_400))
        let text = try #require(first.token?.serializedToken)
        #expect(first.token?.notAfter == desk.now + .seconds(300))
        desk.now = desk.now + .seconds(100)
        let second = try #require(desk.decide("KITE1")?.first)
        #expect(second.notAfter == first.notAfter && second.token?.serializedToken != text)
        desk.now = desk.now + .seconds(86_300)
        desk.register()
        #expect(desk.decide("KITE1")?.first?.error?.code == "authenticated_profile_missing")
    }

    @Test("Each resource has its own decision, and its own error inside a 200")
    func items() throws {
        let desk = Desk()
        desk.signOnByV2(user: "finch")
        let decisions = try #require(desk.decide("KITE1", "KITE2"))
        #expect(decisions.map(\.isAuthorized) == [true, false])
        #expect(decisions[1].error?.code == "authorization_denied_by_mvpd" && decisions[1].error?.status == 403)
        let before = try #require(desk.decide("KITE1", "KITE2", as: .decidePreauthorization))
        #expect(before.map(\.isAuthorized) == [true, false] && before[0].token == nil && before[0].notAfter == nil)
        #expect(before[1].error?.code == "preauthorization_denied_by_mvpd")
        let many = desk.answer(
            .decisions(
                .decidePreauthorization,
                desk.context,
                mvpd: "Meadowlark",
                resources: ["1", "2", "3", "4", "5", "6"]
            )
        )
        #expect(many.status == 403 && many.error?.code == "too_many_resources")
        let none = desk.answer(.decisions(.decideAuthorization, desk.context, mvpd: "Meadowlark", resources: []))
        #expect(none.error?.code == "invalid_parameter_resources")
    }

    @Test("The want of a profile is said of each resource: missing, or expired")
    func withoutProfile() {
        let desk = Desk()
        #expect(desk.decide("KITE1")?.first?.error?.code == "authenticated_profile_missing")
        desk.signOnByV2()
        desk.service.apply(.expire(.profile, subject: "Meadowlark"), at: desk.now)
        let error = desk.decide("KITE1")?.first?.error
        #expect(error?.code == "authenticated_profile_expired" && error?.action == "authentication")
        #expect(desk.profiles() == [])
    }

    @Test("Degraded: everybody is let in, everything permitted, or everything denied by the rule")
    func degraded() throws {
        let desk = Desk()
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(desk.profiles(mvpd: "Meadowlark")?.first?.type == .degraded && desk.profiles() == [])
        let all = try #require(desk.decide("KITE9")?.first)
        #expect(all.isAuthorized && all.source == "degradation" && all.notAfter != nil)
        desk.service.apply(.endDegradation(requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        desk.signOnByV2(user: "finch")
        desk.service.apply(.degrade(.authorizesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        let permitted = try #require(desk.decide("KITE2")?.first)
        #expect(permitted.isAuthorized && permitted.notAfter == nil && permitted.token != nil)
        desk.service.apply(.degrade(.authorizesNone, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        #expect(desk.decide("KITE1")?.first?.error?.code == "authorization_denied_by_degradation_rule")
    }

    @Test("A Temp Pass begins with the first decision, and is over at its end")
    func tempPass() throws {
        let desk = Desk()
        #expect(desk.profiles(mvpd: "TempPass") == [])
        let end = desk.now + .seconds(1_200)
        #expect(desk.decide("KITE1", mvpd: "TempPass")?.first?.notAfter == end)
        desk.now = desk.now + .seconds(600)
        let profile = try #require(desk.profiles(mvpd: "TempPass")?.first)
        #expect(profile.type == .temporary && profile.issuer == "Adobe" && profile.notAfter == end)
        #expect(profile.attributes["expiration_date"]?["value"]?.number?.text == "\(end.millisecondsSince1970)")
        #expect(desk.profiles() == [])
        desk.now = end
        let read = desk.answer(.profiles(desk.context, mvpd: "TempPass"))
        #expect(read.status == 403 && read.error?.code == "temporary_access_duration_limit_exceeded")
        #expect(
            desk.decide("KITE1", mvpd: "TempPass")?.first?.error?.code == "temporary_access_duration_limit_exceeded"
        )
    }

    @Test("A logout says what is left to do")
    func logout() throws {
        let desk = Desk()
        func logOut(_ mvpd: String) -> ProfileLogout? {
            desk.answer(.endProfile(desk.context, mvpd: mvpd, redirectURL: "https://kite.example/out")).logouts?.first
        }
        #expect(logOut("Meadowlark")?.actionName == .invalid)
        desk.signOnByV2()
        let regular = try #require(logOut("Meadowlark"))
        #expect(regular.actionName == .logout && regular.actionType == "interactive")
        #expect(
            regular.url?.hasPrefix("/adobe-services/") == true && regular.url?.contains("kite.example%2Fout") == true
        )
        #expect(desk.profiles() == [] && logOut("Meadowlark")?.actionName == .invalid)
        _ = desk.decide("KITE1", mvpd: "TempPass")
        #expect(logOut("TempPass")?.actionName == .complete)
    }

    // MARK: Apple

    private func partner(_ desk: Desk, _ status: PartnerFrameworkStatus) -> AuthenticationSession? {
        desk.answer(
            .partnerRequest(
                desk.context,
                domainName: "kite.example",
                redirectURL: "https://kite.example/done",
                partnerFrameworkStatus: status.headerValue
            )
        )
        .session
    }

    private func exchange(_ desk: Desk, _ saml: String, _ status: PartnerFrameworkStatus = signedIn) -> PassResponse {
        desk.answer(
            .createPartnerProfile(
                desk.context,
                samlResponse: SAMLNormalization.base64(saml),
                partnerFrameworkStatus: status.headerValue
            )
        )
    }

    @Test("Apple's sign-on: a request, its response for a profile, which counts as long as the platform vouches")
    func apple() throws {
        let desk = Desk()
        let session = try #require(partner(desk, Self.signedIn))
        #expect(session.actionName == .partnerProfile && session.mvpd == "Meadowlark" && session.code == nil)
        let request = try #require(session.partnerRequest)
        #expect(request.type == "saml" && request.attributesNames == ["uid", "NameID"])
        let saml = try #require(SimulatedServicePlatformSignOnTests.saml(desk, token: request.request))
        let made = exchange(desk, saml)
        #expect(
            made.status == 201 && made.profiles?.first?.type == .appleSSO && made.profiles?.first?.issuer == "Apple"
        )
        #expect(desk.profiles(status: Self.signedIn)?.count == 1 && desk.profiles() == [])
        #expect(partner(desk, Self.signedIn)?.reasonType == "authenticatedSSO")
        // Its request is answered once.
        #expect(exchange(desk, saml).error?.code == "invalid_parameter_saml_response")
        let end = desk.answer(.endProfile(desk.context, mvpd: "Meadowlark", redirectURL: "https://k.example/"))
        #expect(end.logouts?.first?.actionName == .partnerLogout && end.logouts?.first?.url == nil)
    }

    @Test(
        "What is wrong with the status is an error of the profile, and a fallback of the request (§3.4)",
        arguments: [
            (PartnerFrameworkStatus(accessStatus: nil), "permission_access_not_present"),
            (PartnerFrameworkStatus(accessStatus: "notDetermined"), "permission_access_not_determined"),
            (PartnerFrameworkStatus(accessStatus: "denied"), "permission_access_not_granted"),
            (PartnerFrameworkStatus(accessStatus: "restricted"), "permission_access_not_granted"),
            (PartnerFrameworkStatus(accessStatus: "granted"), "provider_id_not_determined"),
            (PartnerFrameworkStatus(accessStatus: "granted", providerID: "Meadowlark"), "provider_id_not_determined"),
            (
                PartnerFrameworkStatus(
                    accessStatus: "granted",
                    providerID: "com.example.meadowlark",
                    expirationDate: Instant(secondsSince1970: 1_767_225_600)
                ), "provider_info_expired"
            ),
        ]
    )
    func status(_ status: PartnerFrameworkStatus, code: String) throws {
        let desk = Desk()
        let answer = exchange(desk, "<a/>", status)
        #expect(answer.status == 400 && answer.error?.code == "invalid_header_pfs_" + code)
        let session = try #require(partner(desk, status))
        #expect(session.reasonType == "pfs_fallback" && session.code != nil)
        #expect(session.actionName == (code == "provider_info_expired" ? .authenticate : .resume))
    }

    @Test("Where single sign-on is off, or the provider is not set up for it, a login is next")
    func fallback() {
        let desk = Desk()
        let northwind = PartnerFrameworkStatus(accessStatus: "granted", providerID: "com.example.northwind")
        #expect(partner(desk, northwind)?.reasonType == "configuration_fallback")
        desk.service.apply(.enableSingleSignOn(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: false), at: desk.now)
        #expect(partner(desk, Self.signedIn)?.actionName == .authenticate)
        var request = PassRequest.partnerRequest(
            desk.context,
            domainName: "k",
            redirectURL: "https://k.example/",
            partnerFrameworkStatus: Self.signedIn.headerValue
        )
        request["redirectUrl"] = nil
        #expect(desk.answer(request).session?.reasonType == "missing_parameters_fallback")
        request["partner"] = "Roku"
        #expect(desk.answer(request).error?.code == "invalid_parameter_partner")
    }

    @Test(
        "Nobody's profile is logged out while everybody is let in, and asking what may be watched begins no Temp Pass (§6.8, §6.9)"
    )
    func withoutLogin() throws {
        let desk = Desk()
        desk.service.apply(.degrade(.authenticatesAll, requestor: "KITETV", mvpd: "Meadowlark"), at: desk.now)
        let logout = desk.answer(.endProfile(desk.context, mvpd: "Meadowlark", redirectURL: "https://k.example/"))
        #expect(logout.logouts?.first?.actionName == .complete)
        let asked = try #require(desk.decide("KITE1", "KITE2", mvpd: "TempPass", as: .decidePreauthorization))
        #expect(asked.map(\.isAuthorized) == [true, true])
        desk.now = desk.now + .seconds(1_200)
        #expect(desk.decide("KITE1", mvpd: "TempPass")?.first?.isAuthorized == true)
        desk.now = desk.now + .seconds(1_200)
        #expect(desk.decide("KITE1", mvpd: "TempPass")?.first?.isAuthorized == false)
    }
}
