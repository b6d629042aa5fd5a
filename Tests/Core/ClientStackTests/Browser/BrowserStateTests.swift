import ClientStack
import Device
import Exchanges
import PassAPI
import Testing
import VirtualTime

@Suite("What a browser client wants, and what it knows")
struct BrowserStateTests {
    @Test("Playbacks wait for each other, in order; giving up drops them all")
    func pendingRequests() {
        var dialogue = BrowserDialogue.atAuthorize()
        dialogue.play("KITE2")
        dialogue.service(BrowserDialogue.grant())
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(dialogue.requests.last?["resource_id"] == "KITE2")
        dialogue.play("KITE3")
        dialogue.user(.cancel)
        #expect(dialogue.client.isIdle)
    }

    @Test("At most a hundred things wait; the next one is refused")
    func tooManyPendingRequests() {
        var dialogue = BrowserDialogue()
        for number in 0...101 { dialogue.play("KITE\(number)") }
        #expect(dialogue.messages == ["Too much is waiting already."])
    }

    @Test("Logging out forgets the tokens, after the playback that is under way")
    func logout() {
        var dialogue = BrowserDialogue.atAuthorize()
        dialogue.user(.logOut)
        #expect(dialogue.client.isSignedIn(on: dialogue.device, at: dialogue.now))
        dialogue.service(BrowserDialogue.grant())
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(!dialogue.client.isSignedIn(on: dialogue.device, at: dialogue.now))
        #expect(dialogue.pages.count == 1 && dialogue.steps.last == .sdkLogout)
        #expect(dialogue.changes.last?.reason.words == "the user logged out")
        #expect(BrowserDialogue.operations(dialogue.play()) == [.individualizeDevice])
    }

    @Test("With the option the service's logout page is opened, with what the AuthN token says")
    func logoutPage() {
        var dialogue = BrowserDialogue.playing(BrowserDialogue.configuration { $0.options.logout = .opensPage })
        dialogue.user(.logOut)
        #expect(dialogue.pages.last?.operation == .sdkLogout)
        #expect(dialogue.pages.last?["name_id"] == "N-1" && dialogue.pages.last?["session_index"] == "S-1")
        #expect(dialogue.client.waitingFor == .user(.finishLogoutPage))
        dialogue.play()
        dialogue.user(.closeWebView)
        #expect(dialogue.operations.last == .individualizeDevice)
    }

    @Test("It says that it cannot tell beforehand what may be watched")
    func preauthorization() {
        var dialogue = BrowserDialogue()
        dialogue.user(.preauthorize(resources: ["KITE1"]))
        dialogue.user(.readUserMetadata)
        dialogue.user(.foreground)
        dialogue.user(.background)
        #expect(dialogue.messages.count == 2 && dialogue.operations == [])
    }

    @Test("It knows when its tokens, its access token and its code end, and who says so")
    func expirations() {
        let dialogue = BrowserDialogue.playing()
        let expirations = dialogue.client.expirations(on: dialogue.device, at: dialogue.now)
        #expect(
            expirations.map(\.name) == [
                "authn-token KITETV", "authz-token KITE1", "access-token", "registration-code K7TQ2MX",
            ]
        )
        #expect(
            expirations.map { $0.instant - Kite.now } == [
                .seconds(2_592_000), .seconds(86_400), .seconds(86_400), .seconds(1_800),
            ]
        )
        #expect(expirations.allSatisfy { $0.source == "app kite-dl" })
        let client: any ClientMachine = dialogue.client
        #expect(client.expirations(on: dialogue.device, at: dialogue.now) == expirations)
    }

    @Test("Its state is its tokens and their ends, how far it is, and what it waits for")
    func state() {
        let dialogue = BrowserDialogue.playing(BrowserDialogue.configuration { $0.options.cache = .memory })
        let entries = dialogue.client.stateEntries(on: dialogue.device, at: Kite.now + .seconds(86_400))
        #expect(entries.allSatisfy { $0.source == .app("kite-dl") })
        let texts = entries.map { "\($0.kind): \($0.values.map(\.description).joined(separator: " "))" }
        #expect(texts.contains("token: kind=authn mvpd=Meadowlark expiresAt=2026-12-20T12:00:00Z isExpired=false"))
        #expect(texts.contains("token: kind=authz resource=KITE1 expiresAt=2026-11-21T12:00:00Z isExpired=true"))
        #expect(texts.contains("step: "))
        let waiting = BrowserDialogue.atLogin()
        let others = waiting.client.stateEntries(on: waiting.device, at: waiting.now)
        let user: [EventValue] = [.code("for", "user"), .code("task", "logIn")]
        #expect(others.contains(StateEntry(.app("kite-dl"), .waiting, user)))
        let client: any ClientMachine = waiting.client
        #expect(client.stateEntries(on: waiting.device, at: waiting.now) == others)
    }

    @Test("A copy goes its own way")
    func copies() {
        var dialogue = BrowserDialogue.atAuthorize()
        var copy = dialogue
        dialogue.service(BrowserDialogue.grant())
        copy.service(.notAuthorized(details: nil))
        #expect(dialogue.client != copy.client)
        var app: any ClientMachine = copy.client
        var device = copy.device
        let effects = app.handle(.userActionOccurred(.play(resource: "KITE1")), on: &device, at: copy.now)
        #expect(effects == copy.play())
        #expect(app as? BrowserClient == copy.client)
    }
}
