import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

/// The decisions of AccessEnabler for an app of which a recording shows less.
@Suite struct AccessEnablerAssumptionsTests {
    private static func dialogue(_ shown: ShownRows?) -> SDKDialogue {
        var dialogue = SDKDialogue.signedIn(SDKAuthorizationTests.version)
        dialogue.user(.play(resource: "KITE1"))
        dialogue.serviceAnswersAll()
        if let shown { dialogue.app.nameAssumptions(shown) }
        return dialogue
    }

    private static func rows(_ effects: [ClientEffect]) -> [String] {
        effects.compactMap { if case .assume(let row) = $0 { row } else { nil } }
    }

    @Test("A kept AuthZ token decides the row authorization, unless the recording shows it used again")
    func authorization() {
        var dialogue = Self.dialogue(ShownRows([]))
        #expect(Self.rows(dialogue.user(.play(resource: "KITE1"))) == ["authorization"])
        dialogue.serviceAnswersAll()
        #expect(Self.rows(dialogue.user(.play(resource: "KITE2"))).isEmpty, "none is kept")
        var reusing = Self.dialogue(ShownRows([], reusesAuthorizations: true))
        #expect(Self.rows(reusing.user(.play(resource: "KITE1"))).isEmpty)
        reusing.serviceAnswersAll()
        reusing.now = Kite.now + .seconds(86_400)
        #expect(Self.rows(reusing.user(.play(resource: "KITE1"))) == ["authorization"], "it has expired")
        var shown = Self.dialogue(ShownRows(["authorization"]))
        #expect(Self.rows(shown.user(.play(resource: "KITE1"))).isEmpty)
    }

    @Test("An AuthN token that has expired decides the row expiry-check, and a user who never signed in decides none")
    func expiryCheck() {
        var dialogue = Self.dialogue(ShownRows(["authorization"]))
        dialogue.now = Kite.now + .seconds(30 * 86_400)
        #expect(Self.rows(dialogue.user(.play(resource: "KITE1"))) == ["expiry-check"])
        var nobody = SDKDialogue.configured(SDKAuthorizationTests.version)
        nobody.app.nameAssumptions(ShownRows([]))
        #expect(Self.rows(nobody.user(.play(resource: "KITE1"))).isEmpty)
    }

    @Test("Each refusal decides its own row, of the media token and of the authorization")
    func reactions() {
        let refusals: [(PassResponse, String)] = [
            (PassResponse(status: 200, .notAuthorized(details: nil)), "403"),
            (PassResponse(status: 429, .throttled), "429"),
            (PassResponse(status: 412, .error(PassError(status: 412))), "412"),
            (PassResponse(status: 200, .pendingLogout(reason: nil)), "pending-logout"),
            (PassResponse(status: 503, .empty), "failure"),
        ]
        for (response, word) in refusals {
            var media = Self.dialogue(ShownRows(["authorization"]))
            media.user(.play(resource: "KITE1"))
            #expect(Self.rows(media.service(response)).first == "after-\(word)-of-media")
            var authorize = Self.dialogue(ShownRows([]))
            authorize.user(.play(resource: "KITE2"))
            #expect(Self.rows(authorize.service(response)).first == "after-\(word)-of-authorize")
        }
        var lost = Self.dialogue(ShownRows(["authorization"]))
        lost.user(.play(resource: "KITE1"))
        #expect(Self.rows(lost.networkFails()) == ["after-failure-of-media"])
    }

    @Test("A later process names them as well, and who is not asked names none")
    func processes() {
        var dialogue = Self.dialogue(ShownRows([]))
        dialogue.user(.launch)
        dialogue.serviceAnswersAll()
        #expect(Self.rows(dialogue.user(.play(resource: "KITE1"))) == ["authorization"])
        var silent = Self.dialogue(nil)
        #expect(Self.rows(silent.user(.play(resource: "KITE1"))).isEmpty)
    }
}
