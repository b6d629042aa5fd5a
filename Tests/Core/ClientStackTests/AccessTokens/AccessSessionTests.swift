import ClientStack
import PassAPI
import Testing
import VirtualTime

@Suite("S0 and the line to the service")
struct AccessSessionTests {
    @Test("A valid token is used, an ended one is renewed; the end itself is too late")
    func endsByOwnClock() {
        for (seconds, operation) in [(1, PassAPI.Operation.checkAuthentication), (0, .accessToken), (-1, .accessToken)]
        {
            var dialogue = Dialogue(
                Kite.configuration {
                    $0.accessToken = CachedAccessToken("old", expires: Kite.now + .seconds(seconds))
                }
            )
            dialogue.user(.launch)
            #expect(dialogue.operations == [operation])
        }
    }

    @Test("Where tokens are not renewed by the clock, 401 does it")
    func notRenewed() {
        var dialogue = Dialogue(
            Kite.configuration {
                $0.options.refreshesAccessToken = false
                $0.accessToken = CachedAccessToken("old", expires: Kite.now - .seconds(1))
            }
        )
        dialogue.user(.launch)
        #expect(dialogue.operations == [.checkAuthentication])
        dialogue.service(.error(401, "access_denied"))
        #expect(dialogue.operations == [.checkAuthentication, .accessToken])
    }

