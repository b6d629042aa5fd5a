import Report
import VirtualTime

/// Tells the results of scenarios one after the other, as the command line asked for, and keeps count.
struct ScenarioReporter {
    /// How a result is told.
    enum Form: Sendable {
        case text(ScenarioText)
        case json(showsTimeline: Bool)
        case digest
        /// Nothing on standard output: it belongs to the report.
        case nothing
    }

    /// A result, and its text, made on the thread that ran it: there its timeline ends as well, which is most of what a run leaves.
    struct Told: Sendable {
        var result: ScenarioResult
        var text: String

        init(_ result: ScenarioResult, as form: Form) {
            self.result = result
            text =
                switch form {
                case .text(let text): text.text(of: result)
                case .json(let showsTimeline): ScenarioJSON.text(of: result, showsTimeline: showsTimeline)
                case .digest: ScenarioReporter.digestLine(result)
                case .nothing: ""
                }
            self.result.outcome.forgetTimeline()
        }
    }

    let form: Form
    /// How many there will be.
    let total: Int
    /// What came of them so far.
    private(set) var counts = ScenarioCounts()
    /// All of them for continuous integration; nil if no such report is wanted.
    private(set) var report: JUnitReport?
    /// Their digests, a line each.
    private(set) var digests = ""
    private var progress = Progress()
    /// Where JSON goes, once its header is written.
    private var json: JSONOutput?

    init(_ form: Form, total: Int, makesReport: Bool) {
        self.form = form
        self.total = total
        report = makesReport ? JUnitReport() : nil
    }

    /// Tells one more result; a scenario that could not be run is an error on standard error.
    mutating func tell(_ told: Told) throws {
        let (result, text) = (told.result, told.text)
        counts.add(result.verdict)
        report?.add(result)
        digests += Self.digestLine(result)
        progress.clear()
        if case .refused(let problem, _) = result.outcome { try Terminal.error.writeMessage(problem) }
        if case .json = form, json == nil { json = try JSONOutput(of: "simulate") }
        if !text.isEmpty { try Terminal.output.write(text) }
        let done = counts.total
        let total = total
        if done < total { progress.show("simulating: \(done) of \(total)") }
    }

    /// Tells how many came to what; in text where there were several.
    mutating func finish() throws {
        progress.clear()
        switch form {
        case .text where total > 1: try Terminal.output.writeText(counts.text + "\n")
        case .json: try (json ?? JSONOutput(of: "simulate")).finish(counts.object)
        case .text, .digest, .nothing: break
        }
    }

    /// How the process ends.
    var status: ExitStatus {
        counts.refused > 0 ? .refused : counts.failed > 0 ? .difference : .good
    }

    private static func digestLine(_ result: ScenarioResult) -> String {
        guard case .ran(let run) = result.outcome else { return "" }
        return "\(run.digest)  \(PrintableText.escaped(result.file))\n"
    }
}

extension ScenarioResult.Outcome {
    fileprivate mutating func forgetTimeline() {
        switch self {
        case .ran(var run):
            run.timeline = Timeline()
            self = .ran(run)
        case .refused(let problem, var run):
            run?.timeline = Timeline()
            self = .refused(problem, run)
        }
    }
}
