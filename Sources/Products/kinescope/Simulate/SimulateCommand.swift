import ArgumentParser
import Documents
import Foundation
import Report
import ScenarioFiles
import Simulation

/// `kinescope simulate`: scenarios, each from its beginning to its end.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run scenarios and report which expectations were not met",
        discussion: """
            A scenario is a YAML file: a world that is set up or taken from a recording, steps, expectations. Of a \
            directory every .yaml and .yml below it is run. Scenarios run on all cores, and are printed in the order given. \
            Time is virtual and randomness follows from the seed: the same scenario gives the same digest everywhere.

            EXAMPLES:
              kinescope simulate Scenarios/sign-on/regular-ios.yaml
              kinescope simulate Scenarios/sign-on/regular-ios.yaml --timeline
              kinescope simulate Scenarios --junit report.xml
              kinescope simulate Scenarios --json | jq -r 'select(.verdict == "failed").file'
              kinescope simulate --random 1000 --seed 7 --verify
              kinescope simulate --random 1 --seed 7 --yaml > seed-7.yaml

            \(ExitStatus.help(findings: "an expectation was not met, or two digests of --verify differ"))
            """
    )

    @Argument(
        help: "Scenarios, and directories of scenarios",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var scenarios: [String] = []

    @Flag(help: "Print JSON Lines")
    var json = false

    @Flag(help: "Print the timeline of each scenario")
    var timeline = false

    @Flag(help: "Print the timeline with each event's details")
    var details = false

    @Flag(help: "Print only the digests, a line a scenario")
    var digest = false

    @Option(
        help: ArgumentHelp("Write a JUnit report; - is standard output", valueName: "file"),
        completion: .file(extensions: ["xml"])
    )
    var junit: String?

    @Flag(help: "Stop at the first scenario that fails or cannot be run")
    var failFast = false

    @Flag(help: "Run everything again in a second process and compare the digests")
    var verify = false

    @Option(help: ArgumentHelp("Generate this many scenarios instead, 1 to 1000000", valueName: "count"))
    var random: Int?

    @Option(
        help: ArgumentHelp(
            "The seed of the first generated scenario. The others have the numbers after it",
            valueName: "number"
        )
    )
    var seed: UInt64?

    @Flag(help: "Print the generated scenarios as files instead of running them")
    var yaml = false

    @OptionGroup var painting: ColorOptions

    func validate() throws {
        if scenarios.isEmpty, random == nil { throw ValidationError("name a scenario, or generate some with --random") }
        if !scenarios.isEmpty, random != nil { throw ValidationError("--random takes the place of scenarios") }
        if let random, !(1...1_000_000).contains(random) {
            throw ValidationError("--random takes a whole number from 1 to 1000000")
        }
        if seed != nil, random == nil {
            throw ValidationError("--seed needs --random. A scenario has a seed of its own")
        }
        if yaml, random == nil { throw ValidationError("--yaml needs --random. Other scenarios are files already") }
        if yaml, json || timeline || details || digest || verify || junit != nil {
            throw ValidationError("--yaml runs nothing: omit the other options")
        }
        if digest, json || timeline || details {
            throw ValidationError("--digest prints nothing else: omit --json, --timeline and --details")
        }
        if junit == "-", json || timeline || details || digest {
            throw ValidationError("--junit - writes the report to standard output, which then holds nothing else")
        }
    }

    func run() throws {
        let work = try self.work()
        if yaml { return try writeFiles(work) }
        let report = try self.reportFile()
        var teller = ScenarioReporter(form, total: work.count, makesReport: report != nil)
        try Self.run(work, failFast: failFast, as: form) { try teller.tell($0) }
        try teller.finish()
        if let report, let text = teller.report?.text {
            try report.write(text)
            try report.finish()
        }
        if verify { try compareWithSecondProcess(teller.digests, after: teller.status) }
        guard teller.status == .good else { throw teller.status.asError }
    }

    private var form: ScenarioReporter.Form {
        if junit == "-" { return .nothing }
        if digest { return .digest }
        if json { return .json(showsTimeline: timeline || details) }
        return .text(
            ScenarioText(
                painting.style(),
                showsTimeline: timeline || details,
                showsDetails: details,
                showsDigest: random != nil
            )
        )
    }

    /// What is to be run: files, or seeds.
    private enum Work: Sendable {
        case file(String)
        case seed(UInt64)
    }

    private func work() throws -> [Work] {
        guard let random else { return try ScenarioPaths.files(at: scenarios).map(Work.file) }
        return (0..<UInt64(random)).map { .seed((seed ?? 1) &+ $0) }
    }

    private func writeFiles(_ work: [Work]) throws {
        for case .seed(let seed) in work {
            if work.count > 1 { try Terminal.output.write("---\n") }
            try Terminal.output.write(ScenarioFile.text(of: ScenarioGenerator.scenario(seed: seed)))
        }
    }

    private func reportFile() throws -> OutputFile? {
        guard let junit else { return nil }
        for path in scenarios where SameFile.isSame(junit, path) {
            throw CommandFailure("\(junit) is a scenario: name another file for the report")
        }
        return try OutputFile(junit, replacesExisting: true)
    }

    /// Runs everything on all cores and hands on the results in order.
    private static func run(
        _ work: [Work],
        failFast: Bool,
        as form: ScenarioReporter.Form,
        _ consume: @escaping (ScenarioReporter.Told) throws -> Void
    ) throws {
        let pipeline = OrderedPipeline { (work: Work) in
            switch work {
            case .file(let file): ScenarioReporter.Told(ScenarioRunner.result(ofFile: file), as: form)
            case .seed(let seed): ScenarioReporter.Told(ScenarioRunner.result(ofSeed: seed), as: form)
            }
        } consume: { told in
            try consume(told)
            if failFast, told.result.verdict != .good { throw FirstFailure() }
        }
        defer { pipeline.cancel() }
        do {
            for item in work { try pipeline.submit(item) }
            try pipeline.finish()
        } catch is FirstFailure {
            return
        }
    }

    /// Ends a run that was to stop at the first failure.
    private struct FirstFailure: Error {}

    private func compareWithSecondProcess(_ digests: String, after status: ExitStatus) throws {
        var arguments = ["simulate", "--digest"] + (failFast ? ["--fail-fast"] : [])
        if let random { arguments += ["--random", String(random), "--seed", String(seed ?? 1)] }
        let second = try SecondProcess.output(of: arguments + (scenarios.isEmpty ? [] : ["--"] + scenarios))
        if let failure = Self.failure(ofDigests: digests, second, after: status) { throw failure }
        guard case .text = form else { return }
        let count = Self.lines(digests).count
        try Terminal.output.writeText("verified: a second process gave the same digests, 0 differences in \(count)\n")
    }

    /// What a second process's digests come to.
    ///
    /// - Parameters:
    ///   - digests: those of this process, a line each.
    ///   - second: those of the second process.
    ///   - status: what the scenarios themselves came to; one that was refused is worse than two digests that differ.
    /// - Returns: the failure; nil if they are the same.
    static func failure(ofDigests digests: String, _ second: String, after status: ExitStatus) -> CommandFailure? {
        guard second != digests else { return nil }
        let (ours, others) = (lines(digests), lines(second))
        let differing = zip(ours, others).filter { $0 != $1 }
        let (here, there) = differing.first ?? (Substring(digests), Substring(second))
        return CommandFailure(
            "the digests differ: \(here) here, \(there) in a second process, "
                + CountedNoun.text(differing.count, "difference") + "; "
                + "please report this",
            status: status == .refused ? .refused : .difference
        )
    }

    private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
