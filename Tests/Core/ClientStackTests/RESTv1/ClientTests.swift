import ClientStack
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@Suite("The client as a whole")
struct ClientTests {
    @Test(
        "K-1, K-3, K-4, K-12, K-74: freshly installed on tvOS, signed in through the platform, one play, effect by effect"
    )
    func wholeDialogue() {
        var dialogue = Dialogue(Kite.fresh())
        #expect(
            dialogue.user(.launch) == [
                .enterStep(.registration),
                .sendRequest(RequestID(1), Kite.request(.register, [("software_statement", "statement")], token: nil)),
            ]
        )
        #expect(
            dialogue.service(.registration()) == [
                .sendRequest(
                    RequestID(2),
                    Kite.request(
                        .accessToken,
                        [
                            ("grant_type", "client_credentials"), ("client_id", "client-1"),
                            ("client_secret", "client-1-secret"),
                        ],
                        token: nil
                    )
                )
            ]
        )
        #expect(
            dialogue.service(.token("token-0", createdAt: 1_795_176_000_000, expiresIn: 21_600)) == [
                .enterStep(.checkToken),
                .sendRequest(
                    RequestID(3),
                    Kite.request(.checkAuthentication, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")])
                ),
            ]
        )
        #expect(
            dialogue.service(.forbidden) == [
                .enterStep(.checkPlatform), .askAccount(QuestionID(1), .checkAccessStatus(prompt: true)),
            ]
        )
        var request = AccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        #expect(dialogue.platform(.granted) == [.askAccount(QuestionID(2), .enqueue(request))])
        #expect(
            dialogue.platform(.nobody) == [
                .enterStep(.fetchConfiguration),
                .sendRequest(
                    RequestID(4),
                    Kite.request(.configuration, [("requestor", "KITETV"), ("deviceType", "tvOS")])
                ),
            ]
        )
        #expect(
            dialogue.service(.configuration()) == [
                .enterStep(.startPlatformLogin), .askAccount(QuestionID(3), .checkAccessStatus(prompt: true)),
            ]
        )
        var login = request
        login.isInterruptionAllowed = true
        login.supportedAccountProviderIdentifiers = ["com.example.meadowlark", "com.example.sandpiper"]
        login.featuredAccountProviderIdentifiers = ["com.example.meadowlark"]
        #expect(dialogue.platform(.granted) == [.askAccount(QuestionID(4), .enqueue(login))])
        #expect(
            dialogue.platform(.signedIn()) == [
                .enterStep(.evaluatePlatformLogin), .enterStep(.profileRequest),
                .sendRequest(
                    RequestID(5),
                    Kite.request(
                        .profileRequest,
                        [("requestor", "KITETV"), ("mvpd", "Meadowlark"), ("deviceType", "tvOS")]
                    )
                ),
            ]
        )
        #expect(
            dialogue.service(.profile) == [
                .enterStep(.forwardToPlatform), .askAccount(QuestionID(5), .checkAccessStatus(prompt: true)),
            ]
        )
        var forwarding = request
        forwarding.attributeNames = ["uid", "householdID"]
        forwarding.verificationToken = "cHJvZmlsZQ=="
        #expect(dialogue.platform(.granted) == [.askAccount(QuestionID(6), .enqueue(forwarding))])
        #expect(
            dialogue.platform(.saml()) == [
                .enterStep(.exchange),
                .sendRequest(
                    RequestID(6),
                    Kite.request(
                        .exchangeToken,
                        [
                            ("requestor", "KITETV"), ("deviceId", "kite-box-0001"), ("mvpd", "Meadowlark"),
                            ("deviceType", "tvOS"), ("SAMLResponse", "PGEgYj0iMSIgYz0iMiIvPg=="),
                        ]
                    )
                ),
            ]
        )
        #expect(dialogue.service(.noContent) == [.enterStep(.evaluateExchange), .enterStep(.authorization)])
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle && dialogue.client.step == .authorization)
        let parameters = [("requestor", "KITETV"), ("deviceId", "kite-box-0001"), ("resource", "KITE1")]
        #expect(
            dialogue.user(.play(resource: "KITE1")) == [
                .sendRequest(RequestID(7), Kite.request(.authorize, parameters))
            ]
        )
        #expect(
            dialogue.service(.authorization()) == [.sendRequest(RequestID(8), Kite.request(.mediaToken, parameters))]
        )
        #expect(dialogue.service(.media()) == [.play(resource: "KITE1", serializedToken: "media-1")])
    }

    @Test("K-12: a valid token leads straight to authorization")
    func tokenIsValid() {
        let dialogue = Dialogue.signedIn()
        #expect(dialogue.steps == [.checkToken, .authorization])
        #expect(dialogue.questions.isEmpty && dialogue.client.isSignedIn)
    }

    @Test("Late, unknown and repeated numbers have no effect")
    func unknownNumbers() {
        var dialogue = Dialogue.atPlatformCheck()
        let before = dialogue.client
        for input: ClientInput in [
            .responseArrived(RequestID(1), PassResponse(status: 200, .empty)),
            .responseArrived(RequestID(99), .noContent),
            .requestFailed(RequestID(1), "late"), .requestFailed(RequestID(0), "never sent"),
            .vsaAnswered(QuestionID(2), .granted), .vsaAnswered(QuestionID(-1), .granted),
            .timerFired(TimerID(1)), .userActionOccurred(.closeWebView), .userActionOccurred(.selectProvider("Plover")),
        ] {
            #expect(dialogue.client.handle(input, at: dialogue.now).isEmpty)
            #expect(dialogue.client == before)
        }
        let question = dialogue.openQuestions[0].id
        dialogue.platform(.granted)
        #expect(dialogue.hear(.vsaAnswered(question, .denied)).isEmpty)
    }

    @Test("An answer of the wrong kind counts as no: access is not granted, nobody is signed in")
    func wrongKind() {
        var dialogue = Dialogue.atPlatformCheck()
        #expect(dialogue.platform(.nobody).first == .enterStep(.regularLogin))
        var second = Dialogue.atPlatformCheck()
        second.platform(.granted)
        #expect(second.platform(.granted).first == .enterStep(.fetchConfiguration))
    }

    @Test("A client that was signed in before the first input plays at once")
    func signedOnBefore() {
        var dialogue = Dialogue(Kite.configuration { $0.isSignedIn = true })
        #expect(dialogue.client.isSignedIn && dialogue.client.isIdle && dialogue.client.step == .authorization)
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.operations == [.authorize])
    }

    @Test("A copy of a client goes the same way as the original")
    func copies() {
        var dialogue = Dialogue.atPlatformLogin()
        var copy = dialogue
        #expect(dialogue.platform(.signedIn()) == copy.platform(.signedIn()))
        #expect(dialogue.client == copy.client)
    }

    @Test("Wishes wait during sign-on and are granted in order, one after the other")
    func pendingRequestsWait() {
        var dialogue = Dialogue.atExchange()
        #expect(dialogue.user(.play(resource: "KITE1")).isEmpty)
        #expect(dialogue.user(.play(resource: "KITE2")).isEmpty)
        #expect(dialogue.user(.logOut).isEmpty)
        dialogue.service(.noContent)
        dialogue.service(.authorization("KITE1"))
        dialogue.service(.media("KITE1", "first"))
        dialogue.service(.authorization("KITE2"))
        dialogue.service(.media("KITE2", "second"))
        #expect(dialogue.played == [["KITE1", "first"], ["KITE2", "second"]])
        #expect(dialogue.client.step == .readTokenSource)
        #expect(dialogue.operations.suffix(5) == [.authorize, .mediaToken, .authorize, .mediaToken, .userMetadata])
    }

    @Test("A wish of a client that was never launched signs on first")
    func pendingRequestSignsIn() {
        var dialogue = Dialogue()
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.client.step == .checkToken)
        dialogue.service(PassResponse(status: 200, .empty))
        #expect(dialogue.operations == [.checkAuthentication, .authorize])
    }

    @Test("A hundred wishes can wait, the next is refused")
    func tooManyPendingRequests() {
        var dialogue = Dialogue.atPlatformCheck()
        for number in 1...100 { #expect(dialogue.user(.play(resource: "KITE\(number)")).isEmpty) }
        #expect(
            dialogue.user(.play(resource: "one more")) == [
                .present(.message(.queueFull, "Too much is waiting already."))
            ]
        )
    }

    @Test(
        "Cancelling ends sign-on wherever it is, drops what waited, and leaves nothing running",
        arguments: [
            Dialogue.atPlatformCheck(), .atConfiguration(), .atPlatformLogin(), .atProfileRequest(), .atForwarding(),
            .atExchange(), .atRegularLogin(), .atPolling(), .atPicker(), .atWebView(),
        ]
    )
    func cancel(_ start: Dialogue) {
        var dialogue = start
        dialogue.user(.play(resource: "KITE1"))
        dialogue.user(.cancel)
        #expect(dialogue.client.isIdle && !dialogue.client.isSignedIn && dialogue.client.step == nil)
        #expect(dialogue.openTimers.isEmpty)
        let late = dialogue.openRequests.map(\.id)
        for id in late { #expect(dialogue.hear(.responseArrived(id, .noContent)).isEmpty) }
        #expect(dialogue.platform(.granted).isEmpty)
        dialogue.user(.launch)
        #expect(dialogue.client.step == .checkToken)
        dialogue.service(PassResponse(status: 200, .empty))
        #expect(dialogue.client.isIdle)
    }

    @Test("Cancelling while signed in or signing out does nothing")
    func cancelElsewhere() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.user(.cancel).isEmpty)
        dialogue.service(.authorization())
        dialogue.service(.media())
        dialogue.user(.logOut)
        #expect(dialogue.user(.cancel).isEmpty && dialogue.client.step == .readTokenSource)
    }

    @Test("A launch starts over: open questions are forgotten, the configuration is fetched anew, credentials are kept")
    func launchAgain() {
        var dialogue = Dialogue.atPolling()
        dialogue.service(.notFound)
        #expect(dialogue.openTimers.count == 2)
        dialogue.user(.launch)
        #expect(dialogue.openTimers.isEmpty && dialogue.client.step == .checkToken)
        dialogue.service(.forbidden)
        dialogue.platform(.granted)
        dialogue.platform(.nobody)
        #expect(dialogue.operations.last == .configuration)
        #expect(!dialogue.operations.contains(.register))
    }

    @Test("The client says what it waits for")
    func waiting() {
        #expect(Dialogue().client.waitingFor == nil && Dialogue().client.isIdle)
        #expect(Dialogue.atPlatformCheck().client.waitingFor == .vsaResult(QuestionID(1)))
        #expect(Dialogue.atConfiguration().client.waitingFor == .response(RequestID(2), .configuration))
        #expect(Dialogue.atPicker().client.waitingFor == .user(.pickProvider))
        #expect(Dialogue.atWebView().client.waitingFor == .user(.closeWebView))
        var polling = Dialogue.atPolling()
        polling.service(.notFound)
        #expect(polling.client.waitingFor == .timer(TimerID(2), .nextPoll))
        var throttled = Dialogue.atPolling()
        throttled.service(.throttled)
        #expect(throttled.client.waitingFor == .timer(TimerID(2), .repeatThrottled(.readAuthenticationToken)))
        #expect(!throttled.client.isIdle)
    }
}
