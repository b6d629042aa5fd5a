import ArgumentParser
import Documents
import Exchanges
import RecordingStore
import Replay
import Report
import ScenarioFiles
import Simulation

/// `kinescope report`: a recording as a page to look at.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page that shows a recording: timeline, lives of tokens, a slider through time",
        discussion: """
            The page is one HTML file that loads nothing and sends nothing: attach it to a ticket. It shows what \
            happened, when each token expires, each exchange with its tokens opened, and the state at each instant, as \
            show, inspect, replay, sweep and state print them. At each expiration, and 31 days after the end, it shows \
            what the simulated service would do.

            With --then the recording is left at its end, or at --fork-at, and the page shows what the simulated \
            service does from there. Two recordings are shown above each other, with what differs.

            EXAMPLES:
              kinescope report sign-on.kinescope -o sign-on.html
              kinescope report sign-on.kinescope -o later.html --then 'advance 31d; play KITE1'
              kinescope report monday.kinescope tuesday.kinescope -o both.html
              kinescope report upgrade.yaml -o upgrade.html

            \(ExitStatus.help)
            """
    )

    @Argument(
        help: "A scenario (.yaml), or one or two recordings: .kinescope, or .har with its .vsa.jsonl beside it",
        completion: .file(extensions: ["kinescope", "har", "yaml", "yml"])
    )
    var sources: [String]

    @Option(name: .shortAndLong, help: "The HTML file to write; - is standard output", completion: .file())
    var output: String

    @Flag(help: "Replace an existing file")
    var force = false

    @Flag(help: "Show a recording whose secrets were not replaced, with all of them")
    var withSecrets = false

    @Option(help: "The device of a recording that holds several; default: the one with most calls")
    var device: String?

    @OptionGroup var fork: ForkOptions

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        if sources.count > 2 { throw ValidationError("a page shows at most two recordings") }
        let hasScenario = sources.contains(where: ScenarioPaths.isScenario)
        if hasScenario, sources.count > 1 { throw ValidationError("a scenario has a page of its own") }
        if hasScenario, device != nil || fork.then != nil {
            throw ValidationError("--device and --then are for recordings. A scenario always runs")
        }
        if sources.count > 1, fork.then != nil || device != nil {
            throw ValidationError("--device and --then are for one recording")
        }
        if json, output == "-" { throw ValidationError("--json and -o - cannot both write to standard output") }
    }

    func run() throws {
        // Before a recording is read: what is wrong with a step is wrong with the command line.
        let steps = try fork.steps()
        for path in sources where SameFile.isSame(path, output) {
            throw CommandFailure("\(output) is the recording itself: name another file")
        }
        var reader = ReportSource(device: device, allowsSecrets: withSecrets)
        reader.fork = steps
        let read = try sources.map(reader.source)
        let comparison = read.count == 2 ? ReportSource.comparison(read[0].recording, read[1].recording) : nil
        let content = PageContent(read, comparison: comparison, version: Version.text)
        let file = try OutputFile(output, replacesExisting: force)
        let bytes = Page.html(of: content)
        try file.write(bytes)
        try file.finish()
        guard json else { return }
        let line: JSONObject = [
            "type": .string("file"), "kind": .string("page"), "path": .string(output), "sizeBytes": .count(bytes.count),
        ]
        let exchanges = read.reduce(0) { $0 + $1.recording.exchanges.count }
        try JSONOutput.write(
            (JSONLine.text(of: line), ["exchangeCount": .count(exchanges), "recordingCount": .count(read.count)]),
            of: "report"
        )
    }
}
