import Documents
import Replay
import Testing
import VirtualTime

@testable import Report
@testable import Simulation

@Suite("A page of what the simulated service does") struct PageRunTests {
    static func fork() throws -> JSONValue {
        var source = try PageContentTests.source("apple-sso-tvos")
        let fork = try ForkedWorld(source.recording)
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        let steps: [ScenarioStep] = [.advance(.seconds(31 * 86_400)), .play("KITE1")]
        source.run = try PageRun(of: run, through: steps.map { Scenario.LocatedStep($0) })
        return try #require(PageContent([source], version: "1").json["recordings"]?.array?.first)
    }

    @Test("Right of the fork is what the simulated service does, and marked so")
    func fork() throws {
        let recording = try Self.fork()
        let events = try #require(recording["events"]?.array)
        let end = try #require(recording["endMicroseconds"]?.number?.int64)
        let simulated = events.filter { $0["isSimulated"] == .bool(true) }
        #expect(simulated.contains { $0["name"]?.string == "v1.authn.exchange" && $0["status"]?.string == "204" })
        #expect(simulated.allSatisfy { ($0["offsetMicroseconds"]?.number?.int64 ?? 0) >= end })
        #expect(events.count { $0["type"]?.string == "exchange" } == 14)
    }

    @Test("The state there is the simulated world's, and nothing of the recording's history is left in it")
    func states() throws {
        let stops = try #require(try Self.fork()["stops"]?.array)
        let first = try #require(stops.firstIndex { $0["type"]?.string == "shown" })
        var entries: [Int64: JSONObject] = [:]
        for stop in stops {
            for change in stop["changes"]?.array ?? [] {
                let index = try #require(change["entry"]?.number?.int64)
                if change["name"] == .null {
                    entries[index] = nil
                } else {
                    for member in change.object?.members ?? [] {
                        entries[index, default: [:]][member.key] = member.value
                    }
                }
            }
            if stop == stops[first] { #expect(entries.keys.allSatisfy { $0 >= 10_000_000 }) }
        }
        let names = entries.values.compactMap { $0["name"]?.string }
        #expect(names.contains("wall clock"))
    }

    @Test("A scenario is a page of its own")
    func scenario() throws {
        let scenario = ScenarioGenerator.scenario(seed: 3)
        guard case .setup(let setup) = scenario.start else { return }
        let run = try PageRun(of: ScenarioRun(in: try World(setup)), through: scenario.steps)
        let page = PageContent([PageSource(run, name: "a.yaml")], version: "1").json
        let recording = try #require(page["recordings"]?.array?.first)
        #expect(recording["isScenario"] == .bool(true))
        #expect(recording["verdict"]?["parting"]?.string == "No expectation failed.")
        #expect(recording["events"]?.array?.isEmpty == false && recording["stops"]?.array?.isEmpty == false)
    }
}
