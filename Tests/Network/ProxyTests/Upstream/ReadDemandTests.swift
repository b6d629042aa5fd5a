import Testing

@testable import Proxy

@Suite struct ReadDemandTests {
    @Test("A read is owed until something was handed on")
    func demand() {
        var demand = ReadDemand()
        #expect(!demand.isUnmet)
        demand.asked()
        #expect(demand.isUnmet)
        demand.delivered()
        #expect(!demand.isUnmet)
    }
}
