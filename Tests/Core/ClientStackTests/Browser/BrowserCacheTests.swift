import Device
import PassAPI
import Testing
import VirtualTime

@testable import ClientStack

/// The tokens that go and those that stay in the files of browser clients (access-enabler.md §14.3, §14.4).
@Suite struct BrowserCacheTests {
    /// The files of neighbours: another requestor of the same program, the same requestor of another program.
    private static let neighbours: [StoreName] = [
        .file("ap-mso/HARBORTV", bundleID: "kite-dl"), .file("ap-mso/KITETV2", bundleID: "kite-dl"),
        .file("ap-mso/KITETV", bundleID: "gull-dl"),
    ]
    private static let own = StoreName.file("ap-mso/KITETV", bundleID: "kite-dl")

    /// KITE1 was played, and the neighbours have tokens of their own.
    private static func playing(
        _ change: (inout BrowserConfiguration) -> Void = { _ in }
    ) -> (dialogue: BrowserDialogue, others: [StoredValue?]) {
        var dialogue = BrowserDialogue.playing(BrowserDialogue.configuration(change))
        for store in neighbours {
            dialogue.device.stores[store, ["authn_token"]] = .text(BrowserDialogue.authentication())
            dialogue.device.stores[store, ["authz_token", "KITE1"]] = .text(BrowserDialogue.authorization())
        }
        return (dialogue, neighbours.map { dialogue.device.stores[$0, []] })
    }

    private static func others(_ dialogue: BrowserDialogue) -> [StoredValue?] {
        neighbours.map { dialogue.device.stores[$0, []] }
    }

    @Test(
        "A logout forgets the requestor's tokens in this program, and no other requestor's or program's",
        arguments: [BrowserOptions.Logout.forgetsTokens, .opensPage]
    )
    func logout(_ manner: BrowserOptions.Logout) {
        var (dialogue, others) = Self.playing { $0.options.logout = manner }
        dialogue.user(.logOut)
        #expect(dialogue.device.stores[Self.own, []] == nil)
        #expect(Self.others(dialogue) == others)
    }

    @Test("A pending logout forgets the requestor's tokens, all resources', and nobody else's")
    func pendingLogout() {
        var (dialogue, others) = Self.playing()
        dialogue.play("KITE2")
        dialogue.service(BrowserDialogue.grant(BrowserDialogue.authorization("KITE2")))
        dialogue.service(.pendingLogout(reason: "34764"))
        #expect(dialogue.device.stores[Self.own, []] == nil)
        #expect(Self.others(dialogue) == others)
    }

    @Test("A refused authorization, a launch and a cancel forget nothing that is in a file")
    func nothing() {
        var (dialogue, others) = Self.playing()
        let mine = dialogue.device.stores[Self.own, []]
        dialogue.play("KITE2")
        dialogue.service(.notAuthorized(details: "No."))
        dialogue.user(.launch)
        dialogue.play("KITE3")
        dialogue.user(.cancel)
        #expect(dialogue.device.stores[Self.own, []] == mine)
        #expect(Self.others(dialogue) == others)
    }

    @Test("K-124: an AuthZ token is kept for its own resource; the AuthN token and other resources' stay")
    func authorization() {
        var (dialogue, others) = Self.playing()
        let authentication = dialogue.device.stores[Self.own, ["authn_token"]]
        let first = dialogue.device.stores[Self.own, ["authz_token", "KITE1"]]
        dialogue.play("KITE2")
        let token = BrowserDialogue.authorization("KITE2")
        dialogue.service(BrowserDialogue.grant(token))
        #expect(dialogue.device.stores[Self.own, ["authn_token"]] == authentication)
        #expect(dialogue.device.stores[Self.own, ["authz_token", "KITE1"]] == first)
        #expect(dialogue.device.stores[text: Self.own, ["authz_token", "KITE2"]] == token)
        #expect(Self.others(dialogue) == others)
    }

    @Test("Nobody else's tokens are used: of another requestor, another program, another resource", arguments: 0..<3)
    func used(index: Int) {
        var dialogue = BrowserDialogue()
        let store = Self.neighbours[index]
        dialogue.device.stores[store, ["authn_token"]] = .text(BrowserDialogue.authentication())
        dialogue.device.stores[store, ["authz_token", "KITE1"]] = .text(BrowserDialogue.authorization())
        #expect(BrowserDialogue.operations(dialogue.play()) == [.individualizeDevice])
    }
}
