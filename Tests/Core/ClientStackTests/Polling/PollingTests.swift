import Testing
import VirtualTime

@testable import ClientStack

struct PollingTests {
    @Test("POLL-001: it pauses between polls, a second at least, and then counts one more")
    func pauses() {
        var (polling, buffer) = (Polling(), EffectBuffer())
        #expect(polling.polls == 1 && polling.waitingFor == nil)
        let goesOn = polling.wait(.milliseconds(10), limit: nil, &buffer)
        #expect(goesOn && polling.waitingFor == .timer(TimerID(1), .nextPoll))
        #expect(buffer.end() == [.startTimer(TimerID(1), .seconds(1))])
        polling.wake()
        #expect(polling.polls == 2 && polling.waitingFor == nil)
    }

    @Test("With a limit it ends after as many polls, without a further pause")
    func limit() {
        var (polling, buffer) = (Polling(), EffectBuffer())
        let first = polling.wait(.seconds(5), limit: 2, &buffer)
        polling.wake()
        _ = buffer.end()
        let second = polling.wait(.seconds(5), limit: 2, &buffer)
        #expect(first && !second)
        #expect(buffer.end().isEmpty)
    }
}
