import PassAPI
import Services
import Testing

@Suite struct FaultPlanTests {
    static let authorize = PassRequest(.authorize)
    static let poll = PassRequest(.readAuthenticationToken)

    @Test("The first rule that fits is taken, others wait")
    func firstFits() {
        var plan = FaultPlan()
        plan.add(.init(.reset, operations: [.readAuthenticationToken]))
        plan.add(.init(.offline))
        #expect(plan.next(for: Self.authorize)?.fault == .offline)
        #expect(plan.next(for: Self.poll)?.fault == .reset)
        #expect(plan.rules.count == 2)
    }

    @Test("A rule counts down and is gone when it is used up")
    func countsDown() {
        var plan = FaultPlan()
        plan.add(.init(.status(500), operations: [.authorize], count: 2))
        plan.add(.init(.reset, count: 1))
        #expect(plan.next(for: Self.authorize)?.fault == .status(500))
        #expect(plan.rules.first?.count == 1)
        #expect(plan.next(for: Self.authorize)?.fault == .status(500))
        #expect(plan.next(for: Self.authorize)?.fault == .reset)
        #expect(plan.rules.isEmpty)
        #expect(plan.next(for: Self.authorize) == nil)
    }

    @Test("A request that no rule fits uses none up")
    func othersAreUntouched() {
        var plan = FaultPlan()
        plan.add(.init(.reset, operations: [.authorize], count: 1))
        let before = plan
        #expect(plan.next(for: Self.poll) == nil)
        #expect(plan == before)
    }

    @Test("A rule that is to happen less than once never does", arguments: [0, -1])
    func never(count: Int) {
        var plan = FaultPlan()
        plan.add(.init(.offline, count: count))
        #expect(plan == FaultPlan())
    }

    @Test(
        "A fault that can happen on either side happens before the service, unless the rule says after",
        arguments: [.timeout(after: .seconds(30)), .reset, .status(503), .statusPage(502)] as [Fault]
    )
    func sides(fault: Fault) {
        #expect(FaultPlan.Rule(fault).isBeforeService)
        #expect(!FaultPlan.Rule(fault, isAfterService: true).isBeforeService)
    }

    @Test("Without a network nothing leaves; what is done to a response needs one, whatever the rule says")
    func oneSide() {
        for isAfter in [false, true] {
            #expect(FaultPlan.Rule(.offline, isAfterService: isAfter).isBeforeService)
            for fault in [Fault.slow(by: .seconds(2)), .garbageBody, .truncatedBody] {
                #expect(!FaultPlan.Rule(fault, isAfterService: isAfter).isBeforeService)
            }
        }
    }

    @Test("Cleared, everything works again")
    func cleared() {
        var plan = FaultPlan()
        plan.add(.init(.offline))
        plan.clear()
        #expect(plan.next(for: Self.authorize) == nil)
    }
}
