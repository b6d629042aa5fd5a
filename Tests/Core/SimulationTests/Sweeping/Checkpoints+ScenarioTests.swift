import Simulation
import Testing
import VirtualTime

@Suite struct CheckpointsOfScenariosTests {
    @Test("A code that is used before its step is over is seen nevertheless, and so is what the step brought")
    func codes() throws {
        let steps: [Scenario.LocatedStep] = [
            .init(.launch), .init(.signIn(.init(provider: "Juniper"))), .init(.play("KITE1")),
        ]
        let checkpoints = try Checkpoints(of: HorizonTests.run(), through: steps)
        let kinds = Set(checkpoints.all.map(\.expiration.kind))
        #expect(kinds.isSuperset(of: [.registrationCode, .accessToken, .authenticationToken, .mediaToken]))
        let code = try #require(checkpoints.all.first { $0.expiration.kind == .registrationCode })
        #expect(!code.world.isSignedIn(0))
    }

    @Test("Looking for deadlines changes nothing of the run")
    func harmless() throws {
        let steps: [Scenario.LocatedStep] = [.init(.launch), .init(.signIn(.init(provider: "Juniper")))]
        var run = try HorizonTests.run()
        try run.run(steps)
        let checkpoints = try Checkpoints(of: HorizonTests.run(), through: steps)
        let last = try #require(checkpoints.all.last)
        #expect(last.world.timeline == run.world.timeline)
    }

    @Test("A step that cannot happen is an error")
    func impossible() throws {
        #expect(throws: ScenarioError.self) {
            try Checkpoints(of: HorizonTests.run(), through: [.init(.advanceTo(HorizonTests.start - .seconds(1)))])
        }
    }
}
