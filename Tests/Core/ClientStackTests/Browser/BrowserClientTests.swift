import ClientStack
import Device
import Exchanges
import PassAPI
import Testing
import Tokens
import VirtualTime

@Suite struct BrowserClientTests {
    typealias Operation = PassAPI.Operation

    private static let wholeSignOn: [Operation] = [
        .individualizeDevice, .register, .accessToken, .createRegistrationCode, .session, .sdkAuthorize,
        .shortAuthorize,
    ]

    // MARK: A first playback

    @Test("A first playback registers, lets the user log in, authorizes and asks for a media token")
    func firstPlayback() {
        let dialogue = BrowserDialogue.playing()
        #expect(dialogue.operations == Self.wholeSignOn)
        #expect(dialogue.played == [["KITE1", BrowserDialogue.media]])
        #expect(dialogue.messages == [])
        #expect(
            dialogue.steps == [
                .sdkRegistration, .sdkCode, .sdkLogin, .sdkSession, .sdkAuthorization, .sdkMediaToken,
            ]
        )
        #expect(dialogue.client.isIdle && dialogue.client.step == nil)
        #expect(dialogue.client.isSignedIn(on: dialogue.device, at: dialogue.now))
    }

    @Test("Device id, access token and code of a login go along with the calls of its playback")
    func headers() {
        let requests = BrowserDialogue.playing().requests
        #expect(requests[0]["fingerprint"] == "f1")
        #expect(requests[1]["software_statement"] == "statement")
        #expect(requests[3]["deviceId"] == "device-1" && requests[3]["format"] == "json")
        for request in requests[3...] { #expect(request["Authorization"] == "Bearer token-1") }
        for request in requests[4...] {
            #expect(request["AP_21"] == "device-1" && request["AP_42"] == "anonymous")
        }
        #expect(requests[4]["reg_code"] == "K7TQ2MX")
        #expect(requests[5]["AP_19"] == nil)
        #expect(requests[5]["authentication_token"] == BrowserDialogue.authentication())
        #expect(requests[5]["mso_id"] == "Meadowlark")
        #expect(requests[6]["AP_19"] == "N-1" && requests[6]["AP_23"] == "S-1")
        #expect(requests[6]["session_guid"] == "G-1" && requests[6]["hashed_guid"] == "false")
    }

    @Test("The login page is a navigation with the code, and names the MVPD")
    func loginPage() throws {
        let dialogue = BrowserDialogue.atLogin()
        let page = try #require(dialogue.pages.first)
        #expect(page.operation == .sdkAuthenticate)
        #expect(page["mso_id"] == "Meadowlark" && page["reg_code"] == "K7TQ2MX" && page["no_iframe"] == "false")
        #expect(page["redirect_url"] == "https://kite.example/watch" && page["Authorization"] == nil)
        #expect(dialogue.client.waitingFor == .user(.logIn))
    }

    @Test("A page that was closed is asked for its session all the same")
    func pageClosed() {
        var dialogue = BrowserDialogue.atLogin()
        #expect(BrowserDialogue.operations(dialogue.user(.closeWebView)) == [.session])
        dialogue.service(401, .unreadable("no body"))
        #expect(dialogue.messages.count == 1)
        #expect(dialogue.messages[0].contains("no AuthN token") && dialogue.messages[0].contains("401"))
        #expect(dialogue.client.isIdle)
    }

    // MARK: What is kept

    @Test("K-117: with both tokens a playback asks for a media token alone, without the headers of the login")
    func secondPlayback() {
        var dialogue = BrowserDialogue.playing()
        let requests = BrowserDialogue.requests(dialogue.play())
        #expect(requests.map(\.operation) == [.shortAuthorize])
        #expect(requests[0]["AP_21"] == nil && requests[0]["Authorization"] == nil)
        #expect(requests[0]["AP_19"] == "N-1")
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(dialogue.played.count == 2)
    }

    @Test("With the option a later playback of the same run sends the headers of the login")
    func keepsHeaders() {
        var dialogue = BrowserDialogue.playing(BrowserDialogue.configuration { $0.options.keepsHeaders = true })
        #expect(BrowserDialogue.requests(dialogue.play())[0]["Authorization"] == "Bearer token-1")
        dialogue.user(.launch)
        #expect(BrowserDialogue.requests(dialogue.play())[0]["Authorization"] == nil)
    }

    @Test("Tokens kept in a file outlive the program, tokens kept in memory do not")
    func launch() {
        var filed = BrowserDialogue.playing()
        filed.user(.launch)
        #expect(BrowserDialogue.operations(filed.play()) == [.shortAuthorize])
        var remembered = BrowserDialogue.playing(BrowserDialogue.configuration { $0.options.cache = .memory })
        #expect(remembered.changes == [])
        #expect(BrowserDialogue.operations(remembered.play()) == [.shortAuthorize])
        remembered.user(.launch)
        #expect(BrowserDialogue.operations(remembered.play()) == [.individualizeDevice])
    }

    @Test("An AuthZ token is for one resource; another one is authorized with the same AuthN token")
    func otherResource() {
        var dialogue = BrowserDialogue.playing()
        #expect(BrowserDialogue.operations(dialogue.play("KITE2")) == [.sdkAuthorize])
        dialogue.service(BrowserDialogue.grant(BrowserDialogue.authorization("KITE2")))
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(BrowserDialogue.operations(dialogue.play("KITE1")) == [.shortAuthorize])
    }

    @Test("A resource that is an MRSS document is known by its guid, and always sent as the page writes it")
    func document() {
        let page = #"<rss version="2.0"><channel><title>K</title><item><guid>show-1</guid></item></channel></rss>"#
        var dialogue = BrowserDialogue.playing()
        dialogue.play(page)
        dialogue.service(BrowserDialogue.grant(BrowserDialogue.authorization(page)))
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(dialogue.played.last?.first == page)
        let other = page.replacing("<title>K<", with: "<title>Kite<")
        #expect(BrowserDialogue.operations(dialogue.play(other)) == [.shortAuthorize])
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        dialogue.now += .seconds(86_400)
        #expect(BrowserDialogue.requests(dialogue.play("show-1"))[0]["resource_id"] == other)
    }

    @Test("Tokens of an earlier run are named by the configuration and written down")
    func earlierRun() {
        let configuration = BrowserDialogue.configuration {
            $0.mvpd = nil
            $0.authenticationToken = BrowserDialogue.authentication()
            $0.authorizationTokens = [.init(resource: "KITE1", text: BrowserDialogue.authorization())]
        }
        var dialogue = BrowserDialogue(configuration)
        #expect(dialogue.client.expirations(on: dialogue.device, at: dialogue.now).count == 2)
        #expect(BrowserDialogue.operations(dialogue.play()) == [.shortAuthorize])
        let file = dialogue.device.file("ap-mso/KITETV", for: "kite-dl")
        #expect(dialogue.device.stores.leaves(in: file).count == 2)
    }

    @Test("What a device has lost is fetched again; what it keeps and nobody can read counts as lost")
    func lostFile() {
        var dialogue = BrowserDialogue.playing()
        let file = dialogue.device.file("ap-mso/KITETV", for: "kite-dl")
        dialogue.device.stores[file, ["authz_token", "KITE1"]] = nil
        #expect(BrowserDialogue.operations(dialogue.play()) == [.sdkAuthorize])
        dialogue.user(.cancel)
        dialogue.device.stores[file, ["authn_token"]] = .text("<garbage")
        #expect(BrowserDialogue.operations(dialogue.play()) == [.individualizeDevice])
    }

    // MARK: Expiry

    @Test(
        "K-113, K-129: a token holds one nanosecond before its end and not at it",
        arguments: [
            (Duration.seconds(86_400) - .nanoseconds(1), [Operation.shortAuthorize]),
            (.seconds(86_400), [.sdkAuthorize]),
            (.seconds(2_592_000) - .nanoseconds(1), [.sdkAuthorize]),
            (.seconds(2_592_000), [.individualizeDevice]),
        ]
    )
    func expiry(after: Duration, expected: [Operation]) {
        var dialogue = BrowserDialogue.playing()
        dialogue.now = Kite.now + after
        #expect(BrowserDialogue.operations(dialogue.play()) == expected)
    }

    @Test("Tokens are judged by the device's own clock")
    func wrongClock() throws {
        var dialogue = BrowserDialogue.playing()
        _ = try dialogue.device.apply(.wallClockMoved(by: .seconds(86_400)), at: dialogue.now)
        #expect(BrowserDialogue.operations(dialogue.play()) == [.sdkAuthorize])
        let ends = dialogue.client.expirations(on: dialogue.device, at: dialogue.now)
        #expect(ends.first { $0.kind == .authorizationToken }?.instant == Kite.now)
    }

    @Test("A registration after the AuthN token has ended is a whole new one, with another fingerprint each time")
    func newRegistration() {
        var dialogue = BrowserDialogue.playing()
        var seen: [String] = []
        for _ in 0..<3 {
            dialogue.now += .seconds(2_592_000)
            seen += BrowserDialogue.requests(dialogue.play()).compactMap { $0["fingerprint"] }
            dialogue.register()
            dialogue.user(.closeWebView)
            dialogue.service(BrowserDialogue.session(BrowserDialogue.authentication(ends: dialogue.now)))
            dialogue.user(.cancel)
        }
        #expect(seen.first == "f2" && Set(seen).count == 3)
        #expect(seen.dropFirst().allSatisfy { $0.count == 32 })
    }

    @Test("A token that does not say when it ends is used for its own playback and not kept for the next")
    func withoutEnd() {
        let token = BrowserDialogue.authentication().replacing("simpleTokenExpires", with: "simpleTokenExpired")
        var dialogue = BrowserDialogue.atLogin()
        dialogue.user(.closeWebView)
        dialogue.service(BrowserDialogue.session(token))
        #expect(dialogue.operations.last == .sdkAuthorize)
        dialogue.service(BrowserDialogue.grant())
        dialogue.service(.shortMediaToken(BrowserDialogue.media))
        #expect(BrowserDialogue.operations(dialogue.play()) == [.individualizeDevice])
    }
}
