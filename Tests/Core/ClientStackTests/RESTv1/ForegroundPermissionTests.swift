import ClientStack
import SubscriberAccount
import Testing

@Suite("Permission when the app comes to the foreground") struct ForegroundPermissionTests {
    private static func dialogue(_ change: (inout ClientOptions) -> Void = { $0.asksPermissionInForeground = true })
        -> Dialogue
    {
        Dialogue(Kite.configuration { change(&$0.options) })
    }

    @Test("K-10: in the foreground the client asks for permission, and waits for nothing else")
    func asks() {
        var dialogue = Self.dialogue()
        dialogue.user(.foreground)
        #expect(dialogue.openQuestions.map(\.question) == [.checkAccessStatus(prompt: true)])
        #expect(dialogue.operations.isEmpty && dialogue.client.step == nil)
        dialogue.platform(.accessStatus(.granted, nil))
        #expect(dialogue.client.isIdle && dialogue.effects.count == 1, "the device keeps the answer")
    }

    @Test("By default it does not, nor without Apple's sign-in, nor while a user is signed in")
    func doesNot() {
        var byDefault = Dialogue()
        byDefault.user(.foreground)
        #expect(byDefault.effects.isEmpty)
        var without = Self.dialogue {
            $0.asksPermissionInForeground = true
            $0.usesPlatformSignOn = false
        }
        without.user(.foreground)
        #expect(without.effects.isEmpty)
        var signedIn = Dialogue.signedIn(Kite.configuration { $0.options.asksPermissionInForeground = true })
        let count = signedIn.effects.count
        signedIn.user(.foreground)
        #expect(signedIn.effects.count == count)
    }

    @Test("A late answer is not taken for that of the sign-in, which asks again")
    func late() {
        var dialogue = Self.dialogue()
        dialogue.user(.foreground)
        let first = dialogue.openQuestions.map(\.id)
        dialogue.user(.launch)
        for id in first { dialogue.hear(.vsaAnswered(id, .accessStatus(.denied, nil))) }
        #expect(dialogue.openRequests.count == 1 && !dialogue.operations.contains(.createRegistrationCode))
    }
}
