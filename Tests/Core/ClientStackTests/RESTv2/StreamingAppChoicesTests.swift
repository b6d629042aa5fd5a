import ClientStack
import PassAPI
import Testing
import VirtualTime

/// Source: rest-api-v2.md §5.11, §6.7, §9.1, §9.3.
@Suite("Repetitions of the client of REST API V2, and what apps choose")
struct StreamingAppChoicesTests {
    @Test("What the service could not decide is asked for again, that alone, twice at most, with a longer pause (§9.3)")
    func repeats() {
        func response(_ errors: [(String, String?)]) -> PassResponse {
            PassResponse(
                status: 200,
                .decisions(
                    errors.map { resource, code in
                        var decision = ResourceDecision(resource, isAuthorized: code == nil)
                        if let code { decision.error = PassError(status: 403, code: code) }
                        return decision
                    }
                )
            )
        }
        var talk = AppTalk.signedOn()
        talk.user(.preauthorize(resources: ["KITE1", "KITE2", "KITE3"]))
        talk.service(
            response([("KITE1", nil), ("KITE2", "network_received_error"), ("KITE3", "authorization_denied_by_mvpd")])
        )
        #expect(talk.shown.isEmpty && talk.open == nil)
        #expect(talk.timers.map { $0.due - talk.now } == [.seconds(1)])
        _ = talk.asked()
        talk.timePasses()
        #expect(talk.open?.resources == ["KITE2"])
        talk.service(response([("KITE2", nil)]))
        #expect(
            talk.shown == [
                .preauthorization([
                    .init(id: "KITE1", isAuthorized: true, error: nil),
                    .init(
                        id: "KITE3",
                        isAuthorized: false,
                        error: PassError(status: 403, code: "authorization_denied_by_mvpd")
                    ), .init(id: "KITE2", isAuthorized: true, error: nil),
                ])
            ]
        )
        _ = talk.asked()
        talk.user(.play(resource: "KITE1"))
        for seconds in [1, 2] {
            talk.service(.decision(error: "network_connection_timeout"))
            #expect(talk.timers.map { $0.due - talk.now } == [.seconds(seconds)])
            talk.timePasses()
        }
        talk.service(.decision(error: "network_connection_timeout"))
        #expect(talk.messages == ["notPlayable"] && talk.timers.isEmpty && talk.client.waitingFor == nil)
        #expect(talk.asked().count == 3)
        // The next playback begins from the start.
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision(error: "network_connection_timeout"))
        #expect(talk.timers.count == 1)
        talk.user(.launch)
        #expect(talk.timers.isEmpty)
    }

    @Test("An app that never repeats, and a service whose whole response asks for a repetition")
    func repeatsByOption() {
        var talk = AppTalk.signedOn { $0.options.retries = 0 }
        talk.user(.play(resource: "KITE1"))
        talk.service(.decision(error: "network_received_error"))
        #expect(talk.timers.isEmpty && talk.messages == ["notPlayable"])
        talk = AppTalk.signedOn()
        talk.user(.play(resource: "KITE1"))
        talk.service(.error(403, "network_received_error", message: "a"))
        talk.timePasses()
        talk.service(.decision())
        #expect(talk.played == ["KITE1"])
    }

    @Test("With a user agent of its own the app opens the MVPD's logout, and is done when that closes (§5.11)")
    func logoutPage() throws {
        let url = "/adobe-services/logout?requestor_id=REF30&mso_id=Plover&redirect_url=https%3A%2F%2Fkite.example%2F"
        for (agent, isOpened) in [(StreamingAppOptions.UserAgent.own, true), (.secondScreen, false)] {
            var talk = AppTalk.signedOn { $0.options.userAgent = agent }
            talk.user(.logOut)
            talk.service(
                PassResponse(
                    status: 200,
                    .logouts([ProfileLogout(mvpd: "Plover", .logout, actionType: "interactive", url: url)])
                )
            )
            let pages = talk.shown.compactMap { if case .webView(let request) = $0 { request } else { nil } }
            #expect(pages.map(\.operation) == (isOpened ? [.sdkLogout] : []))
            #expect(pages.allSatisfy { $0["mso_id"] == "Plover" })
            #expect((talk.client.waitingFor == .user(.finishLogoutPage)) == isOpened)
            talk.user(.play(resource: "KITE1"))
            #expect(talk.messages == (isOpened ? ["signingOut"] : []))
            talk.user(.closeWebView)
            if isOpened { #expect(talk.client.waitingFor == nil) }
        }
    }

    @Test("The poll, the start and what follows a login are the app's choice; the documents' client keeps to the code")
    func choices() {
        let polls: [(StreamingAppOptions.PollCall, Operation)] = [
            (.code, .profileForCode), (.mvpd, .profileForMVPD), (.profiles, .profiles),
        ]
        for (poll, operation) in polls {
            var talk = AppTalk {
                $0.options.pollWith = poll
                $0.options.startCheck = .none
                $0.options.providerList = .own
                $0.options.afterLogin = .mvpd
            }
            talk.user(.launch)
            talk.service(.registration(), .token("access"))
            #expect(talk.shown == [.providerPicker([])])
            talk.user(.selectProvider("Plover"))
            talk.service(.session(.authenticate))
            #expect(talk.asked() == [.register, .accessToken, .createSession, operation], "\(poll)")
            talk.service(.profiles())
            talk.timePasses()
            talk.service(.profiles("Plover"))
            #expect(talk.asked() == [operation, .profileForMVPD])
            // Whatever that shows, the user has logged in.
            talk.service(.profiles())
            talk.user(.play(resource: "KITE1"))
            #expect(talk.asked() == [.decideAuthorization] && talk.open?["mvpd"] == "Plover")
        }
    }

    @Test("A service token goes with the calls that take it until it expires; then the next goes (§6.7)")
    func serviceToken() throws {
        var talk = AppTalk {
            $0.sharedSignIn = SharedSignIn(serviceTokenUser: "u-81f0", subjectToken: "household-7")
        }
        talk.user(.launch)
        talk.service(.registration(), .token("access"))
        func token() throws -> ServiceToken {
            let text = try #require(talk.open?["AD-Service-Token"])
            return try #require(ServiceToken(decoding: text))
        }
        #expect(talk.open?.operation == .profiles && talk.open?["Adobe-Subject-Token"] == "household-7")
        let first = try token()
        #expect(first.subject == "u-81f0" && first.expires == Kite.now + .seconds(3_600))
        talk.service(.profiles())
        #expect(talk.open?.operation == .serviceConfiguration && talk.open?["AD-Service-Token"] == nil)
        #expect(talk.open?["Adobe-Subject-Token"] == "household-7")
        talk.service(.configuration())
        talk.now = Kite.now + .seconds(3_599)
        talk.user(.selectProvider("Plover"))
        #expect(try token() == first)
        talk.now = Kite.now + .seconds(3_600)
        talk.service(.session(.authenticate))
        let second = try token()
        #expect(second.subject == "u-81f0" && second.expires == Kite.now + .seconds(7_200))
    }

    @Test("A repetition that fails as a whole is about what is left, and what was decided is shown")
    func partialRepetition() {
        func response(_ permits: [String], failed: [String]) -> PassResponse {
            let permitted = permits.map { ResourceDecision($0, isAuthorized: true) }
            let others = failed.map { resource in
                var decision = ResourceDecision(resource, isAuthorized: false)
                decision.error = PassError(status: 403, code: "network_received_error")
                return decision
            }
            return PassResponse(status: 200, .decisions(permitted + others))
        }
        var talk = AppTalk.signedOn()
        talk.user(.preauthorize(resources: ["KITE1", "KITE2"]))
        talk.service(response(["KITE1"], failed: ["KITE2"]))
        talk.timePasses()
        #expect(talk.open?.resources == ["KITE2"])
        talk.service(.error(403, "network_received_error", message: "a"))
        talk.timePasses()
        #expect(talk.open?.resources == ["KITE2"])
        talk.service(.error(500, "internal_server_error", message: "a"))
        #expect(talk.shown == [.preauthorization([.init(id: "KITE1", isAuthorized: true, error: nil)])])
    }

    @Test("A list whose items ask for a sign-on leads to one, as a playback does (§4)")
    func preauthorizationWithoutProfile() {
        var talk = AppTalk.signedOn()
        talk.user(.preauthorize(resources: ["KITE1"]))
        talk.service(.decision(error: "authenticated_profile_missing"))
        #expect(talk.asked() == [.decidePreauthorization, .profileForMVPD] && talk.shown.isEmpty)
        // A 401 that stays is no word about the user.
        var refused = AppTalk.signedOn()
        let unauthorized = PassResponse.error(401, "invalid_access_token_client_application", message: "a")
        refused.user(.play(resource: "KITE1"))
        refused.service(unauthorized, .token("second"), unauthorized)
        #expect(refused.asked() == [.decideAuthorization, .accessToken, .decideAuthorization])
        #expect(refused.client.waitingFor == nil)
    }

    @Test("Of all profiles the chosen provider's ends a login, and a Temp Pass of the app's own list is one (§5.2)")
    func chosenProvider() {
        var talk = AppTalk {
            $0.options.providerList = .own
            $0.options.pollWith = .profiles
        }
        talk.user(.launch)
        talk.service(.registration(), .token("access"), .profiles())
        talk.user(.selectProvider("Plover"))
        talk.service(.session(.authenticate), .profiles("Lark"))
        #expect(talk.client.step != .decisions)
        talk.timePasses()
        talk.service(.profiles("Lark", "Plover"))
        #expect(talk.client.step == .decisions)

        var preview = AppTalk { $0.options.providerList = .own }
        preview.user(.launch)
        preview.service(.registration(), .token("access"), .profiles())
        preview.user(.selectProvider("KitePreview"), .play(resource: "KITE1"))
        var session = AuthenticationSession(.authorize)
        (session.mvpd, session.reasonType) = ("KitePreview", "temporary")
        preview.service(PassResponse(status: 200, .session(session)))
        preview.service(.decision(error: "temporary_access_duration_limit_exceeded"))
        // It is forgotten: the next look is for all.
        #expect(preview.open?.operation == .profiles)
    }

    @Test(
        "Who starts without a look for the profile stays signed on; credentials that are not known are made anew at once (§2.3)"
    )
    func starts() {
        var talk = AppTalk {
            $0.options.startCheck = .none
            $0.rememberedMVPD = "Plover"
            $0.hasProfile = true
        }
        talk.user(.launch)
        talk.service(.registration(), PassResponse(status: 400, .error(PassError(code: "invalid_client"))))
        #expect(talk.asked() == [.register, .accessToken, .register])
        talk.service(.registration(), .token("access"))
        #expect(talk.asked() == [.accessToken] && talk.client.step == .decisions)
        // Not more than once.
        var refused = AppTalk { $0.options.startCheck = .none }
        refused.user(.launch)
        let unknown = PassResponse(status: 400, .error(PassError(code: "invalid_client")))
        refused.service(.registration(), unknown, .registration(), unknown)
        #expect(refused.asked() == [.register, .accessToken, .register, .accessToken])
        #expect(refused.client.waitingFor == nil)
    }

    @Test("What is no logout is not opened, nor an address of another host (§5.11)")
    func foreignLogout() {
        for url in [
            "/api/v2/authenticate/REF30/ABC", "//mvpd.example/adobe-services/logout", "https://mvpd.example/out", "\n",
        ] {
            var talk = AppTalk.signedOn { $0.options.userAgent = .own }
            talk.user(.logOut)
            talk.service(
                PassResponse(status: 200, .logouts([ProfileLogout(mvpd: "Plover", .logout, actionType: nil, url: url)]))
            )
            #expect(talk.shown.isEmpty && talk.client.waitingFor == nil, "\(url)")
        }
    }
}
