import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct SDKAuthorizationTests {
    static let version = PlatformVersion(1, 9, 4)

    @Test("K-125: a media token is fetched at each call, and never stored")
    func mediaTokens() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        let before = dialogue.device.stores
        let again = dialogue.user(.play(resource: "KITE1"))
        #expect(again.requests.map(\.operation) == [.deviceShortAuthorize])
        let played = dialogue.service(.mediaText("media-2"))
        #expect(played.callbacks == [.setToken("media-2", resource: "KITE1")])
        #expect(dialogue.device.stores == before)
        #expect(!"\(dialogue.device.stores)".contains("media-2"))
        #expect(!"\(dialogue.app)".contains("media-2"))
    }

    @Test("Tracking data of a playback say whether the AuthZ token was kept; those of a failure say no more than that")
    func tracking() {
        var dialogue = SDKDialogue.signedIn(Self.version) { $0.options.sendsTracking = true }
        func tracked(_ effects: [ClientEffect]) -> [[String]] {
            effects.callbacks.compactMap { callback in
                guard case .sendTrackingData(let elements, let event) = callback else { return nil }
                return [event] + elements
            }
        }
        let guid = "\(MD5Text.of("guid-1"))"
        for isCached in ["false", "true"] {
            dialogue.user(.play(resource: "KITE1"))
            #expect(
                tracked(dialogue.serviceAnswersAll()) == [
                    ["TRACKING_AUTHORIZATION", "true", "Plover", guid, isCached, "", "", "mobile", "ios", "iOS 12.0"]
                ]
            )
        }
        dialogue.user(.play(resource: "KITE2"))
        #expect(tracked(dialogue.service(.denied)) == [["TRACKING_AUTHORIZATION", "false"]])
    }

    @Test("checkAuthorization never begins a login")
    func check() {
        var dialogue = SDKDialogue.configured(Self.version)
        let refused = dialogue.call(.checkAuthorization("KITE1"))
        #expect(refused.callbacks.last == .failed("KITE1", .userNotAuthenticated))
        #expect(refused.requests.isEmpty)
        #expect(dialogue.app.sdk?.login == nil)
    }

    @Test("getAuthorization begins one, and all that wait for it go on afterwards")
    func get() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.user(.play(resource: "KITE2"))
        #expect(dialogue.callbacks.filter { $0.name == "displayProviderDialog" }.count == 1)
        dialogue.user(.selectProvider("Plover"))
        dialogue.page("http://adobepass.ios.app/")
        dialogue.serviceAnswersAll()
        #expect(dialogue.played.map { $0[0] } == ["KITE1", "KITE2"])
    }

    @Test("If the login fails, so does what waited for it")
    func loginFails() {
        var dialogue = SDKDialogue.configured(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        let end = dialogue.user(.cancel)
        #expect(end.callbacks.last == .failed("KITE1", .providerNotSelected))
    }

    @Test("Past the AuthZ token's end a new one is asked for, just before it is not")
    func authorizationEnds() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        let end = Kite.now + .seconds(86_400)
        dialogue.now = end - .nanoseconds(1)
        #expect(dialogue.user(.play(resource: "KITE1")).requests.map(\.operation) == [.deviceShortAuthorize])
        dialogue.serviceAnswersAll()
        dialogue.now = end
        #expect(dialogue.user(.play(resource: "KITE1")).requests.map(\.operation) == [.authorizeDevice])
    }

    @Test("An AuthN token that ends between authorize and the media token leads back to a login, or to a refusal")
    func authenticationEnds() {
        for call in [AccessEnablerCall.checkAuthorization("KITE1"), .getAuthorization("KITE1")] {
            var dialogue = SDKDialogue.signedIn(Self.version)
            dialogue.call(call)
            dialogue.now = Kite.now + .seconds(30 * 86_400)
            let end = dialogue.service(SDKService().grant(of: "KITE1", "Plover"))
            #expect(end.requests.isEmpty)
            if case .checkAuthorization = call {
                #expect(end.callbacks.first == .notAuthenticated(.userNotAuthenticated))
                #expect(end.callbacks.last == .failed("KITE1", .userNotAuthenticated))
            } else {
                #expect(end.callbacks.map(\.name) == ["navigateToUrl"])
            }
        }
    }

    @Test(
        "A refusal carries the MVPD's words and a code",
        arguments: [
            (PassResponse.denied, "Z100", "No subscription."), (.throttled, "Z100", ""),
            (.error(403, "authzNone"), "Z169", ""), (.error(403, "invalid"), "Z130", ""),
            (.error(403, "denied", message: "1010"), "Z110", "1010"), (.error(500), "Z500", ""),
            (PassResponse(status: 200, .unreadable("x")), "Z500", ""), (.noContent, "Z500", ""),
            (
                PassResponse(
                    status: 200,
                    .notAuthorized(
                        details:
                            "A network error occured when communicating with the provider\"s authorization service"
                    )
                ), "Z120", "A network error occured when communicating with the provider\"s authorization service"
            ),
        ]
    )
    func refusals(answer: PassResponse, id: String, words: String) {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        let end = dialogue.service(answer)
        #expect(end.statusIDs == [id])
        let error: AccessEnablerError = id == "Z500" ? .internalAuthorization : .userNotAuthorized
        #expect(end.callbacks.last == .failed("KITE1", error, words))
    }

    @Test("No answer is an internal error")
    func unreachable() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        let end = dialogue.networkFails()
        #expect(end.statusIDs == ["Z500"])
        #expect(end.callbacks.last == .failed("KITE1", .internalAuthorization))
    }

    @Test("An AuthZ token for another resource or requestor proves nothing")
    func strangers() {
        for answer in [
            SDKService().grant(of: "KITE9", "Plover"), SDKService(requestor: "OTHERTV").grant(of: "KITE1", "Plover"),
        ] {
            var dialogue = SDKDialogue.signedIn(Self.version)
            dialogue.call(.checkAuthorization("KITE1"))
            #expect(dialogue.service(answer).callbacks.last == .failed("KITE1", .internalAuthorization))
        }
    }

    @Test("A stored AuthZ token that the service refuses is replaced once")
    func revoked() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        dialogue.user(.play(resource: "KITE1"))
        #expect(dialogue.service(.denied).requests.map(\.operation) == [.authorizeDevice])
        dialogue.service(SDKService().grant(of: "KITE1", "Plover"))
        #expect(dialogue.service(.denied).callbacks.last == .failed("KITE1", .userNotAuthorized, "No subscription."))
    }

    @Test("A pending logout wipes the requestor's tokens; getAuthorization starts over, twice at most")
    func pendingLogout() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.getAuthorization("KITE1"))
        for _ in 0..<2 {
            let wiped = dialogue.service(.pendingLogout("34764"))
            #expect(wiped.statusIDs == ["SEC412"])
            #expect(!dialogue.isAuthenticated)
            #expect(wiped.callbacks.last == .displayProviderDialog(Kite.mvpds))
            dialogue.user(.selectProvider("Plover"))
            dialogue.page("http://adobepass.ios.app/")
            dialogue.service(SDKService().session)
        }
        let end = dialogue.service(.pendingLogout())
        #expect(end.callbacks.last == .failed("KITE1", .userNotAuthenticated))
    }

    @Test("After a pending logout checkAuthorization fails and tells that nobody is authenticated any more")
    func pendingLogoutOfCheck() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        let end = dialogue.service(.pendingLogout())
        #expect(end.callbacks.contains(.notAuthenticated(.userNotAuthenticated)))
        #expect(end.callbacks.last == .failed("KITE1", .userNotAuthenticated))
    }

    @Test("A device id that the service refuses is sent once more, then N130 is told", arguments: ["34763", "34764"])
    func deviceID(reason: String) {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        #expect(dialogue.service(.error(400, reason)).requests.map(\.operation) == [.authorizeDevice])
        let end = dialogue.service(.error(400, reason))
        #expect(end.statusIDs.first == "N130")
        #expect(end.callbacks.last?.name == "tokenRequestFailed")
    }

    @Test("401 brings one new access token, then N130")
    func accessToken() {
        var dialogue = SDKDialogue.signedIn(PlatformVersion(3, 7))
        dialogue.call(.checkAuthorization("KITE1"))
        #expect(dialogue.service(.error(401)).requests.map(\.operation) == [.accessToken])
        #expect(dialogue.service(.token("token-2")).requests.map { $0["Authorization"] } == ["Bearer token-2"])
        #expect(dialogue.service(.error(401)).statusIDs.first == "N130")
    }

    @Test("An AuthN token that the service does not know is dropped")
    func unknownToken() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.getAuthorization("KITE1"))
        let end = dialogue.service(.error(412))
        #expect(!dialogue.isAuthenticated)
        #expect(end.callbacks.last == .displayProviderDialog(Kite.mvpds))
    }

    @Test("Calls overlap, and each callback names its resource")
    func overlapping() {
        var dialogue = SDKDialogue.signedIn(Self.version)
        dialogue.call(.checkAuthorization("KITE1"))
        dialogue.call(.checkAuthorization("KITE2"))
        let ids = dialogue.openRequests.map(\.id)
        dialogue.hear(.responseArrived(ids[1], SDKService().grant(of: "KITE2", "Plover")))
        dialogue.hear(.responseArrived(ids[0], .denied))
        dialogue.serviceAnswersAll()
        #expect(dialogue.played.map { $0[0] } == ["KITE2"])
        #expect(dialogue.callbacks.contains(.failed("KITE1", .userNotAuthorized, "No subscription.")))
    }
}
