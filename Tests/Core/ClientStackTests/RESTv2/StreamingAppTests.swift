import ClientStack
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

/// Source: rest-api-v2.md §6, §8, §9.
@Suite("The documents' client of REST API V2")
struct StreamingAppTests {
    @Test(
        "A first start registers, fetches a token, reads all profiles, and then the list; a later one asks for its own"
    )
    func starts() {
        var talk = AppTalk()
        talk.user(.launch)
        talk.service(.registration(), .token("access"), .profiles())
        #expect(talk.asked() == [.register, .accessToken, .profiles, .serviceConfiguration])
        talk.service(.configuration())
        #expect(talk.shown == [.providerPicker(Kite.mvpds)])
        talk.user(.selectProvider("Plover"))
        #expect(talk.open?["mvpd"] == "Plover" && talk.open?["redirectUrl"]?.isEmpty == false)
        talk.service(.session(.authenticate), .profiles("Plover"))
        _ = talk.asked()
        talk.user(.launch)
        #expect(talk.asked() == [.profileForMVPD] && talk.open?["mvpd"] == "Plover")
    }

    @Test("The code is asked for at once, with a pause after each response, until there is a profile (§9.1)")
    func polls() {
        var talk = AppTalk { $0.options.providerChoice = .secondScreen }
        talk.user(.launch)
        talk.service(.registration(), .token("access"), .profiles(), .configuration())
        #expect(talk.open?.operation == .createSession && talk.open?["mvpd"] == nil)
        talk.service(.session(.resume))
        #expect(talk.shown.last == .registrationCode("K7TQ2MX") && talk.open?.operation == .profileForCode)
        _ = talk.asked()
        for response in [PassResponse.profiles(), .throttled, .error(500, message: "a")] {
            talk.service(response)
            #expect(talk.open == nil)
            talk.timePasses()
            #expect(talk.asked() == [.profileForCode])
        }
        talk.service(.profiles("Plover"))
        #expect(talk.client.step == .decisions && talk.timers.isEmpty)
    }

    @Test("A refusal that a repetition cannot change ends polling, and so does the end of the code (§9.3)")
    func pollingEnds() {
        for isExpired in [false, true] {
            var talk = AppTalk { $0.options.providerChoice = .secondScreen }
            talk.user(.launch)
            talk.service(
                .registration(),
                .token("access"),
                .profiles(),
                .configuration(),
                .session(.resume)
            )
            if isExpired {
                talk.service(.profiles())
                talk.now = Kite.now + .seconds(1_800)
                if let code = talk.timers.first(where: { $0.due == Kite.now + .seconds(1_800) }) {
                    talk.hear(.timerFired(code.id))
                }
            } else {
                talk.service(.error(400, "invalid_authentication_session", message: "a"))
            }
            #expect(talk.messages == ["signInFailed"] && talk.client.waitingFor == nil)
        }
    }

