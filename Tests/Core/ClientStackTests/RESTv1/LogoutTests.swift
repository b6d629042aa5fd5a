import ClientStack
import PassAPI
import Testing

@Suite("L1 to L3: logout")
struct LogoutTests {
    private func atTokenSource(_ platform: ClientPlatform, _ options: ClientOptions = ClientOptions()) -> Dialogue {
        var dialogue = Dialogue.signedIn(Kite.configuration(platform) { $0.options = options })
        dialogue.user(.logOut)
        return dialogue
    }

    private let logout = Kite.request(.logout, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")])

    @Test(
        "K-75, K-76, K-77, K-78, K-79, K-80: tvOS after platform sign-on: metadata, the prompt with tvOS's path, a direct call"
    )
    func appleTV() {
        var dialogue = Dialogue.signedIn()
        #expect(
            dialogue.user(.logOut) == [
                .enterStep(.readTokenSource),
                .sendRequest(
                    RequestID(2),
                    Kite.request(.userMetadata, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")])
                ),
            ]
        )
        #expect(
            dialogue.service(.metadata(tokenSource: "Apple")) == [
                .enterStep(.promptSignOut), .present(.signOutPrompt(settingsPath: "Settings → Accounts → TV Provider")),
                .enterStep(.logout), .sendRequest(RequestID(3), logout),
            ]
        )
        #expect(dialogue.service(.noContent).isEmpty)
        #expect(dialogue.client.isIdle && !dialogue.client.isSignedIn && dialogue.client.step == nil)
        #expect(dialogue.questions.isEmpty, "the platform cannot be asked to sign anybody out")
    }

    @Test("K-81, K-82: iOS and iPadOS: the prompt with their path, and a web view that does it all")
    func phones() {
        for platform in [ClientPlatform.iOS, .iPadOS] {
            var dialogue = atTokenSource(platform)
            dialogue.service(.metadata(tokenSource: "Apple"))
            guard case .webView(let request) = dialogue.shown.last else {
                Issue.record("no web view")
                return
            }
            #expect(request.operation == .logout && dialogue.operations.last == .userMetadata, "no call of its own")
            #expect(dialogue.shown.first == .signOutPrompt(settingsPath: "Settings → TV Provider"))
            #expect(dialogue.client.waitingFor == .user(.closeWebView))
            dialogue.user(.closeWebView)
            #expect(dialogue.client.isIdle && !dialogue.client.isSignedIn)
        }
    }

    @Test("On iOS and iPadOS the web view and the call, where that is chosen")
    func both() {
        for platform in [ClientPlatform.iOS, .iPadOS] {
            var options = ClientOptions()
            options.logoutOnFirstScreen = .webViewAndRequest
            var dialogue = atTokenSource(platform, options)
            dialogue.service(.metadata(tokenSource: "Apple"))
            guard case .webView(let request) = dialogue.shown.last else {
                Issue.record("no web view")
                return
            }
            #expect(request.operation == .logout && dialogue.operations.last == .logout)
            #expect(dialogue.shown.first == .signOutPrompt(settingsPath: "Settings → TV Provider"))
            dialogue.service(.noContent)
            #expect(dialogue.client.isIdle && dialogue.user(.closeWebView).isEmpty)
        }
    }

    @Test("On iOS the web view alone, or the call alone, where that is chosen")
    func manners() {
        var options = ClientOptions()
        options.logoutOnFirstScreen = .webView
        var dialogue = atTokenSource(.iOS, options)
        dialogue.service(.notFound)
        #expect(dialogue.shown.count == 1 && dialogue.operations.last == .userMetadata)
        #expect(dialogue.client.waitingFor == .user(.closeWebView))
        dialogue.user(.closeWebView)
        #expect(dialogue.client.isIdle && !dialogue.client.isSignedIn)
        options.logoutOnFirstScreen = .request
        var second = atTokenSource(.iOS, options)
        second.service(.notFound)
        #expect(second.shown.isEmpty && second.operations.last == .logout)
        options.logoutOnFirstScreen = .webView
        var television = atTokenSource(.tvOS, options)
        television.service(.notFound)
        #expect(television.shown.isEmpty && television.operations.last == .logout)
    }

    @Test("K-79, K-81, K-168: no prompt unless the token source is exactly Apple", arguments: ClientPlatform.allCases)
    func noPrompt(_ platform: ClientPlatform) {
        for answer in [
            PassResponse.metadata(tokenSource: nil), .metadata(tokenSource: "apple"), .metadata(tokenSource: "Apple "),
            .notFound, .error(412), .error(500), PassResponse(status: 200, .unreadable("no JSON")),
        ] {
            var dialogue = atTokenSource(platform)
            dialogue.service(answer)
            #expect(dialogue.client.step == .logout && !dialogue.steps.contains(.promptSignOut))
        }
        var unreachable = atTokenSource(platform)
        unreachable.networkFails()
        #expect(unreachable.client.step == .logout)
    }

    @Test("Where the service does not sign out, the user hears of it and the device forgets all the same")
    func fails() {
        var dialogue = atTokenSource(.tvOS)
        dialogue.service(.notFound)
        dialogue.service(.error(500, message: "Oops"))
        #expect(dialogue.messages == ["The service did not sign out: status 500, Oops"] && dialogue.client.isIdle)
        var second = atTokenSource(.tvOS)
        second.service(.notFound)
        second.networkFails()
        #expect(second.messages == ["The service did not sign out: no route"] && !second.client.isSignedIn)
    }

    @Test("Logging out drops what waits and takes no new wishes; credentials are all that is kept")
    func clean() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.play(resource: "KITE1"))
        dialogue.user(.logOut)
        dialogue.user(.play(resource: "KITE2"))
        dialogue.service(.authorization())
        dialogue.service(.media())
        #expect(
            dialogue.user(.play(resource: "KITE3")) == [.present(.message(.signingOut, "You are being signed out."))]
        )
        dialogue.service(.notFound)
        dialogue.service(.noContent)
        #expect(dialogue.client.isIdle && dialogue.played.count == 1)
        dialogue.user(.launch)
        #expect(dialogue.requests.last?["Authorization"] == "Bearer token-0")
    }

    @Test("After logout without the user's own sign-out the next launch signs on silently")
    func silentSignOn() {
        var dialogue = Dialogue.signedIn()
        dialogue.user(.logOut)
        dialogue.service(.metadata(tokenSource: "Apple"))
        dialogue.service(.noContent)
        dialogue.user(.launch)
        dialogue.service(.forbidden)
        dialogue.platform(.granted)
        dialogue.platform(.signedIn())
        dialogue.service(.configuration())
        #expect(dialogue.client.step == .profileRequest)
    }

    @Test("A client that is not signed in can log out, registering first if it must")
    func signedOut() {
        var dialogue = Dialogue(Kite.fresh())
        dialogue.user(.logOut)
        #expect(dialogue.operations == [.register])
        dialogue.service(.error(400, "invalid_request"))
        #expect(dialogue.client.isIdle && dialogue.messages.count == 1 && dialogue.operations == [.register])
    }
}
