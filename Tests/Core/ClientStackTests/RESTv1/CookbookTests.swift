import ClientStack
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@Suite("S1 to S9")
struct CookbookTests {
    // MARK: S1

    @Test("K-11: S1 asks checkauthn, or tokens/authn where that is chosen")
    func tokenCall() {
        #expect(Dialogue.atPlatformCheck().operations == [.checkAuthentication])
        var dialogue = Dialogue(Kite.configuration { $0.options.tokenCheck = .readAuthenticationToken })
        dialogue.user(.launch)
        #expect(dialogue.operations == [.readAuthenticationToken])
        dialogue.service(.authentication())
        #expect(dialogue.client.isSignedIn)
    }

    @Test("K-12: whatever means no leads to S2", arguments: [403, 404, 410, 412])
    func tokenIsNot(_ status: Int) {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.service(.error(status, message: "no"))
        #expect(dialogue.client.step == .checkPlatform && dialogue.messages.isEmpty)
    }

    @Test("An unclear answer of S1 leads to S2", arguments: [400, 500, 502, 204])
    func unclear(_ status: Int) {
        let answer = PassResponse(status: status, status == 204 ? .empty : .error(PassError(status: status)))
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.service(answer)
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("No answer in S1 is an unclear one")
    func unreachable() {
        var dialogue = Dialogue()
        dialogue.user(.launch)
        dialogue.networkFails()
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("200 of tokens/authn without a token's description is no yes")
    func emptyToken() {
        var dialogue = Dialogue(Kite.configuration { $0.options.tokenCheck = .readAuthenticationToken })
        dialogue.user(.launch)
        dialogue.service(PassResponse(status: 200, .unreadable("no JSON")))
        #expect(dialogue.client.step == .checkPlatform)
    }

    @Test("A token of another requestor is no yes, and the user hears of it")
    func otherRequestor() {
        var dialogue = Dialogue(Kite.configuration { $0.options.tokenCheck = .readAuthenticationToken })
        dialogue.user(.launch)
        dialogue.service(.authentication(requestor: "OTHER"))
        #expect(dialogue.client.step == .checkPlatform)
        #expect(dialogue.messages == ["The response is for requestor “OTHER”, but “KITETV” was requested."])
    }

    @Test("An app without platform sign-on goes from S1 to S10")
    func withoutPlatform() {
        var dialogue = Dialogue(Kite.configuration { $0.options.usesPlatformSignOn = false })
        dialogue.user(.launch)
        dialogue.service(.forbidden)
        #expect(dialogue.steps == [.checkToken, .regularLogin] && dialogue.questions.isEmpty)
    }

    // MARK: Permission, in S2, S4 and S7

    @Test(
        "K-5, K-13, K-14, K-15, K-16, K-30, K-49: permission is asked for anew in S2, S4 and S7, and all but granted leads to S10",
        arguments: [AccountAccessStatus.notDetermined, .restricted, .denied]
    )
    func notGranted(_ status: AccountAccessStatus) {
        var check = Dialogue.atPlatformCheck()
        var login = Dialogue.atConfiguration()
        login.service(.configuration())
        var forwarding = Dialogue.atProfileRequest()
        forwarding.service(.profile)
        for dialogue in [check, login, forwarding] {
            #expect(dialogue.openQuestions.map(\.question) == [.checkAccessStatus(prompt: true)])
        }
        check.platform(.accessStatus(status, AccountError(code: 0)))
        login.platform(.accessStatus(status, nil))
        forwarding.platform(.accessStatus(status, nil))
        for dialogue in [check, login, forwarding] {
            #expect(dialogue.client.step == .regularLogin && dialogue.operations.last == .createRegistrationCode)
            #expect(dialogue.requests.last?["mvpd"] == nil)
        }
    }

    @Test("The error beside a granted access is not looked at")
    func grantedWithError() {
        var dialogue = Dialogue.atPlatformCheck()
        dialogue.platform(.accessStatus(.granted, AccountError(code: 0)))
        #expect(dialogue.questions.count == 2)
    }

    @Test("Permission is asked for only when sign-on needs it")
    func notBefore() {
        #expect(Dialogue.signedIn().questions.isEmpty)
    }

    // MARK: S2

    @Test(
        "K-20, K-21, K-27: in S2 metadata or id missing means nobody is signed in, whatever the error",
        arguments: Array(0...7) + [99]
    )
    func nobodySignedIn(_ code: Int) {
        var dialogue = Dialogue.atPlatformCheck()
        dialogue.platform(.granted)
        dialogue.platform(.error(code, identifier: "com.example.sandpiper"))
        #expect(dialogue.client.step == .fetchConfiguration)
        var second = Dialogue.atPlatformCheck()
        second.platform(.granted)
        second.platform(.metadata(AccountMetadata(), AccountError(code: code)))
        #expect(second.client.step == .fetchConfiguration)
    }

    @Test(
        "K-21, K-23, K-24, K-25, K-26, K-48, K-167: signed in at the platform leads to S6 with Adobe's id, the configuration fetched on the way"
    )
    func signedInAlready() {
        var dialogue = Dialogue.atPlatformCheck()
        dialogue.platform(.granted)
        dialogue.platform(.signedIn("com.example.sandpiper"))
        #expect(dialogue.operations.last == .configuration)
        dialogue.service(.configuration())
        #expect(dialogue.steps == [.checkToken, .checkPlatform, .fetchConfiguration, .profileRequest])
        #expect(dialogue.requests.last?["mvpd"] == "Sandpiper")
    }

    @Test("Gap 2: a provider that maps to no MVPD leads to S10 without preselection")
    func unmapped() {
        var dialogue = Dialogue.atPlatformCheck()
        dialogue.platform(.granted)
        dialogue.platform(.signedIn("com.example.curlew"))
        dialogue.service(.configuration())
        #expect(dialogue.client.step == .regularLogin && dialogue.requests.last?["mvpd"] == nil)
        #expect(!dialogue.operations.contains(.profileRequest))
    }

    @Test("K-22: gap 3: expired in S2 leads to S3; the last valid instant is the date itself")
    func expiredInPlatformCheck() {
        var dialogue = Dialogue.atPlatformCheck()
        dialogue.platform(.granted)
        dialogue.platform(.signedIn(until: Kite.now - .nanoseconds(1)))
        dialogue.service(.configuration())
        #expect(dialogue.client.step == .startPlatformLogin)
        var second = Dialogue.atPlatformCheck()
        second.platform(.granted)
        second.platform(.signedIn(until: Kite.now))
        second.service(.configuration())
        #expect(second.client.step == .profileRequest)
    }

    @Test("Gap 3: no date counts as valid, or as expired where that is chosen")
    func noDate() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.signedIn(until: nil))
        #expect(dialogue.client.step == .profileRequest)
        var second = Dialogue.atPlatformLogin(Kite.configuration { $0.options.nilExpirationDate = .countsAsExpired })
        second.platform(.signedIn(until: nil))
        #expect(second.client.step == .regularLogin)
    }