    @Test("A token that arrives ended is used once all the same, and renewed for the next call")
    func arrivesEnded() {
        var dialogue = Dialogue(Kite.configuration { $0.accessToken = nil })
        dialogue.user(.launch)
        dialogue.service(.token("ended", createdAt: 1_000, expiresIn: 60))
        #expect(dialogue.operations.last == .checkAuthentication)
        dialogue.service(PassResponse(status: 200, .empty))
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.operations.last == .accessToken)
        #expect(dialogue.steps == [.registration, .checkToken, .authorization, .registration])
    }

    @Test("A signed header goes along as it is while there is no access token, and none is fetched")
    func signed() {
        let header = "GET requestor_id=KITETV, nonce=n-1, signature_method=HMAC-SHA1, signature=c2ln"
        var dialogue = Dialogue(
            Kite.configuration {
                ($0.accessToken, $0.credentials, $0.softwareStatement) = (nil, nil, nil)
                $0.signedAuthorization = header
            }
        )
        dialogue.user(.launch)
        dialogue.service(PassResponse(status: 200, .empty))
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.operations == [.checkAuthentication, .authorize])
        #expect(dialogue.requests.map { $0["Authorization"] } == [header, header])
    }

    @Test("401 brings one new token and one retry; the second 401 is the answer")
    func unauthorized() {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.service(.error(401, "access_denied"))
        dialogue.service(.token("token-1"))
        #expect(dialogue.requests.last?["Authorization"] == "Bearer token-1")
        #expect(dialogue.operations == [.checkAuthentication, .accessToken, .checkAuthentication])
        dialogue.service(.error(401, "access_denied"))
        #expect(dialogue.client.step == .checkPlatform)
        #expect(dialogue.steps == [.checkToken, .registration, .checkToken, .checkPlatform])
    }

    @Test("401 that speaks of the AuthN session is an answer, not a matter of the access token")
    func authenticationError() {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.service(.error(401, "authentication_session_expired"))
        #expect(dialogue.client.step == .checkPlatform && dialogue.operations == [.checkAuthentication])
    }

    @Test("invalid_client, with 403 or 401, registers again, once", arguments: [403, 401])
    func invalidClient(_ status: Int) {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.service(.error(status, "invalid_client"))
        #expect(dialogue.operations.last == .register)
        dialogue.service(.registration("client-2"))
        #expect(dialogue.requests.last?["client_id"] == "client-2")
        dialogue.service(.token("token-2"))
        #expect(dialogue.operations.last == .checkAuthentication)
        dialogue.service(.error(403, "invalid_client"))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("Credentials that the token call does not know are registered again, once")
    func unknownCredentials() {
        var dialogue = Dialogue(Kite.configuration { $0.accessToken = nil })
        dialogue.user(.launch)
        dialogue.service(.error(400, "invalid_client"))
        #expect(dialogue.operations == [.accessToken, .register])
        dialogue.service(.registration())
        dialogue.service(.error(400, "invalid_client"))
        #expect(dialogue.client.isIdle && dialogue.messages == ["no access token: status 400, invalid_client"])
    }

    @Test("A refused registration ends sign-on with the reason")
    func registrationRefused() {
        var dialogue = Dialogue(Kite.fresh())
        dialogue.user(.launch)
        dialogue.service(.error(400, "unapproved_software_statement"))
        #expect(dialogue.messages == ["registration was refused: status 400, unapproved_software_statement"])
        #expect(dialogue.client.isIdle && dialogue.client.step == nil)
        var second = Dialogue(Kite.fresh())
        second.user(.launch)
        second.networkFails()
        #expect(second.messages == ["registration failed: no route"])
    }

    @Test(
        "Without a registration sign-on ends, whatever it was that failed: refused, server error, throttled to the end",
        arguments: [
            PassResponse.error(400, "invalid_software_statement"), .error(500), .error(503), .throttled,
            PassResponse(status: 200, .unreadable("garbage")),
        ]
    )
    func notRegistered(_ answer: PassResponse) {
        var dialogue = Dialogue(Kite.fresh())
        dialogue.user(.launch)
        let calls = Self.answer(&dialogue, with: answer)
        #expect(dialogue.operations == Array(repeating: .register, count: calls))
        #expect(dialogue.client.isIdle && dialogue.client.step == nil)
        #expect(dialogue.messages.count == 1 && dialogue.messages[0].hasPrefix("registration was refused: "))
        // The same where the service has forgotten the application.
        var forgotten = Dialogue(Kite.configuration())
        forgotten.user(.launch)
        forgotten.service(.error(403, "invalid_client"))
        Self.answer(&forgotten, with: answer)
        #expect(forgotten.operations == [.checkAuthentication] + Array(repeating: .register, count: calls))
        #expect(forgotten.client.isIdle && forgotten.messages.count == 1)
    }

    /// Answers a call in this way as often as it is made, and returns how often that is: 429 four times.
    @discardableResult
    private static func answer(_ dialogue: inout Dialogue, with answer: PassResponse) -> Int {
        dialogue.service(answer)
        guard answer.status == 429 else { return 1 }
        for _ in 1...3 {
            dialogue.timePasses()
            dialogue.service(answer)
        }
        return 4
    }

    @Test("Launch and logout keep what is the application's: credentials, and an access token that has not ended")
    func kept() {
        let configuration = Kite.configuration {
            $0.accessToken = CachedAccessToken("token-0", expires: Kite.now + .seconds(600))
        }
        for endsBefore in [false, true] {
            var dialogue = Dialogue.signedIn(configuration)
            dialogue.user(.logOut)
            dialogue.service(.metadata(tokenSource: nil))
            dialogue.service(.noContent)
            if endsBefore { dialogue.now += .seconds(600) }
            dialogue.user(.launch)
            #expect(dialogue.operations.last == (endsBefore ? .accessToken : .checkAuthentication))
            #expect(!dialogue.operations.contains(.register))
            let sent = endsBefore ? dialogue.requests.last?["client_id"] : dialogue.requests.last?["Authorization"]
            #expect(sent == (endsBefore ? "kite-client" : "Bearer token-0"))
        }
    }

    @Test("A token call that fails for now leaves the call unanswered, not the client without a way")
    func tokenUnreachable() {
        let answers: [PassResponse?] = [nil, .throttled] + [500, 501, 502, 503, 504, 599].map { .error($0) }
        for answer in answers {
            var dialogue = Dialogue(Kite.configuration { $0.accessToken = nil })
            dialogue.user(.launch)
            var calls = 1
            if let answer { calls = Self.answer(&dialogue, with: answer) } else { dialogue.networkFails() }
            #expect(
                dialogue.operations == Array(repeating: .accessToken, count: calls),
                "after \(answer?.status ?? 0)"
            )
            #expect(dialogue.client.step == .checkPlatform, "after \(answer?.status ?? 0)")
            #expect(dialogue.messages == [])
        }
    }

    @Test("A token call that is refused ends sign-on with the reason", arguments: [400, 401, 403, 404])
    func tokenRefused(_ status: Int) {
        var dialogue = Dialogue(Kite.configuration { $0.accessToken = nil })
        dialogue.user(.launch)
        dialogue.service(.error(status, "invalid_request"))
        #expect(dialogue.messages == ["no access token: status \(status), invalid_request"])
        #expect(dialogue.client.isIdle && dialogue.client.step == nil)
        #expect(dialogue.operations == [.accessToken])
    }

    @Test("429 waits a second, three times, then it is the answer")
    func throttled() {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        for _ in 1...3 {
            #expect(Dialogue.durations(dialogue.service(.throttled)) == [.seconds(1)])
            dialogue.timePasses()
        }
        #expect(dialogue.operations == Array(repeating: .checkAuthentication, count: 4))
        dialogue.service(.throttled)
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("429 on registration and token calls waits as well, each three times")
    func throttledRegistration() {
        var dialogue = Dialogue(Kite.fresh())
        dialogue.user(.launch)
        #expect(Dialogue.durations(dialogue.service(.throttled)) == [.seconds(1)])
        dialogue.timePasses()
        dialogue.service(.registration())
        for _ in 1...3 {
            #expect(Dialogue.durations(dialogue.service(.throttled)) == [.seconds(1)])
            dialogue.timePasses()
        }
        dialogue.service(.throttled)
        #expect(dialogue.operations == [.register, .register] + Array(repeating: .accessToken, count: 4))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("Without statement and credentials a call goes out as it can, and 401 is the answer")
    func withoutStatement() {
        var dialogue = Dialogue(
            Kite.configuration {
                $0.softwareStatement = nil
                $0.credentials = nil
                $0.accessToken = nil
            }
        )
        dialogue.user(.launch)
        #expect(dialogue.requests.last?["Authorization"] == nil)
        dialogue.service(.error(401, "access_denied"))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("A redirect for registration and a missing device information are as configured")
    func registrationRequest() {
        var configuration = Kite.fresh()
        configuration.registrationRedirectURI = "adbe.kite://kite.example"
        configuration.deviceInfo = nil
        var dialogue = Dialogue(configuration)
        dialogue.user(.launch)
        #expect(
            dialogue.requests == [
                PassRequest(
                    .register,
                    [.init("software_statement", "statement"), .init("redirect_uri", "adbe.kite://kite.example")]
                )
            ]
        )
    }
}
