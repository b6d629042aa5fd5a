import ClientStack
import Testing

@Suite struct PollIntervalTests {
    @Test("Every stack polls every five seconds unless told otherwise, and the service allows one call a second")
    func standard() {
        #expect(PollInterval.standard == .seconds(5))
        #expect(PollInterval.shortest == .seconds(1))
        #expect(ClientOptions().pollInterval == .seconds(5))
        #expect(AccessEnablerOptions().pollInterval == .seconds(5))
        #expect(ClientBehavior().pollInterval == .seconds(5))
    }
}
