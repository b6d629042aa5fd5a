import NIOCore
import Testing

@testable import Recorder

@Suite struct RefusalsTests {
    @Test("A reason is told once a second, each for itself")
    func oncePerSecond() {
        let refusals = Refusals()
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        #expect(refusals.mayTell(.malformed, at: start))
        #expect(!refusals.mayTell(.malformed, at: start + .milliseconds(999)))
        #expect(refusals.mayTell(.headTooSlow, at: start + .milliseconds(999)))
        #expect(refusals.mayTell(.malformed, at: start + .seconds(1)))
    }
}
