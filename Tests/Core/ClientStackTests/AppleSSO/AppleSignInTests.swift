import PassAPI
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct AppleSignInTests {
    /// A client that notes what it is asked for.
    private struct Desk: AppleSignInDesk {
        var buffer = EffectBuffer()
        var nilExpirationDate = ClientOptions.MissingExpiry.neverExpires
        var asked: [VSARequest] = []
        var calls: [String] = []

        mutating func ask(_ question: VSARequest) { asked.append(question) }
        mutating func requestProfile(for mvpd: MVPD) { calls.append("profile \(mvpd.id)") }
        mutating func exchange(_ saml: String, for mvpd: MVPD) { calls.append("exchange \(mvpd.id)") }
    }

    /// Signs in with Meadowlark, from S2 to S8.
    private func signIn(_ signIn: inout AppleSignIn, _ desk: inout Desk, asksAnew: Bool) {
        signIn.ask(.account, &desk)
        #expect(signIn.handle(.vsaAnswered(.granted), &desk) == .goesOn)
        let account = signIn.handle(.vsaAnswered(.signedIn()), &desk)
        #expect(account == .account(provider: "com.example.meadowlark", .signedIn()))
        signIn.requestProfile(Kite.meadowlark, &desk)
        #expect(signIn.handle(.answered(.profile), &desk) == .goesOn)
        if asksAnew { #expect(signIn.handle(.vsaAnswered(.granted), &desk) == .goesOn) }
        #expect(signIn.handle(.vsaAnswered(.saml()), &desk) == .goesOn)
        #expect(desk.calls == ["profile Meadowlark", "exchange Meadowlark"])
        #expect(signIn.handle(.answered(.noContent), &desk) == .exchanged(Kite.meadowlark, .noContent))
    }

    @Test("Permission is asked for before each question, or once", arguments: [true, false])
    func permission(asksAnew: Bool) {
        var desk = Desk()
        var signIn = AppleSignIn(prompts: asksAnew, asksAnew: asksAnew)
        self.signIn(&signIn, &desk, asksAnew: asksAnew)
        let permissions = desk.asked.filter { $0 == .checkAccessStatus(prompt: asksAnew) }
        #expect(permissions.count == (asksAnew ? 2 : 1))
        #expect(desk.asked.count == permissions.count + 2)
        #expect(desk.buffer.effects == [.enterStep(.checkPlatform), .enterStep(.forwardToPlatform)])
    }

    @Test("What is no answer to the question that is open changes nothing")
    func strays() {
        var desk = Desk()
        var signIn = AppleSignIn()
        #expect(signIn.handle(.vsaAnswered(.granted), &desk) == .goesOn)
        signIn.ask(.account, &desk)
        let before = signIn
        for event in [FlowEvent.answered(.profile), .failed(.unreachable("x")), .userActed(.launch)] {
            #expect(signIn.handle(event, &desk) == .goesOn)
        }
        #expect(signIn == before)
        #expect(signIn.handle(.vsaAnswered(.denied), &desk) == .noAccess(.denied))
    }

    @Test("Another provider's answer is exchanged")
    func mismatch() {
        var desk = Desk()
        var signIn = AppleSignIn.requestingProfile(Kite.meadowlark)
        _ = signIn.handle(.answered(.profile), &desk)
        _ = signIn.handle(.vsaAnswered(.granted), &desk)
        let answer = VSAResult.saml(from: "com.example.sandpiper")
        #expect(signIn.handle(.vsaAnswered(answer), &desk) == .goesOn)
        #expect(desk.calls == ["profile Meadowlark", "exchange Meadowlark"] || desk.calls == ["exchange Meadowlark"])
    }
}
