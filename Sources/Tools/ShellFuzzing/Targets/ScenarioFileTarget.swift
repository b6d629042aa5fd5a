import FuzzReadings
public import Fuzzing
import ScenarioFiles
import Simulation
import VirtualTime

extension FuzzTarget {
    /// Scenarios as YAML; a text of one line is read as `--then` takes it, too.
    public static let scenarioFile = FuzzTarget(
        "ScenarioYAML",
        maximumBytes: 64 * 1024,
        check: ScenarioChecks.check,
        quickCheck: { input throws(PropertyFailure) in _ = try ScenarioChecks.read(input) },
        mutate: { input, generator in LineMutation.mutated(input, &generator) }
    )
}

enum ScenarioChecks {
    private static let name = "fuzzed.yaml"

    /// The scenario in a text; nil if there is none.
    static func read(_ input: [UInt8]) throws(PropertyFailure) -> Scenario? {
        // Whoever reads a file says of other bytes that they are no text.
        guard let text = String(validating: input, as: UTF8.self) else { return nil }
        if input.count <= 4096, !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) { try steps(text) }
        do throws(ScenarioFileError) {
            return try ScenarioFile.parse(text, name: name)
        } catch {
            try refused(error, text)
            return nil
        }
    }

    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        var digest = Digest()
        digest.absorb(input)
        try ScenarioReadings.agree(digest.value ^ digest.value >> 32)
        guard let scenario = try read(input) else { return }
        try ScenarioReadings.launched(scenario)
        if let text = StartLine.text(in: input), case .setup(let setup) = scenario.start {
            try requireEqual(setup.start, CountedDate.ofRFC3339(text), "instant-by-counting-days")
        }
        try require(scenario.steps.count <= ScenarioFile.mostSteps, "limit-steps", "\(scenario.steps.count)")
        let written = ScenarioFile.text(of: scenario)
        try attempt("reads-what-it-writes") {
            let again = try ScenarioFile.parse(written, name: "written.yaml")
            try require(unlocated(again) == unlocated(scenario), "writes-what-it-read", String(written.prefix(500)))
            try requireEqual(ScenarioFile.text(of: again), written, "print-is-a-fixed-point")
        }
    }

    private static func steps(_ text: String) throws(PropertyFailure) {
        do throws(ScenarioFileError) {
            _ = try ScenarioFile.steps(parsing: text)
        } catch {
            try requireOneLine("\(error)")
            let column = error.column ?? 1
            try require((1...text.count + 1).contains(column), "error-on-a-column", "\(column) of \(text.count)")
        }
    }

    private static func refused(_ error: ScenarioFileError, _ text: String) throws(PropertyFailure) {
        try requireEqual(error.file, name, "error-names-the-file")
        try requireOneLine("\(error)")
        // YAML ends lines with these, and with nothing else that is written here by accident.
        let ends = text.unicodeScalars.count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }
        try require((1...ends + 2).contains(error.line), "error-on-a-line", "line \(error.line) of \(ends + 1)")
        try require(error.column.map { $0 >= 1 } ?? true, "error-on-a-column", "\(error)")
    }

    /// The scenario without the lines that its steps stand on.
    private static func unlocated(_ scenario: Scenario) -> Scenario {
        var scenario = scenario
        for index in scenario.steps.indices { scenario.steps[index].line = 0 }
        return scenario
    }
}
