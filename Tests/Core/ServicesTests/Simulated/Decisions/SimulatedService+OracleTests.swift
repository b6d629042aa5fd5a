import PassAPI
import Services
import Testing
import VirtualTime

/// Random knobs and questions against what the rules say in one line.
@Suite struct SimulatedServiceOracleTests {
    /// The knowledge of a reader of the documents about the service.
    struct Model {
        var degradation: ServiceControl.Degradation?
        var isReachable = true
        var isRevoked = false
        var isEnabled = true

        /// Checks whether `finch`, who has KITE1 only, may watch the resource.
        func permits(_ resource: String) -> Bool {
            guard isEnabled else { return false }
            switch degradation {
            case .authorizesNone?: return false
            case .authorizesAll?, .authenticatesAll?: return true
            case nil: return isReachable && !isRevoked && resource == "KITE1"
            }
        }

        mutating func turn(_ number: Int) -> ServiceControl {
            switch number {
            case 0:
                isRevoked.toggle()
                return isRevoked
                    ? .revoke(user: "finch", mvpd: "Meadowlark") : .reinstate(user: "finch", mvpd: "Meadowlark")
            case 1:
                isReachable.toggle()
                return .reachProvider(mvpd: "Meadowlark", isReachable: isReachable)
            case 2:
                degradation = nil
                return .endDegradation(requestor: "KITETV", mvpd: "Meadowlark")
            case 3:
                isEnabled.toggle()
                return .enableIntegration(requestor: "KITETV", mvpd: "Meadowlark", isEnabled: isEnabled)
            case 4: return .revoke(user: "wren", mvpd: "Meadowlark")
            case 5: return .degrade(.authorizesNone, requestor: "HARBORTV", mvpd: "Meadowlark")
            case 6: return .reachProvider(mvpd: "Juniper", isReachable: false)
            default:
                let all = ServiceControl.Degradation.allCases
                let chosen = all[number % all.count]
                degradation = chosen
                return .degrade(chosen, requestor: "KITETV", mvpd: "Meadowlark")
            }
        }
    }

    @Test("After any turning of knobs each question is answered as the rules say", arguments: 0..<40)
    func oracle(seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        // Nothing is cached, so that what was is no excuse for what is.
        let desk = Desk.with { $0.quirks.keepsDecisions = false }
        desk.signOn(user: "finch")
        var model = Model()
        for step in 0..<60 {
            desk.now += .seconds(1)
            desk.service.apply(model.turn(Int.random(in: 0..<12, using: &chance)), at: desk.now)
            for resource in ["KITE1", "KITE2"] {
                let answer = desk.answer(.authorize(desk.context, resource: resource))
                #expect((answer.status == 200) == model.permits(resource), "seed \(seed), step \(step), \(resource)")
                let list = desk.answer(.preauthorize(desk.context, resources: [resource]))
                if case .preauthorization(let lines) = list.content {
                    #expect(lines.map(\.isAuthorized) == [model.permits(resource)], "seed \(seed), step \(step)")
                } else {
                    #expect(!model.isEnabled)
                }
            }
        }
    }
}