    // MARK: S3

    @Test("K-28: S3 reads the MVPD list")
    func fetches() {
        #expect(Dialogue.atConfiguration().operations.last == .configuration)
    }

    @Test(
        "A failed S3 leads to S10 on tvOS; on iOS there is nothing to choose from and sign-on ends",
        arguments: [PassResponse.notFound, .error(500), PassResponse(status: 200, .unreadable("no JSON")), .noContent]
    )
    func configurationFails(_ answer: PassResponse) {
        var dialogue = Dialogue.atConfiguration()
        dialogue.service(answer)
        #expect(dialogue.client.step == .regularLogin && dialogue.operations.last == .createRegistrationCode)
        var phone = Dialogue.atConfiguration(Kite.configuration(.iOS))
        phone.service(answer)
        #expect(phone.client.isIdle && phone.messages == ["The list of providers is not available."])
        var unreachable = Dialogue.atConfiguration()
        unreachable.networkFails()
        #expect(unreachable.client.step == .regularLogin)
    }

    @Test("A configuration of another requestor is a failure that is told")
    func otherConfiguration() {
        var dialogue = Dialogue.atConfiguration()
        dialogue.service(.configuration(requestor: "OTHER"))
        #expect(dialogue.client.step == .regularLogin && dialogue.messages.count == 1)
    }

