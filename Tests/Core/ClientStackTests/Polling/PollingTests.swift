import Testing
import VirtualTime

@testable import ClientStack

struct PollingTests {
    @Test("POLL-001: it pauses between polls, a second at least, and then counts one more")
    func pauses() {
        var (polling, buffer) = (Polling(), EffectBuffer())
        #expect(polling.polls == 1 && polling.waitingFor == nil)
        polling.wait(.milliseconds(10), &buffer)
        #expect(polling.waitingFor == .timer(TimerID(1), .nextPoll))
        #expect(buffer.end() == [.startTimer(TimerID(1), .seconds(1))])
        polling.wake()
        #expect(polling.polls == 2 && polling.waitingFor == nil)
    }
}
