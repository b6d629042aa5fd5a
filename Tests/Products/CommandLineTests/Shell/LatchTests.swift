import Testing

@testable import kinescope

@Suite struct LatchTests {
    @Test("Who waits goes on when it opens, also if it was open before, or is opened again")
    func opens() async {
        let early = Latch()
        early.open()
        early.open()
        await early.wait()
        let late = Latch()
        let waiting = Task { await late.wait(atMost: .seconds(600)) }
        late.open()
        await waiting.value
    }

    @Test("Nobody waits longer than they would, and it is open then")
    func limit() async {
        let latch = Latch()
        let began = ContinuousClock.now
        await latch.wait(atMost: .milliseconds(20))
        #expect(ContinuousClock.now - began >= .milliseconds(20))
        await latch.wait()
    }
}
