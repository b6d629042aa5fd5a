import Checkout
import Foundation
import Testing

@testable import ScenarioFiles
@testable import Simulation

/// The scenarios in the folder `Scenarios`: each can be read, and says what it is about.
///
/// `ScenarioLibraryTests` runs them.
@Suite struct LibraryTests {
    static let folder = Checkout.top.appending(path: "Scenarios")

    static let files: [String] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    @Test("Every scenario of the library expects something, and is read as it is written", arguments: files)
    func readable(file: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let scenario = try ScenarioFile.parse(text, name: file)
        // The requirements are of V1, the SDKs and Apple's framework.
        let isOfV2 = file.hasPrefix("rest-v2/")
        #expect(isOfV2 || !scenario.requirements.isEmpty, "it names no requirement that it is about")
        #expect(scenario.steps.contains { $0.step.as(ExpectStep.self) != nil }, "it expects nothing")
        #expect(try ScenarioFile.parse(ScenarioFile.text(of: scenario), name: file).unlocated == scenario.unlocated)
    }

    @Test("There is a library")
    func exists() {
        #expect(Self.files.count > 5)
    }
}
