import ClientStack
import PassAPI
import Testing
import VirtualTime

/// The state of a client after a call that someone else has made in its place.
@Suite struct ClientAdoptionTests {
    private static let poll = Kite.request(
        .readAuthenticationToken,
        [("requestor", "KITETV"), ("deviceId", "kite-box-0001")]
    )

    /// A code of half an hour, on a device whose clock is ahead of the service's by so much; the first poll is out.
    private static func polling(ahead: Duration) -> Dialogue {
        var dialogue = Dialogue.atRegularLogin()
        let issued = Kite.now - ahead
        dialogue.service(.code(generated: issued, expires: issued + .seconds(1_800)))
        return dialogue
    }

    @Test(
        "After an adopted poll a code lives on for the rest of its own span, wherever the device's clock stands",
        arguments: [Duration.zero, .seconds(3_600), .seconds(-3_600)]
    )
    func restOfCode(ahead: Duration) {
        var dialogue = Self.polling(ahead: ahead)
        let end = dialogue.now + .seconds(1_800)
        dialogue.now += .seconds(600)
        dialogue.adopts(Self.poll, .notFound)
        #expect(dialogue.client.step == .regularLogin)
        #expect(dialogue.openTimers.map(\.due).max() == end)
        // It polls on of itself, until the code is over.
        dialogue.timePasses()
        #expect(dialogue.operations.last == .readAuthenticationToken)
        dialogue.service(.notFound)
        while dialogue.now < end, !dialogue.openTimers.isEmpty {
            dialogue.timePasses()
            dialogue.service(.notFound)
        }
        #expect(dialogue.now == end)
        #expect(dialogue.messages == ["The registration code has expired."])
        #expect(dialogue.client.isIdle)
    }

    @Test("A clock that is set while a code is out does not shorten its life")
    func clockSet() {
        var dialogue = Self.polling(ahead: .zero)
        // As the client sees it; the timers run on by themselves.
        dialogue.now += .seconds(86_400)
        let before = dialogue.openTimers.map(\.id)
        dialogue.adopts(Self.poll, .notFound)
        #expect(dialogue.client.step == .regularLogin)
        #expect(before.allSatisfy { id in dialogue.openTimers.contains { $0.id == id } })
    }

    @Test("An adopted poll that brought the token ends the login and its timers")
    func signedIn() {
        var dialogue = Self.polling(ahead: .zero)
        dialogue.service(.notFound)
        #expect(dialogue.openTimers.count == 2)
        dialogue.adopts(Self.poll, .authentication())
        #expect(dialogue.client.isSignedIn)
        #expect(dialogue.openTimers.isEmpty)
    }

    @Test("An adopted poll between two of the client's own leaves one poll to come, and one end of the code")
    func between() {
        var dialogue = Self.polling(ahead: .zero)
        dialogue.service(.notFound)
        dialogue.adopts(Self.poll, nil)
        #expect(dialogue.openTimers.count == 2)
        #expect(dialogue.client.step == .regularLogin)
    }

    @Test("Whatever else is adopted while a code is out ends the login and its timers")
    func otherCall() {
        var dialogue = Self.polling(ahead: .zero)
        dialogue.service(.notFound)
        dialogue.adopts(Kite.request(.logout, [("requestor", "KITETV"), ("deviceId", "kite-box-0001")]), .noContent)
        #expect(dialogue.openTimers.isEmpty)
        #expect(!dialogue.client.isSignedIn && dialogue.client.isIdle)
    }
}