    // MARK: S4, S5

    @Test("K-36, K-37, K-46, K-169: a login that has not expired is a success, to the date itself")
    func loginSucceeds() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.signedIn(until: Kite.now))
        #expect(dialogue.steps.suffix(2) == [.evaluatePlatformLogin, .profileRequest])
        #expect(dialogue.requests.last?["mvpd"] == "Meadowlark")
    }

    @Test("K-38, K-46, K-169: a login that has expired leads to S10")
    func loginExpired() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.signedIn(until: Kite.now - .nanoseconds(1)))
        #expect(dialogue.steps.suffix(2) == [.evaluatePlatformLogin, .regularLogin])
    }

    @Test("K-39, K-40, K-41, K-42: error 1 with the key preselects the MVPD, whatever the domain")
    func preselects() {
        for domain in ["VSErrorDomain", "another"] {
            var dialogue = Dialogue.atPlatformLogin()
            dialogue.platform(.error(1, domain: domain, identifier: "com.example.sandpiper"))
            #expect(dialogue.client.step == .regularLogin && dialogue.requests.last?["mvpd"] == "Sandpiper")
        }
        var phone = Dialogue.atPlatformLogin(Kite.configuration(.iOS))
        phone.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(phone.operations.last == .createRegistrationCode && phone.shown.isEmpty)
    }

    @Test("K-41: the first MVPD of that mapping id wins, compared exactly")
    func firstMatchWins() {
        var twice = Kite.plover
        twice.platformMappingID = "com.example.sandpiper"
        var dialogue = Dialogue.atConfiguration()
        dialogue.service(.configuration([Kite.meadowlark, twice, Kite.sandpiper]))
        dialogue.platform(.granted)
        dialogue.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(dialogue.requests.last?["mvpd"] == "Plover")
        var other = Dialogue.atPlatformLogin()
        other.platform(.error(1, identifier: "com.example.Sandpiper"))
        #expect(other.requests.last?["mvpd"] == nil)
    }

    @Test("K-43: an unsupported provider that maps to no MVPD leads to S10 without preselection")
    func unsupportedUnmapped() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.error(1, identifier: "com.example.curlew"))
        #expect(dialogue.client.step == .regularLogin && dialogue.requests.last?["mvpd"] == nil)
    }

    @Test("K-44: any other error of S4 leads to S10 without preselection", arguments: [0, 2, 3, 4, 5, 6, 7, -1])
    func otherErrors(_ code: Int) {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.error(code, identifier: "com.example.sandpiper"))
        #expect(dialogue.client.step == .regularLogin && dialogue.requests.last?["mvpd"] == nil)
        #expect(dialogue.messages.isEmpty)
    }

    @Test("K-44: error 1 without the key leads to S10 without preselection")
    func withoutKey() {
        var dialogue = Dialogue.atPlatformLogin()
        dialogue.platform(.error(1))
        #expect(dialogue.client.step == .regularLogin && dialogue.requests.last?["mvpd"] == nil)
    }

    @Test("K-45: neither success nor error leads to S10")
    func neither() {
        for answer in [VSAResult.metadata(nil, nil), .metadata(AccountMetadata(), nil)] {
            var dialogue = Dialogue.atPlatformLogin()
            dialogue.platform(answer)
            #expect(dialogue.client.step == .regularLogin)
        }
    }

    @Test("Before 10.3 there is no key to preselect by")
    func beforeKey() {
        var dialogue = Dialogue.atPlatformLogin(Kite.configuration { $0.osVersion = PlatformVersion(10, 2) })
        dialogue.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(dialogue.requests.last?["mvpd"] == nil)
        var second = Dialogue.atPlatformLogin(Kite.configuration { $0.osVersion = PlatformVersion(10, 3) })
        second.platform(.error(1, identifier: "com.example.sandpiper"))
        #expect(second.requests.last?["mvpd"] == "Sandpiper")
    }

    // MARK: S6

    @Test("K-47: S6 asks for a profile request of the MVPD")
    func asksForProfile() {
        #expect(Dialogue.atProfileRequest().operations.last == .profileRequest)
    }

    @Test("A failed S6 leads to S10", arguments: [400, 404, 500, 204])
    func profileFails(_ status: Int) {
        var dialogue = Dialogue.atProfileRequest()
        dialogue.service(PassResponse(status: status, .empty))
        #expect(dialogue.client.step == .regularLogin)
        var unreachable = Dialogue.atProfileRequest()
        unreachable.networkFails()
        #expect(unreachable.client.step == .regularLogin)
    }

    // MARK: S7

    @Test("K-54, K-55: without a SAML answer S7 leads to S10, whatever the error", arguments: Array(0...7))
    func noSAML(_ code: Int) {
        for answer in [VSAResult.error(code), .saml(nil), .metadata(nil, nil)] {
            var dialogue = Dialogue.atForwarding()
            dialogue.platform(answer)
            #expect(dialogue.client.step == .regularLogin && !dialogue.operations.contains(.exchangeToken))
        }
    }

    @Test("K-50: another provider in S7 is exchanged with the MVPD from before: no edition compares them")
    func otherProvider() {
        var dialogue = Dialogue.atForwarding()
        dialogue.platform(.saml(from: "com.example.sandpiper"))
        #expect(dialogue.client.step == .exchange && dialogue.requests.last?["mvpd"] == "Meadowlark")
    }

    // MARK: S8, S9

    @Test(
        "K-56, K-57, K-58, K-59, K-60, K-61, K-63: the exchange carries Base64 of the normalised answer, not percent-encoded"
    )
    func samlParameter() {
        var dialogue = Dialogue.atForwarding()
        dialogue.platform(.saml(" \r\n<r>x  y</r>\r\n "))
        #expect(dialogue.requests.last?["SAMLResponse"] == "PHI+eCB5PC9yPg==")
    }

    @Test("K-62: S8 is the token exchange; iPhone and iPad both say iOS")
    func deviceTypes() {
        for platform in [ClientPlatform.iOS, .iPadOS] {
            let dialogue = Dialogue.atExchange(Kite.configuration(platform))
            #expect(dialogue.operations.last == .exchangeToken && dialogue.requests.last?["deviceType"] == "iOS")
        }
    }

    @Test("K-64: 204 alone is a success")
    func exchanged() {
        var dialogue = Dialogue.atExchange()
        dialogue.service(.noContent)
        #expect(
            dialogue.client.isSignedIn && dialogue.steps.suffix(3) == [.exchange, .evaluateExchange, .authorization]
        )
    }

    @Test("K-65: anything but 204 leads to S10", arguments: [200, 201, 202, 302, 400, 403, 404, 500])
    func notExchanged(_ status: Int) {
        var dialogue = Dialogue.atExchange()
        dialogue.service(PassResponse(status: status, .empty))
        #expect(dialogue.steps.suffix(2) == [.evaluateExchange, .regularLogin] && !dialogue.client.isSignedIn)
        var unreachable = Dialogue.atExchange()
        unreachable.networkFails()
        #expect(unreachable.steps.suffix(2) == [.evaluateExchange, .regularLogin])
    }
}
