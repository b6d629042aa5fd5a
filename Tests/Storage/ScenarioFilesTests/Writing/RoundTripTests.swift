import Testing

@testable import ScenarioFiles
@testable import Simulation

@Suite struct RoundTripTests {
    @Test("Whatever a scenario says, it reads back from its own text", arguments: 0..<400)
    func arbitrary(seed: UInt64) throws {
        let scenario = ArbitraryScenario.scenario(seed: seed)
        let text = ScenarioFile.text(of: scenario)
        do {
            let read = try Scenario(reading: FileNode(yaml: text), yaml: FileNode.init(yaml:)).unlocated
            let isSame = read == scenario
            #expect(isSame, "\(text)")
        } catch {
            Issue.record("\(error)\n\(text)")
        }
    }

    @Test("Every scenario that is made up can happen, and reads back from its own text", arguments: 0..<300)
    func generated(seed: UInt64) throws {
        let scenario = ScenarioGenerator.scenario(seed: seed)
        let text = ScenarioFile.text(of: scenario)
        do {
            let isSame = try ScenarioFile.parse(text, name: "random.yaml").unlocated == scenario
            #expect(isSame, "\(text)")
        } catch {
            Issue.record("\(error)\n\(text)")
        }
    }

    @Test("The same seed makes the same scenario, another one another")
    func seeds() {
        #expect(ScenarioGenerator.scenario(seed: 7) == ScenarioGenerator.scenario(seed: 7))
        #expect(ScenarioGenerator.scenario(seed: 7) != ScenarioGenerator.scenario(seed: 8))
    }
}
