import Checkout
import Foundation
import Report
import Simulation
import Testing
import VirtualTime

@testable import kinescope

/// The scenarios below `Scenarios`, each a test of the rows of Documentation/contributing/requirements.md that it names.
///
/// `Scripts/requirements` counts those rows.
@Suite struct ScenarioLibraryTests {
    @Test("What a scenario of the library states is so", arguments: LibraryScenario.all)
    func holds(scenario: LibraryScenario) {
        let result = ScenarioRunner.result(ofFile: scenario.path)
        guard case .ran(let run) = result.outcome else { return #expect(Bool(false), "\(result.outcome)") }
        let missed = run.failures.map { "\(scenario.name):\($0.line): expected \($0.expected), found \($0.found)" }
        #expect(run.failures.isEmpty, "\(missed.joined(separator: "\n"))")
        #expect(result.requirements == scenario.requirements, "requirements are one line: requirements: [K-1, K-2]")
    }

    @Test("A scenario of the library names its requirements, and no other has its title")
    func named() {
        // Those of REST API V2 have none: the requirements are of V1, the SDKs and Apple's framework.
        let withoutRequirements = LibraryScenario.all.filter(\.requirements.isEmpty).map(\.name)
            .filter { !$0.contains("rest-v2/") }
        #expect(withoutRequirements.isEmpty)
        let titles = Dictionary(grouping: LibraryScenario.all, by: \.title)
        #expect(titles.filter { $0.value.count > 1 }.isEmpty)
        #expect(LibraryScenario.all.count > 100)
    }

    @Test("The reference of scenarios names every fact of an event that the library shows")
    func facts() throws {
        let page = Checkout.text(of: "Documentation/reference/scenarios.md")
        var keys: Set<String> = []
        for scenario in LibraryScenario.all {
            guard case .ran(let run) = ScenarioRunner.result(ofFile: scenario.path).outcome else { continue }
            // What is sent, what an app sets and what Apple's framework adds has names of its own.
            for event in run.timeline.events where event.kind != "setOptions" {
                keys.formUnion(event.values.filter { !$0.isIdentity && !$0.key.hasPrefix("VSError") }.map(\.name))
            }
        }
        #expect(keys.count > 50)
        #expect(keys.filter { !page.contains("`\($0)`") && !page.contains("`\($0)=") }.sorted() == [])
    }

    @Test("The reference of scenarios names every kind of state, and every fact of one that the library shows")
    func state() throws {
        let page = Checkout.text(of: "Documentation/reference/scenarios.md")
        var words = Set(StateEntry.Kind.ofWorlds.map(\.rawValue))
        for scenario in LibraryScenario.all {
            let run = try RunSource(scenario.path).run(at: .end, device: nil)
            words.formUnion(run.world.stateEntries().flatMap(\.facts).map(\.name))
        }
        #expect(words.count > 60)
        #expect(words.filter { !page.contains("`\($0)`") }.sorted() == [])
    }

    @Test("A scenario lies in one of the folders that Scenarios/README.md tells of")
    func grouped() throws {
        let page = try String(contentsOf: LibraryScenario.folder.appending(path: "README.md"), encoding: .utf8)
        for scenario in LibraryScenario.all {
            let folder = scenario.name.split(separator: "/").dropLast()
            #expect(folder.count == 1 && page.contains("`\(folder.first ?? "")`"), "\(scenario.name)")
        }
    }
}

/// A scenario of the library, as far as a test's name needs it.
struct LibraryScenario: CustomTestStringConvertible, Sendable {
    /// The path to it, seen from `Scenarios`.
    let name: String
    let title: String
    let requirements: [String]

    /// The directory of all of them.
    static let folder = Capture.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scenarios")

    /// All of them, by name.
    static let all: [LibraryScenario] = {
        let files = (try? ScenarioPaths.files(at: [folder.path])) ?? []
        return files.map { LibraryScenario(name: String($0.dropFirst(folder.path.count + 1))) }
    }()

    private init(name: String) {
        self.name = name
        let text = (try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)) ?? ""
        title = text.firstMatch(of: /(?m)^title: "?(.*?)"?$/).map { String($0.1) } ?? ""
        let list = text.firstMatch(of: /(?m)^requirements: \[(.*)\]$/).map { String($0.1) } ?? ""
        requirements = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The file's path.
    var path: String { Self.folder.appending(path: name).path }

    var testDescription: String { "\(requirements.joined(separator: ", ")): \(title) (\(name))" }
}
