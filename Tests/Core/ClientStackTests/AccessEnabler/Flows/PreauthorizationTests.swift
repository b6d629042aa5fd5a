import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct PreauthorizationTests {
    static let version = PlatformVersion(3, 7)

    private static func signedIn(lineUp: [String] = []) -> SDKDialogue {
        var dialogue = SDKDialogue.choosing(version)
        dialogue.user(.selectProvider("Plover"))
        dialogue.serviceAnswersAll()
        dialogue.page("adobepass://ios.app")
        dialogue.serviceAnswersAll(SDKService(lineUp: lineUp))
        return dialogue
    }

    @Test("With a line-up in the AuthN token the answer is the intersection, in any case of letters, without network")
    func lineUp() {
        var dialogue = Self.signedIn(lineUp: ["Kite1", "KITE3"])
        let answer = dialogue.call(.checkPreauthorizedResources(["KITE1", "KITE2", "kite3"]))
        #expect(answer.callbacks == [.preauthorizedResources(["KITE1", "kite3"])])
        #expect(answer.requests.isEmpty)
    }

    @Test("Without one the service is asked, and the same set is answered from the cache")
    func cache() {
        var dialogue = Self.signedIn()
        dialogue.call(.checkPreauthorizedResources(["KITE1", "KITE9"]))
        #expect(dialogue.serviceAnswersAll().callbacks == [.preauthorizedResources(["KITE1"])])
        let same = dialogue.call(.checkPreauthorizedResources(["KITE9", "KITE1"]))
        #expect(same.callbacks == [.preauthorizedResources(["KITE1"])])
        let other = dialogue.call(.checkPreauthorizedResources(["KITE1"]))
        #expect(other.requests.map(\.operation) == [.sdkPreauthorize])
        dialogue.serviceAnswersAll()
        let past = dialogue.call(.checkPreauthorizedResources(["KITE1"], usesCache: false))
        #expect(past.requests.map(\.operation) == [.sdkPreauthorize])
    }

    @Test("preauthorize answers with a response")
    func response() {
        var dialogue = Self.signedIn()
        dialogue.call(.preauthorize(["KITE1", "KITE9"]))
        #expect(
            dialogue.serviceAnswersAll().callbacks == [
                .preauthorizeResponse(
                    [
                        PreauthorizedResource(id: "KITE1", isAuthorized: true),
                        PreauthorizedResource(id: "KITE9", isAuthorized: false),
                    ],
                    status: nil
                )
            ]
        )
        #expect(dialogue.call(.preauthorize([])).callbacks == [.preauthorizeResponse([], status: nil)])
    }

    @Test("Without an AuthN token the response says whether there ever was one")
    func noSession() {
        var never = SDKDialogue.configured(Self.version)
        #expect(never.call(.preauthorize(["KITE1"])).callbacks == [.preauthorizeResponse([], status: .sessionMissing)])
        var over = Self.signedIn()
        over.now = Kite.now + .seconds(30 * 86_400)
        #expect(over.call(.preauthorize(["KITE1"])).callbacks == [.preauthorizeResponse([], status: .sessionExpired)])
        #expect(over.call(.checkPreauthorizedResources(["KITE1"])).callbacks == [.preauthorizedResources([])])
    }

    @Test(
        "A failure gives no resources, P100 where the service refused, and a code in the response",
        arguments: [
            (PassResponse.throttled, nil), (.error(403, "too_many_resources"), "too_many_resources"),
            (PassResponse(status: 200, .unreadable("garbage")), "server_response_format_unknown"),
        ] as [(PassResponse, String?)]
    )
    func refused(answer: PassResponse, code: String?) {
        var dialogue = Self.signedIn()
        dialogue.call(.preauthorize(["KITE1"]))
        let end = dialogue.service(answer)
        #expect(end.statusIDs == ["P100"])
        guard case .preauthorizeResponse(let resources, let status)? = end.callbacks.last else {
            return #expect(Bool(false))
        }
        #expect(resources.isEmpty)
        #expect(status?.code == code)
    }

    @Test("No answer and no access are told apart")
    func unreachable() {
        var away = Self.signedIn()
        away.call(.preauthorize(["KITE1"]))
        #expect(
            away.networkFails("offline").callbacks
                == [.preauthorizeResponse([], status: .ofSDK("network_error", "offline"))]
        )
        var shut = Self.signedIn()
        shut.call(.preauthorize(["KITE1"]))
        shut.service(.error(401))
        guard case .preauthorizeResponse(_, let status)? = shut.networkFails().callbacks.last else {
            return #expect(Bool(false))
        }
        #expect(status?.code == "access_token_unavailable")
    }

    @Test("A pending logout, and a session that the service does not know, end it")
    func loggedOut() {
        for answer in [PassResponse.pendingLogout(), .error(412)] {
            var dialogue = Self.signedIn()
            dialogue.call(.preauthorize(["KITE1"]))
            #expect(dialogue.service(answer).callbacks.last == .preauthorizeResponse([], status: .sessionMissing))
            #expect(!dialogue.isAuthenticated)
        }
    }

    @Test("The user sees what may be watched and what may not")
    func shown() {
        var dialogue = Self.signedIn()
        dialogue.user(.preauthorize(resources: ["KITE1", "KITE9"]))
        dialogue.serviceAnswersAll()
        #expect(
            dialogue.shown.last
                == .preauthorization([
                    PreauthorizedResource(id: "KITE1", isAuthorized: true),
                    PreauthorizedResource(id: "KITE9", isAuthorized: false),
                ])
        )
    }

    /// Returns the presentation of these resources; KITE9 is in no package.
    private static func list(_ resources: String...) -> Presentation {
        .preauthorization(resources.map { PreauthorizedResource(id: $0, isAuthorized: $0 != "KITE9") })
    }

    @Test("An answer from the cache is shown for its own list, though an earlier question is still on the network")
    func overtaking() {
        var dialogue = Self.signedIn()
        dialogue.user(.preauthorize(resources: ["KITE1", "KITE9"]))
        dialogue.serviceAnswersAll()
        dialogue.user(.preauthorize(resources: ["KITE1", "KITE2", "KITE9"]))
        #expect(dialogue.openRequests.count == 1)
        dialogue.user(.preauthorize(resources: ["KITE9", "KITE1"]))
        #expect(dialogue.shown.last == Self.list("KITE9", "KITE1"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.shown.last == Self.list("KITE1", "KITE2", "KITE9"))
        #expect(dialogue.shown.count { if case .preauthorization = $0 { true } else { false } } == 3)
    }

    @Test("Answers of the service in another order are shown for the lists that name what is authorized")
    func otherOrder() {
        var dialogue = Self.signedIn()
        dialogue.user(.preauthorize(resources: ["KITE2", "KITE9"]))
        dialogue.user(.preauthorize(resources: ["KITE3"]))
        let second = dialogue.openRequests[1]
        dialogue.hear(.responseArrived(second.id, SDKService().answer(to: second.request)))
        #expect(dialogue.shown.last == Self.list("KITE3"))
        dialogue.serviceAnswersAll()
        #expect(dialogue.shown.last == Self.list("KITE2", "KITE9"))
    }

    @Test("A question that was dropped before it was asked takes no answer of a later one")
    func dropped() {
        var dialogue = SDKDialogue.signedIn(Self.version) { $0.app.waitsForCompletion = true }
        dialogue.user(.launch)
        dialogue.user(.preauthorize(resources: ["KITE1", "KITE2", "KITE9"]))
        while !dialogue.openRequests.isEmpty { dialogue.networkFails() }
        dialogue.user(.preauthorize(resources: ["KITE2", "KITE9"]))
        dialogue.serviceAnswersAll()
        #expect(dialogue.shown.last == Self.list("KITE2", "KITE9"))
    }
}
