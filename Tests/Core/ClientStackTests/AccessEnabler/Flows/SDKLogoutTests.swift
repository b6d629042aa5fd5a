import Device
import PassAPI
import SubscriberAccount
import Testing

@testable import ClientStack

@Suite struct SDKLogoutTests {
    static let tv = OperatingSystem(.tvOS, PlatformVersion(12))

    @Test("K-106, K-107: on iOS logout leads through the service's page, whose URL names user and session")
    func page() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(3, 7))
        let begun = dialogue.user(.logOut)
        let page = dialogue.pages.last
        #expect(page?.operation == .sdkLogout)
        #expect(page?["mso_id"] == "Plover")
        #expect(page?["name_id"] == "name-1")
        #expect(page?["session_index"] == "session-1")
        #expect(page?["redirect_url"] == "adobepass://ios.app")
        #expect(page?["Authorization"] == nil)
        #expect(begun.callbacks.map(\.name) == ["navigateToUrl"])
        #expect(!dialogue.isAuthenticated)
    }

    @Test("K-107: for an MVPD that needs it the page is shown in SFSafariViewController")
    func viewController() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(3, 7)) { $0.browserOnlyProviders = ["Plover"] }
        let begun = dialogue.user(.logOut)
        guard case .navigateToURL(let request, usesSVC: true)? = begun.callbacks.last else {
            return #expect(Bool(false))
        }
        #expect(request["redirect_url"] == "adbe.kinescope0000000000000://adobe.com")
    }

    @Test("K-108, K-164: on tvOS neither navigateToUrl callback is made")
    func tvOS() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        dialogue.serviceAnswersAll()
        let begun = dialogue.user(.logOut)
        #expect(begun.callbacks.isEmpty)
        #expect(begun.requests.map(\.operation) == [.sdkLogout])
        #expect(dialogue.networkFails().callbacks == [.notAuthenticated(.userNotAuthenticated)])
    }

    @Test("K-109, K-110: at the end URL the page closes, and setAuthenticationStatus 0 ends the logout, once")
    func end() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        dialogue.user(.logOut)
        #expect(dialogue.page("https://login.example/bye").isEmpty)
        let end = dialogue.page("http://adobepass.ios.app/")
        #expect(end.callbacks == [.notAuthenticated(.userNotAuthenticated)])
        #expect(end.requests.isEmpty)
        #expect(dialogue.page("http://adobepass.ios.app/").isEmpty)
    }

    @Test("K-111: the page is hidden; nobody can close it")
    func hidden() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        dialogue.user(.logOut)
        #expect(dialogue.user(.closeWebView).isEmpty)
        #expect(dialogue.page("http://adobepass.ios.app/").callbacks.count == 1)
    }

    @Test("Without a token there is nobody to log out at the service")
    func nobody() {
        var dialogue = SDKDialogue.configured(PlatformVersion(1, 9, 4))
        #expect(dialogue.user(.logOut).callbacks == [.notAuthenticated(.userNotAuthenticated)])
    }

    @Test("What runs when the user logs out fails, and no late answer brings it back")
    func running() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(1, 9, 4))
        dialogue.call(.checkAuthorization("KITE1"))
        let open = dialogue.openRequests[0].id
        let begun = dialogue.user(.logOut)
        #expect(begun.callbacks.map(\.name) == ["tokenRequestFailed", "navigateToUrl"])
        #expect(dialogue.hear(.responseArrived(open, SDKService().grant(of: "KITE1", "Plover"))).isEmpty)
    }

    @Test(
        "K-138: a logout ends the sessions of all requestors in the storage; on tvOS each app has its own",
        arguments: ["1.7", "1.9.4", "3.0", "3.7", "tvOS"]
    )
    func otherRequestor(sdk: String) throws {
        let version = Handset.sdk(sdk == "tvOS" ? "3.7" : sdk)
        let system = sdk == "tvOS" ? Self.tv : OperatingSystem(.iOS, PlatformVersion(9))
        var device = SDKDialogue.signedIn(version, on: system).device
        let app = InstalledApp(bundleID: "com.kite.news", teamID: "KITETEAM", sdkVersion: version)
        _ = try device.apply(.appInstalled(app), at: Kite.now)
        var second = SDKDialogue(on: device, bundleID: "com.kite.news") {
            $0.requestor = "KITENEWS"
            $0.app.checksAtLaunch = false
        }
        let service = SDKService(requestor: "KITENEWS", mvpds: [Kite.sandpiper], mvpd: "Sandpiper")
        second.user(.launch)
        second.serviceAnswersAll(service)
        second.user(.selectProvider("Sandpiper"))
        second.serviceAnswersAll(service)
        if let page = second.pages.last {
            second.page(page["redirect_url"] ?? "")
            second.serviceAnswersAll(service)
        }
        #expect(second.isAuthenticated)
        func first(on device: Device) -> Bool {
            var first = SDKDialogue(on: device) { $0.app.checksAtLaunch = false }
            first.user(.launch)
            first.serviceAnswersAll()
            return first.isAuthenticated
        }
        #expect(first(on: second.device))
        second.user(.logOut)
        #expect(!second.isAuthenticated)
        #expect(first(on: second.device) == (sdk == "tvOS"))
    }
}