    @Test("A permit plays its token; a denial is shown, and nothing is repeated")
    func decides() {
        var talk = AppTalk.signedOn()
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision())
        #expect(talk.played == ["KITE1"] && talk.asked() == [.decideAuthorization])
        for response in [
            PassResponse.decision(error: "authorization_denied_by_mvpd"), PassResponse(status: 200, .decisions([])),
            .decision("KITE2"),
        ] {
            talk.user(.play(resource: "KITE1"))
            talk.service(response)
            #expect(talk.played.isEmpty && talk.messages.count == 1 && talk.client.waitingFor == nil)
            #expect(talk.asked() == [.decideAuthorization])
        }
    }

    @Test("An error that asks for a sign-on leads to one, and to one repetition, whatever comes of it")
    func renews() {
        var talk = AppTalk.signedOn()
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision(error: "authenticated_profile_expired"), .profiles("Plover"))
        #expect(talk.asked() == [.decideAuthorization, .profileForMVPD, .decideAuthorization])
        talk.service(.decision(error: "authenticated_profile_expired"))
        #expect(talk.asked().isEmpty && talk.client.waitingFor == nil)
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision(error: "authenticated_profile_expired"), .profiles("Plover"), .decision())
        #expect(talk.played == ["KITE1"])
    }

    @Test("A Temp Pass that is over is no provider to go on with")
    func tempPass() {
        let list = [Kite.plover, MVPD(id: "KitePreview", displayName: "Preview", isTempPass: true)]
        var talk = AppTalk()
        talk.user(.launch)
        talk.service(.registration(), .token("access"), .profiles(), .configuration(list))
        talk.user(.selectProvider("KitePreview"), .play(resource: "KITE1"))
        #expect(talk.open?.operation == .decideAuthorization && talk.open?["mvpd"] == "KitePreview")
        talk.service(.decision())
        _ = talk.asked()
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision(error: "temporary_access_duration_limit_exceeded"))
        #expect(talk.asked() == [.decideAuthorization, .profiles])
        talk.service(.profiles())
        #expect(talk.shown == [.providerPicker(list)])
    }

    @Test(
        "After a 401 one token with the stored credentials, the call once more; a registration after invalid_client alone"
    )
    func unauthorized() {
        let refused = PassResponse.error(401, "invalid_access_token_client_application", message: "a")
        var talk = AppTalk.signedOn()
        talk.user(.play(resource: "KITE1"))
        talk.service(refused, .token("second"), .decision())
        #expect(talk.played == ["KITE1"])
        #expect(talk.asked() == [.decideAuthorization, .accessToken, .decideAuthorization])
        talk.user(.play(resource: "KITE1"))
        talk.service(refused, PassResponse(status: 400, .error(PassError(code: "invalid_client"))))
        #expect(talk.asked() == [.decideAuthorization, .accessToken, .register])
    }

    @Test("Of several profiles the one of the provider that was chosen before counts, else the one that lasts longest")
    func chooses() {
        for (known, expected) in [(nil, "Lark"), ("Plover", "Plover")] {
            var talk = AppTalk { $0.rememberedMVPD = known }
            talk.user(.launch)
            talk.service(.registration(), .token("access"))
            let profiles = [
                Profile(mvpd: "Plover", notAfter: Kite.now + .seconds(10), type: .regular),
                Profile(mvpd: "Lark", notAfter: Kite.now + .seconds(20), type: .regular),
            ]
            talk.service(PassResponse(status: 200, .profiles(profiles)))
            talk.user(.play(resource: "KITE1"))
            #expect(talk.open?["mvpd"] == expected)
        }
    }

    @Test("The platform's word goes with profiles and decisions; a fallback leads to a login (§6.6)")
    func partner() {
        var talk = AppTalk { $0.client.options.usesPlatformSignOn = true }
        talk.user(.launch)
        talk.service(.registration(), .token("access"))
        talk.platform(.granted, .nobody)
        let told = talk.open?[PartnerFrameworkStatus.header].flatMap { PartnerFrameworkStatus(decoding: $0) }
        #expect(talk.open?.operation == .profiles && told == PartnerFrameworkStatus(accessStatus: "granted"))
        talk.service(.profiles(), .configuration())
        talk.platform(.signedIn())
        let status = talk.open?[PartnerFrameworkStatus.header].flatMap { PartnerFrameworkStatus(decoding: $0) }
        #expect(talk.open?.operation == .partnerRequest && status?.providerID == "com.example.meadowlark")
        _ = talk.asked()
        talk.service(.session(.authenticate))
        #expect(talk.asked() == [.profileForCode])
    }

    @Test("A logout forgets provider and sign-on; Apple's leads to Settings")
    func logout() {
        for (action, isPrompted) in [(ProfileLogout.Action.logout, false), (.partnerLogout, true), (.invalid, false)] {
            var talk = AppTalk.signedOn()
            talk.user(.logOut)
            #expect(talk.asked() == [.endProfile] && talk.open?["mvpd"] == "Plover")
            talk.service(PassResponse(status: 200, .logouts([ProfileLogout(mvpd: "Plover", action)])))
            #expect(talk.shown.contains { if case .signOutPrompt = $0 { true } else { false } } == isPrompted)
            talk.user(.launch)
            #expect(talk.asked() == [.profiles])
        }
    }

    @Test("An app that was left alone for more than half an hour looks for its profile again")
    func runs() {
        for (pause, expected) in [(1_800, Operation.decideAuthorization), (1_801, .profileForMVPD)] {
            var talk = AppTalk.signedOn()
            talk.now = talk.now + .seconds(pause)
            talk.user(.play(resource: "KITE1"))
            #expect(talk.asked() == [expected])
        }
    }
}
