import Device
import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct LoginTests {
    static let version = PlatformVersion(1, 9, 4)
    static let tv = OperatingSystem(.tvOS, PlatformVersion(12))

    @Test("K-89: a login at an MVPD ends with an AuthN token on the device")
    func purpose() {
        let dialogue = SDKDialogue.signedIn(Self.version)
        #expect(dialogue.isAuthenticated)
        #expect(
            dialogue.app.sdk?.expirations(on: dialogue.device, at: dialogue.now).map(\.kind) == [.authenticationToken]
        )
    }

    @Test("K-90, K-91: a valid cached token ends getAuthentication at once, with success")
    func cached() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        let again = dialogue.call(.getAuthentication())
        #expect(again.callbacks == [.authenticated])
        #expect(again.requests.isEmpty)
    }

    @Test("Forced, it begins a login all the same")
    func forced() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        let again = dialogue.call(.getAuthentication(force: true))
        #expect(again.callbacks.map(\.name) == ["navigateToUrl"])
    }

    @Test("K-92: the MVPD of the last success takes the place of the picker")
    func cachedProvider() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.now = Kite.now + .seconds(30 * 86_400)
        #expect(!dialogue.isAuthenticated)
        let again = dialogue.call(.getAuthentication())
        #expect(again.callbacks.map(\.name) == ["navigateToUrl"])
        #expect(dialogue.pages.last?["mso_id"] == "Plover")
    }

    @Test("K-92: by option it does so only up to 1.4")
    func cachedProviderByVersion() {
        var dialogue = SDKDialogue.signedIn(Self.version) {
            $0.options.cachedProvider = .skipsPickerUntil15
        }
        dialogue.now = Kite.now + .seconds(30 * 86_400)
        #expect(dialogue.call(.getAuthentication()).callbacks.map(\.name) == ["displayProviderDialog"])
    }

    @Test("K-93: an MVPD that was selected before takes the place of the picker")
    func selectedBefore() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.call(.setSelectedProvider("Meadowlark"))
        let begun = dialogue.call(.getAuthentication())
        #expect(begun.callbacks.map(\.name) == ["navigateToUrl"])
        #expect(dialogue.pages.last?["mso_id"] == "Meadowlark")
    }

    @Test("K-93, K-139: of a selection that was cancelled nothing is left: the next login begins with the picker")
    func cancelledSelection() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.call(.setSelectedProvider("Meadowlark"))
        dialogue.call(.setSelectedProvider(nil))
        #expect(dialogue.call(.getSelectedProvider).callbacks == [.selectedProvider(nil)])
        #expect(dialogue.call(.getAuthentication()).callbacks.map(\.name) == ["displayProviderDialog"])
    }

    @Test("K-94, K-95: with none, or after a failure, the app is asked to show a picker of ids and logos")
    func picker() {
        var dialogue = SDKDialogue.choosing(Self.version)
        #expect(dialogue.callbacks.last == .displayProviderDialog(Kite.mvpds))
        #expect(dialogue.shown.last == .providerPicker(Kite.mvpds))
        dialogue.user(.selectProvider("Plover"))
        dialogue.page("http://adobepass.ios.app/")
        dialogue.service(.notFound)
        #expect(dialogue.call(.getAuthentication()).callbacks == [.displayProviderDialog(Kite.mvpds)])
    }

    @Test("K-96: the choice goes on to the login")
    func choice() {
        var dialogue = SDKDialogue.choosing(Self.version)
        let chosen = dialogue.call(.setSelectedProvider("Plover"))
        #expect(chosen.callbacks.map(\.name) == ["navigateToUrl"])
    }

    @Test("A choice that is not on the list leaves the picker open")
    func strangeChoice() {
        var dialogue = SDKDialogue.choosing(Self.version)
        #expect(dialogue.user(.selectProvider("Curlew")).callbacks == [.notAuthenticated(.providerNotAvailable)])
        #expect(dialogue.user(.selectProvider("Plover")).callbacks.map(\.name) == ["navigateToUrl"])
    }

    @Test("K-97: iOS navigates to the authentication endpoint, and to nothing else")
    func navigation() {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        #expect(dialogue.pages.map(\.operation) == [.sdkAuthenticate])
        #expect(dialogue.shown.last == .webView(dialogue.pages[0]))
        #expect(dialogue.openRequests.isEmpty)
    }

    @Test("K-98: tvOS tells the code and polls at once, without any page")
    func polling() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        let told = dialogue.service(.code(mvpd: "Plover"))
        #expect(told.callbacks == [.status(errorID: "REGCODE", level: "success", message: "K7TQ2MX")])
        #expect(told.requests.map(\.operation) == [.sessionDevice])
        #expect(dialogue.pages.isEmpty)
    }

    @Test("K-99: pages on the way to the end are the web view's own affair")
    func redirects() {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        for url in [
            "https://login.example/plover", "https://adobepass.ios.app/", "http://adobepass.ios.app.example/", "", "é",
            "http://adobepass.ios.appx/",
        ] {
            #expect(dialogue.page(url).isEmpty)
        }
    }

    @Test("K-100: at the end URL the page closes, handleExternalURL is called, and nothing is loaded")
    func endURL() {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        let ended = dialogue.page("http://adobepass.ios.app/?x=1")
        #expect(ended.requests.map(\.operation) == [.sessionDevice])
        #expect(!ended.contains { if case .present = $0 { true } else { false } })
    }

    @Test(
        "K-101: the end URL is the app's scheme with SFSafariViewController, adobepass://ios.app else",
        arguments: [
            (PlatformVersion(1, 9, 4), "http://adobepass.ios.app/", false),
            (PlatformVersion(1, 10), "adobepass://ios.app", false),
            (PlatformVersion(3, 0), "adobepass://ios.app", false),
            (PlatformVersion(3, 2), "adbe.kinescope0000000000000://adobe.com", true),
        ]
    )
    func endURLs(version: PlatformVersion, url: String, usesSVC: Bool) {
        var dialogue = SDKDialogue.choosing(version) { $0.browserOnlyProviders = ["Plover"] }
        dialogue.user(.selectProvider("Plover"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.pages.last?["redirect_url"] == url)
        guard case .navigateToURL(_, let flag)? = dialogue.callbacks.last else { return #expect(Bool(false)) }
        #expect(flag == usesSVC)
        #expect(dialogue.page(url).requests.map(\.operation) == [.sessionDevice])
    }

    @Test("3.1 shows SFSafariViewController by itself, and so does a later one without handleSVC")
    func ownViewController() {
        for version in [PlatformVersion(3, 1), PlatformVersion(3, 2)] {
            var dialogue = SDKDialogue.choosing(version) {
                $0.browserOnlyProviders = ["Plover"]
                $0.app.handlesViewController = false
            }
            dialogue.user(.selectProvider("Plover"))
            dialogue.serviceAnswersAll()
            #expect(dialogue.pages.isEmpty)
            guard case .webView? = dialogue.shown.last else { return #expect(Bool(false)) }
            dialogue.page("adbe.kinescope0000000000000://adobe.com")
            dialogue.serviceAnswersAll()
            #expect(dialogue.isAuthenticated)
        }
    }

    @Test("K-102: the token is fetched, and success is told")
    func fetched() {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        dialogue.page("http://adobepass.ios.app/")
        #expect(dialogue.serviceAnswersAll().callbacks == [.authenticated])
    }

    @Test(
        "K-103: an error on the way is told with a code",
        arguments: [
            PassResponse.notFound, .error(500), .error(401, "authentication_session_missing"), .noContent, .throttled,
            PassResponse(status: 200, .unreadable("garbage")),
            PassResponse(status: 200, .tokens(authentication: "<x/>", authorization: nil, userMetadata: nil)),
        ]
    )
    func errors(answer: PassResponse) {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        dialogue.page("http://adobepass.ios.app/")
        let end = dialogue.service(answer)
        #expect(end.statusIDs == ["N130"])
        #expect(end.callbacks.last == .notAuthenticated(.genericAuthentication))
        #expect(!dialogue.isAuthenticated)
    }

    @Test("A token of another MVPD, or for another requestor, proves nothing")
    func strangers() {
        for service in [SDKService(mvpd: "Meadowlark"), SDKService(requestor: "OTHERTV")] {
            var dialogue = SDKDialogue.choosing(Self.version)
            dialogue.user(.selectProvider("Plover"))
            dialogue.page("http://adobepass.ios.app/")
            let end = dialogue.service(service.session)
            #expect(end.callbacks.last == .notAuthenticated(.internalAuthentication))
            #expect(!dialogue.isAuthenticated)
        }
    }

    @Test("K-104: giving up resets the flow, and only the current MVPD is dropped")
    func cancelled() {
        for closes in [true, false] {
            var dialogue = SDKDialogue.choosing(Self.version)
            dialogue.user(.selectProvider("Plover"))
            let end = dialogue.user(closes ? .closeWebView : .cancel)
            #expect(end.statusIDs == ["N005"])
            #expect(end.callbacks.last == .notAuthenticated(.providerNotSelected))
            #expect(dialogue.page("http://adobepass.ios.app/").isEmpty)
            #expect(dialogue.call(.getAuthentication()).callbacks == [.displayProviderDialog(Kite.mvpds)])
        }
    }

    @Test("K-105: on tvOS it ends the polling")
    func cancelledPolling() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        dialogue.service(.code(mvpd: "Plover"))
        let poll = dialogue.openRequests[0].id
        dialogue.user(.cancel)
        #expect(dialogue.openTimers.isEmpty)
        #expect(dialogue.hear(.responseArrived(poll, SDKService().session)).isEmpty)
        #expect(!dialogue.isAuthenticated)
    }

    @Test("A poll that finds nobody is made again after the pause; the code's end ends it")
    func codeEnds() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        dialogue.service(.code(mvpd: "Plover"))
        #expect(
            dialogue.app.sdk?.expirations(on: dialogue.device, at: dialogue.now).map(\.name)
                == ["registration-code K7TQ2MX"]
        )
        let answers: [PassResponse] = [
            .notFound, .forbidden, .error(401, "authentication_session_missing"), .error(401, message: "x"),
            .error(500),
        ]
        for answer in answers {
            let pause = dialogue.service(answer)
            #expect(Dialogue.durations(pause) == [.seconds(5)])
            #expect(dialogue.timePasses().requests.map(\.operation) == [.sessionDevice])
        }
        #expect(Dialogue.durations(dialogue.networkFails()) == [.seconds(5)])
        dialogue.now = Kite.now + .seconds(1_800)
        let expiry = dialogue.openTimers.max { $0.due < $1.due }
        let end = dialogue.hear(.timerFired(expiry?.id ?? TimerID(0)))
        #expect(end.callbacks.last == .notAuthenticated(.genericAuthentication))
        #expect(dialogue.openTimers.isEmpty)
    }

    @Test("What cannot change ends polling at once")
    func givesUp() {
        var hopeless = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        hopeless.user(.selectProvider("Plover"))
        hopeless.service(.code(mvpd: "Plover"))
        #expect(hopeless.service(.error(400)).callbacks.last == .notAuthenticated(.genericAuthentication))
    }

    @Test("No code is REG500")
    func noCode() {
        var dialogue = SDKDialogue.choosing(PlatformVersion(3, 7), on: Self.tv)
        dialogue.user(.selectProvider("Plover"))
        let end = dialogue.service(.error(500))
        #expect(end.statusIDs == ["REG500"])
        #expect(end.callbacks.last == .notAuthenticated(.genericAuthentication))
    }

    @Test("checkAuthentication makes no request, whatever it finds")
    func check() {
        var nobody = SDKDialogue.configured(PlatformVersion(3, 7))
        let missing = nobody.call(.checkAuthentication)
        #expect(missing.statusIDs == ["N000"])
        #expect(missing.callbacks.last == .notAuthenticated(.userNotAuthenticated))
        #expect(missing.requests.isEmpty)
        var somebody = SDKDialogue.signedIn(PlatformVersion(3, 7))
        let found = somebody.call(.checkAuthentication)
        #expect(found.callbacks == [.authenticated])
        #expect(found.requests.isEmpty)
    }

    @Test("Completing a login twice, or one that never began, has no effect")
    func completedTwice() {
        var dialogue = SDKDialogue.configured(Self.version)
        #expect(dialogue.call(.handleExternalURL("http://adobepass.ios.app/")).isEmpty)
        dialogue.call(.getAuthentication())
        #expect(dialogue.call(.handleExternalURL(nil)).isEmpty)
        dialogue.call(.setSelectedProvider("Plover"))
        #expect(dialogue.call(.handleExternalURL(nil)).requests.count == 1)
        #expect(dialogue.call(.handleExternalURL(nil)).isEmpty)
        #expect(dialogue.serviceAnswersAll().callbacks == [.authenticated])
        #expect(dialogue.call(.handleExternalURL(nil)).isEmpty)
    }

    @Test("A second getAuthentication begins anew")
    func second() {
        var anew = SDKDialogue.choosing(Self.version)
        #expect(anew.call(.getAuthentication()).callbacks == [.displayProviderDialog(Kite.mvpds)])
    }

    @Test("Data of the Programmer go along as generic_data")
    func data() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.call(.getAuthentication(data: ["a": "1", "b": "\"x\""]))
        dialogue.user(.selectProvider("Plover"))
        #expect(dialogue.pages.last?["generic_data"] == #"{"a":"1","b":"\"x\""}"#)
    }

    @Test("A pending logout while the token is fetched starts the login over, twice at most")
    func pendingLogout() {
        var dialogue = SDKDialogue.choosing(Self.version)
        dialogue.user(.selectProvider("Plover"))
        for _ in 0..<2 {
            dialogue.page("http://adobepass.ios.app/")
            let again = dialogue.service(.pendingLogout("58772"))
            #expect(again.statusIDs == ["SEC412"])
            #expect(again.callbacks.last == .displayProviderDialog(Kite.mvpds))
            dialogue.user(.selectProvider("Plover"))
        }
        dialogue.page("http://adobepass.ios.app/")
        #expect(dialogue.service(.pendingLogout()).callbacks.last == .notAuthenticated(.genericAuthentication))
    }

    @Test("A Temp Pass authenticates at once, and tells when it is over")
    func tempPass() {
        let pass = MVPD(id: "TempPass", displayName: "Temp Pass", isTempPass: true)
        let service = SDKService(mvpds: Kite.mvpds + [pass], mvpd: "TempPass")
        var dialogue = SDKDialogue(PlatformVersion(3, 7)) { $0.app.checksAtLaunch = false }
        dialogue.user(.launch)
        dialogue.serviceAnswersAll(service)
        dialogue.call(.getAuthentication())
        dialogue.call(.setSelectedProvider("TempPass"))
        let end = dialogue.serviceAnswersAll(service)
        #expect(end.statusIDs == ["N011"])
        #expect(end.callbacks.last == .authenticated)
        #expect(dialogue.pages.isEmpty)
        var over = SDKDialogue(PlatformVersion(3, 7)) { $0.app.checksAtLaunch = false }
        over.user(.launch)
        over.serviceAnswersAll(service)
        over.call(.getAuthentication())
        over.call(.setSelectedProvider("TempPass"))
        #expect(over.service(.forbidden).statusIDs == ["N111"])
    }

    @Test("Tracking data name MVPD, hashed GUID and device")
    func tracking() {
        let dialogue = SDKDialogue.signedIn(Self.version) { $0.options.sendsTracking = true }
        let events = dialogue.callbacks.compactMap { callback -> [String]? in
            guard case .sendTrackingData(let elements, let event) = callback else { return nil }
            return [event] + elements
        }
        #expect(
            events == [
                ["TRACKING_GET_SELECTED_PROVIDER", "Plover", "mobile", "ios", "iOS 12.0"],
                [
                    "TRACKING_AUTHENTICATION", "true", "Plover", "\(MD5Text.of("guid-1"))", "false", "mobile", "ios",
                    "iOS 12.0",
                ],
            ]
        )
    }

    @Test("A provider that the user has chosen before the picker needs no picker on screen")
    func chosenBefore() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.user(.selectProvider("Plover"))
        #expect(!dialogue.shown.contains { if case .providerPicker = $0 { true } else { false } })
        #expect(dialogue.pages.count == 1)
    }
}
