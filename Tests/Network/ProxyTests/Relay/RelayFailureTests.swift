@testable import Proxy
import Testing
@testable import ProxyProtocol

@Suite struct RelayFailureTests {
    private struct Oddity: Error {}

    @Test("A failure keeps what its error says, and whether it was about time")
    func errors() {
        let slow = RelayFailure(UpstreamError.timedOut(host: "a.example", port: 80))
        #expect(slow.kind == .timeout)
        #expect(slow.reason == "no connection to a.example:80 in time")
        #expect(RelayFailure(UpstreamError.brokenOff(host: "a.example", reason: "x")).kind == .brokenOff)
        #expect(RelayFailure(UpstreamError.reset(host: "a.example", code: 8)).kind == .reset(8))
        #expect(RelayFailure(UpstreamError.tooLargeHead(host: "a.example", limit: 1)).kind == .other)
        #expect(RelayFailure(Oddity()).reason.hasSuffix(": oddity"))
    }
}
