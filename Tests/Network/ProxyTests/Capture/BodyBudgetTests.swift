import Testing

@testable import Proxy

@Suite struct BodyBudgetTests {
    @Test("Room is granted to the last byte, and given back with the last who holds on to it")
    func grants() {
        let budget = BodyBudget(limit: 100)
        var first = budget.grant(60)
        #expect(first?.bytes == 60)
        #expect(budget.grant(41) == nil)
        var second: BodyBudget.Grant? = budget.grant(40, beside: first)
        #expect(second?.bytes == 100)
        #expect(budget.grant(1) == nil)
        first = nil
        #expect(budget.used == 100)
        #expect(second != nil)
        second = nil
        #expect(budget.used == 0)
    }
}
