import ClientStack
import PassAPI
import Testing
import VirtualTime

@Suite("S10: regular login")
struct RegularLoginTests {
    // MARK: Second screen

    @Test("K-66, K-67, K-68, K-73, K-170: tvOS shows the code and polls at once")
    func secondScreen() {
        var dialogue = Dialogue.atRegularLogin()
        #expect(
            dialogue.requests.last
                == Kite.request(.createRegistrationCode, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")])
        )
        #expect(
            dialogue.service(.code()) == [
                .startTimer(TimerID(1), .seconds(1_800)), .present(.registrationCode("K7TQ2MX")),
                .sendRequest(
                    RequestID(3),
                    Kite.request(.readAuthenticationToken, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")])
                ),
            ]
        )
    }

    @Test("K-69: tvOS polls every five seconds and stops when the token was made")
    func polls() {
        var dialogue = Dialogue.atPolling()
        for round in 1...3 {
            #expect(Dialogue.durations(dialogue.service(.notFound)) == [.seconds(5)])
            dialogue.timePasses()
            #expect(dialogue.now == Kite.now + .seconds(5 * round))
            #expect(dialogue.operations.last == .readAuthenticationToken)
        }
        #expect(dialogue.service(.authentication()) == [.cancelTimer(TimerID(1)), .enterStep(.authorization)])
        #expect(dialogue.openTimers.isEmpty && dialogue.openRequests.isEmpty && dialogue.client.isSignedIn)
    }

    @Test("The interval has a floor of one second")
    func floor() {
        var dialogue = Dialogue.atPolling(Kite.configuration { $0.options.pollInterval = .milliseconds(999) })
        #expect(Dialogue.durations(dialogue.service(.notFound)) == [.seconds(1)])
        var second = Dialogue.atPolling(Kite.configuration { $0.options.pollInterval = .milliseconds(1_150) })
        #expect(Dialogue.durations(second.service(.notFound)) == [.milliseconds(1_150)])
    }

    @Test("The poll is checkauthn where that is chosen: 403 is its not yet, any 200 its yes")
    func pollsWithCheck() {
        var dialogue = Dialogue.atPolling(Kite.configuration { $0.options.pollWith = .checkAuthentication })
        #expect(dialogue.operations.last == .checkAuthentication)
        dialogue.service(.forbidden)
        dialogue.timePasses()
        dialogue.service(PassResponse(status: 200, .empty))
        #expect(dialogue.client.isSignedIn)
    }

