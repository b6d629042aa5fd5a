import NIOCore
import Testing

@testable import Proxy

@Suite struct RefusalsTests {
    @Test("A cause is told of a host the first time, the tenth, the hundredth; another host or cause for itself")
    func counts() {
        let refusals = Refusals()
        #expect((1...1_000).compactMap { _ in refusals.countToTell("a", "x") } == [1, 10, 100, 1_000])
        #expect(refusals.countToTell("b", "x") == 1)
        #expect(refusals.countToTell("a", "y") == 1)
    }

    @Test("Of very many hosts some are counted, the others told of once a second")
    func manyHosts() {
        let refusals = Refusals()
        for number in 0..<Refusals.maximumCounted { #expect(refusals.countToTell("h\(number)", "x") == 1) }
        let told = (0..<50).compactMap { refusals.countToTell("i\($0)", "x") }
        #expect((1...2).contains(told.count))
    }

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
