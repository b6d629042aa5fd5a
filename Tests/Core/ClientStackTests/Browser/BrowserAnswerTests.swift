import ClientStack
import Device
import Exchanges
import PassAPI
import Testing
import VirtualTime

@Suite("Answers of the browser dialect that are not what they seem")
struct BrowserAnswerTests {
    private static let logout = PassResponse.Content.pendingLogout(reason: "34764")

    @Test("A pending logout in the answer for a media token wipes the requestor's tokens and starts over")
    func pendingLogout() {
        var dialogue = BrowserDialogue.playing()
        dialogue.play()
        let effects = dialogue.service(Self.logout)
        #expect(BrowserDialogue.operations(effects) == [.individualizeDevice])
        #expect(dialogue.changes.last?.action == .removed)
        #expect(dialogue.changes.last?.agent == .app)
        #expect(dialogue.changes.last?.reason == .pendingLogout("34764"))
        dialogue.register()
        dialogue.user(.closeWebView)
        #expect(dialogue.requests.last?["AP_19"] == "N-1", "headers stay for the rounds of a playback")
        dialogue.service(BrowserDialogue.session())
        dialogue.service(BrowserDialogue.grant())
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(dialogue.played.count == 2)
    }

    @Test("A playback that is signed out in each of its two rounds is given up")
    func rounds() {
        let rounds = 2
        var dialogue = BrowserDialogue.atAuthorize(BrowserDialogue.configuration())
        for round in 1...rounds {
            #expect(dialogue.messages == [])
            dialogue.service(Self.logout)
            guard round < rounds else { break }
            dialogue.register()
            dialogue.user(.closeWebView)
            dialogue.service(BrowserDialogue.session())
        }
        #expect(dialogue.operations.filter { $0 == .individualizeDevice }.count == rounds)
        #expect(dialogue.messages.count == 1)
        #expect(dialogue.messages.first?.contains("34764") == true)
        #expect(dialogue.client.isIdle)
        #expect(!dialogue.client.isSignedIn(on: dialogue.device, at: dialogue.now))
    }

    @Test("A pending logout counts in the answer to the session, too")
    func pendingLogoutOfSession() {
        var dialogue = BrowserDialogue.atLogin()
        dialogue.user(.closeWebView)
        #expect(BrowserDialogue.operations(dialogue.service(Self.logout)) == [.individualizeDevice])
    }

    @Test("A refused authorization is told in the provider's own words, and the AuthN token stays")
    func notAuthorized() {
        var dialogue = BrowserDialogue.atAuthorize()
        dialogue.service(.notAuthorized(details: "Upgrade to Kite Plus."))
        #expect(dialogue.messages == ["“KITE1” is not in your subscription: Upgrade to Kite Plus."])
        #expect(dialogue.client.isSignedIn(on: dialogue.device, at: dialogue.now))
        #expect(BrowserDialogue.operations(dialogue.play()) == [.sdkAuthorize])
    }

    @Test("Without an MVPD nobody can log in: the user is told to name one, and nothing is asked for")
    func noProvider() {
        var dialogue = BrowserDialogue(BrowserDialogue.configuration { $0.mvpd = nil })
        dialogue.play()
        #expect(dialogue.operations == [])
        #expect(dialogue.messages.count == 1 && dialogue.messages[0].contains("name your TV provider"))
        dialogue.user(.selectProvider("Plover"))
        dialogue.play()
        dialogue.register()
        #expect(dialogue.pages.first?["mso_id"] == "Plover")
    }

    @Test("401 means that a login is required where no MVPD was named, and is told as it is elsewhere")
    func unauthorized() {
        let configuration = BrowserDialogue.configuration {
            $0.mvpd = nil
            $0.authenticationToken = BrowserDialogue.authentication()
        }
        var unnamed = BrowserDialogue(configuration)
        unnamed.play()
        unnamed.service(401, .unreadable("no body"))
        #expect(unnamed.messages.count == 1 && unnamed.messages[0].contains("name your TV provider"))
        var named = BrowserDialogue.atAuthorize()
        named.service(401, .unreadable("no body"))
        #expect(named.messages.count == 1 && named.messages[0].contains("status 401"))
    }

    @Test("Whatever call fails, the playback ends with a message and the next one can begin", arguments: 0...6)
    func failures(call: Int) {
        for isNetwork in [true, false] {
            var dialogue = BrowserDialogue()
            dialogue.play()
            let answers: [PassResponse.Content] = [
                .individualizedDevice(deviceID: "device-1"),
                .clientRegistration(ClientRegistration(clientID: "client", clientSecret: "secret")),
                .accessToken(AccessToken(token: "token-1")), BrowserDialogue.code, BrowserDialogue.session(),
                BrowserDialogue.grant(),
            ]
            for answer in answers.prefix(call) {
                dialogue.service(answer)
                dialogue.user(.closeWebView)
            }
            if isNetwork { dialogue.networkFails() } else { dialogue.service(500, .unreadable("a page of HTML")) }
            #expect(dialogue.messages.count == 1)
            #expect(dialogue.messages.first?.contains(isNetwork ? "no route" : "500") == true)
            #expect(dialogue.client.isIdle && dialogue.client.step == nil)
            #expect(BrowserDialogue.operations(dialogue.play()).count == 1)
        }
    }

    @Test("Garbage in place of a token is refused and not kept")
    func garbage() {
        var session = BrowserDialogue.atLogin()
        session.user(.closeWebView)
        session.service(BrowserDialogue.session("garbage"))
        #expect(session.messages.count == 1 && session.changes == [])
        var grant = BrowserDialogue.atAuthorize()
        grant.service(BrowserDialogue.grant("<signatureInfo>"))
        #expect(grant.messages.count == 1 && grant.changes.count == 1)
        var media = BrowserDialogue.playing()
        media.play()
        media.service(.shortMediaToken("Welcome to our network! Please log in."))
        #expect(media.messages.count == 1 && media.played.count == 1)
        var wrong = BrowserDialogue.atAuthorize()
        wrong.service(BrowserDialogue.session())
        #expect(wrong.messages.count == 1, "an AuthN token is no answer to authorize")
    }

    @Test("Late answers, timers and questions of others find nobody")
    func strangers() throws {
        var dialogue = BrowserDialogue()
        dialogue.play()
        let late = try #require(dialogue.openRequests.last?.id)
        dialogue.user(.cancel)
        let before = dialogue.client
        #expect(dialogue.hear(.responseArrived(late, PassResponse(status: 200, Self.logout))) == [])
        #expect(dialogue.hear(.requestFailed(late, "late")) == [])
        #expect(dialogue.hear(.timerFired(TimerID(1))) == [])
        #expect(dialogue.hear(.vsaAnswered(QuestionID(1), .accessStatus(.granted, nil))) == [])
        #expect(dialogue.hear(.accessEnablerCalled(.logout)) == [])
        #expect(dialogue.hear(.webViewReached(url: "https://kite.example/")) == [])
        #expect(dialogue.client == before)
    }
}