    @Test("A preselected MVPD goes with the request for the code")
    func preselected() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(
            dialogue.requests.last
                == Kite.request(
                    .createRegistrationCode,
                    [("requestor", "KITETV"), ("deviceId", "kite-box-0001"), ("mvpd", "Sandpiper")]
                )
        )
        dialogue.service(.code(mvpd: "Sandpiper"))
        #expect(dialogue.shown == [.registrationCode("K7TQ2MX")])
    }

    @Test("A life for the code is asked for where one is chosen")
    func ttl() {
        let dialogue = Dialogue.atRegularLogin(Kite.configuration { $0.options.registrationCodeTTL = 600 })
        #expect(dialogue.requests.last?["ttl"] == "600")
        #expect(Dialogue.atRegularLogin().requests.last?["ttl"] == nil)
    }

    // MARK: First screen

    @Test("K-70, K-71, K-72: iOS lets the user pick, never shows the code, and polls when the web view was closed")
    func firstScreen() {
        for platform in [ClientPlatform.iOS, .iPadOS] {
            var dialogue = Dialogue.atRegularLogin(Kite.configuration(platform))
            #expect(dialogue.service(.configuration()) == [.present(.providerPicker(Kite.mvpds))])
            #expect(dialogue.openTimers.isEmpty && dialogue.openRequests.isEmpty)
            dialogue.user(.selectProvider("Plover"))
            #expect(dialogue.requests.last?["mvpd"] == "Plover")
            #expect(
                dialogue.service(.code()) == [
                    .startTimer(TimerID(1), .seconds(1_800)),
                    .present(
                        .webView(
                            PassRequest(
                                .initiateAuthentication,
                                [
                                    PassRequest.Parameter("reg_code", "K7TQ2MX"), .init("requestor_id", "KITETV"),
                                    .init("mso_id", "Plover"), .init("domain_name", "kite.example"),
                                    .init("noflash", "true"), .init("no_iframe", "true"),
                                    .init("redirect_url", "https://kite.example/done"),
                                ]
                            )
                        )
                    ),
                ]
            )
            #expect(dialogue.openRequests.isEmpty)
            dialogue.user(.closeWebView)
            #expect(dialogue.operations.last == .readAuthenticationToken)
            dialogue.service(.notFound)
            dialogue.timePasses()
            dialogue.service(.authentication())
            #expect(dialogue.client.isSignedIn && dialogue.openTimers.isEmpty)
        }
    }

    @Test("K-42: with a preselected MVPD the app's own picker is skipped")
    func skipsPicker() {
        var dialogue = Dialogue.atPlatformLogin(Kite.configuration(.iOS))
        dialogue.platform(.error(1, identifier: "com.example.sandpiper"))
        dialogue.service(.code())
        guard case .webView(let request) = dialogue.shown.first else {
            Issue.record("no web view")
            return
        }
        #expect(dialogue.shown.count == 1 && request["mso_id"] == "Sandpiper")
    }

    @Test("A list that S3 fetched serves the picker")
    func reusesList() {
        var dialogue = Dialogue.atPlatformLogin(Kite.configuration(.iOS))
        #expect(dialogue.platform(.nobody).last == .present(.providerPicker(Kite.mvpds)))
        #expect(dialogue.operations.filter { $0 == .configuration }.count == 1)
        dialogue.user(.selectProvider("Plover"))
        #expect(dialogue.operations.last == .createRegistrationCode, "the picker can be answered")
    }

    @Test("A provider that is not in the picker is refused, and the picker stays")
    func unknownProvider() {
        var dialogue = Dialogue.atPicker()
        dialogue.user(.selectProvider("Curlew"))
        #expect(dialogue.messages == ["“Curlew” is not among the providers."])
        dialogue.user(.selectProvider("Plover"))
        #expect(dialogue.operations.last == .createRegistrationCode)
    }

    @Test("Without any provider there is nothing to pick, and sign-on ends")
    func emptyPicker() {
        var dialogue = Dialogue.atRegularLogin(Kite.configuration(.iOS))
        dialogue.service(.configuration([]))
        #expect(dialogue.messages == ["There is no provider to choose from."] && dialogue.client.isIdle)
    }

    @Test("Without the list sign-on ends on iOS")
    func noList() {
        var dialogue = Dialogue.atRegularLogin(Kite.configuration(.iOS))
        dialogue.service(.error(500, message: "Oops"))
        #expect(dialogue.messages == ["The list of providers is not available: status 500, Oops"])
        var second = Dialogue.atRegularLogin(Kite.configuration(.iOS))
        second.networkFails()
        #expect(second.messages == ["The list of providers is not available: no route"])
        var third = Dialogue.atRegularLogin(Kite.configuration(.iOS))
        third.service(.configuration(requestor: "OTHER"))
        #expect(third.client.isIdle && third.messages.count == 1)
    }

    // MARK: The code

    @Test("Without a code sign-on ends", arguments: [400, 403, 404, 500])
    func noCode(_ status: Int) {
        var dialogue = Dialogue.atRegularLogin()
        dialogue.service(.error(status, message: "Required 'deviceId' is not present"))
        #expect(dialogue.messages == ["No registration code: status \(status), Required 'deviceId' is not present"])
        #expect(dialogue.client.isIdle && dialogue.client.step == nil)
    }

    @Test("Without an answer there is no code")
    func noAnswer() {
        var dialogue = Dialogue.atRegularLogin()
        dialogue.networkFails()
        #expect(dialogue.messages == ["No registration code: no route"] && dialogue.client.isIdle)
    }

    @Test("A code for another requestor or MVPD is none")
    func otherCode() {
        var dialogue = Dialogue.atRegularLogin()
        dialogue.service(.code(requestor: "OTHER"))
        #expect(dialogue.client.isIdle && dialogue.messages.count == 1 && dialogue.openTimers.isEmpty)
        var second = Dialogue.atPicker()
        second.user(.selectProvider("Plover"))
        second.service(.code(mvpd: "Sandpiper"))
        #expect(second.messages == ["The response is for MVPD “Sandpiper”, but “Plover” was requested."])
    }

    // MARK: Ends

    @Test("When the code ends while the client pauses, sign-on ends and the user may start again")
    func expiresWhilePausing() {
        var dialogue = Dialogue.atPolling(Kite.configuration { $0.options.pollInterval = .seconds(1_000) })
        dialogue.service(.notFound)
        dialogue.timePasses()
        dialogue.service(.notFound)
        #expect(
            dialogue.timePasses() == [
                .cancelTimer(TimerID(3)), .present(.message(.signInFailed, "The registration code has expired.")),
            ]
        )
        #expect(dialogue.now == Kite.now + .seconds(1_800))
        #expect(dialogue.client.isIdle && dialogue.openTimers.isEmpty && !dialogue.client.isSignedIn)
        dialogue.user(.launch)
        #expect(dialogue.client.step == .checkToken)
    }

    @Test("When the code ends while a poll is out, its answer comes too late")
    func expiresWhileAsking() {
        var dialogue = Dialogue.atPolling()
        dialogue.timePasses()
        #expect(dialogue.messages == ["The registration code has expired."])
        #expect(dialogue.service(.authentication()).isEmpty && !dialogue.client.isSignedIn)
    }

    @Test("When the code ends while the web view is open, sign-on ends")
    func expiresInWebView() {
        var dialogue = Dialogue.atWebView()
        dialogue.timePasses()
        #expect(dialogue.messages == ["The registration code has expired."] && dialogue.client.isIdle)
        #expect(dialogue.user(.closeWebView).isEmpty)
    }

    @Test("404, 403, 410, 412 and server errors keep polling", arguments: [403, 404, 410, 412, 500, 503, 204])
    func notYet(_ status: Int) {
        var dialogue = Dialogue.atPolling()
        #expect(Dialogue.durations(dialogue.service(PassResponse(status: status, .empty))) == [.seconds(5)])
    }

    @Test("No answer keeps polling")
    func pollFails() {
        var dialogue = Dialogue.atPolling()
        #expect(Dialogue.durations(dialogue.networkFails()) == [.seconds(5)])
    }

    @Test("429 waits a second and polls again")
    func throttled() {
        var dialogue = Dialogue.atPolling()
        #expect(Dialogue.durations(dialogue.service(.throttled)) == [.seconds(1)])
        dialogue.timePasses()
        #expect(dialogue.operations.suffix(2) == [.readAuthenticationToken, .readAuthenticationToken])
    }

    @Test("What a repetition cannot change ends the polling", arguments: [400, 405])
    func hopeless(_ status: Int) {
        var dialogue = Dialogue.atPolling()
        dialogue.service(.error(status, message: "no"))
        #expect(dialogue.messages == ["Sign-on cannot continue: status \(status), no"])
        #expect(dialogue.client.isIdle && dialogue.openTimers.isEmpty)
    }

    @Test("A token of another requestor ends the polling")
    func otherToken() {
        var dialogue = Dialogue.atPolling()
        dialogue.service(.authentication(requestor: "OTHER"))
        #expect(dialogue.messages.count == 1 && dialogue.client.isIdle && dialogue.openTimers.isEmpty)
    }

    @Test("An access token that is revoked while polling is fetched anew; without one sign-on ends")
    func tokenRevoked() {
        var dialogue = Dialogue.atPolling()
        dialogue.service(.error(401, "access_denied"))
        dialogue.service(.token("token-1"))
        #expect(dialogue.requests.last?["Authorization"] == "Bearer token-1")
        dialogue.service(.authentication())
        #expect(dialogue.client.isSignedIn)
        var second = Dialogue.atPolling()
        second.service(.error(401, "access_denied"))
        second.service(.error(400, "unauthorized_client"))
        #expect(second.messages == ["no access token: status 400, unauthorized_client"] && second.client.isIdle)
        #expect(second.openTimers.isEmpty)
    }
}
