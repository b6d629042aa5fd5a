import ClientStack
import Exchanges
import PassAPI
import Replay
import Services
import Testing
import VirtualTime

@Suite struct BrowserReplayTests {
    @Test("A capture of the browser dialect replays without divergence or deviation", arguments: Captures.browser)
    func noDivergence(name: String) throws {
        let result = try Replayer.replay(Captures.recording(name))
        #expect(result.divergences.map(\.summary) == [])
        #expect(result.deviations.map(\.summary) == [])
    }
}
