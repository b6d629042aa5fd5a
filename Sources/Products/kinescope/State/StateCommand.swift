import ArgumentParser
import Exchanges
import History
import Report
import Simulation

/// `kinescope state`: everything that is known at one instant of a run.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Show every token store, the flow and the service's view at one instant",
        discussion: """
            The state of a recording is read from its history: what the service had issued, what the app had \
            received, what had ended and how, what was refused, which calls failed, and what expires when, each with \
            how that is known. With --replay the recording is replayed to the instant, where the simulated service \
            takes over; a scenario runs to it, even in the middle of a step. Shown then: the devices with their \
            stores, each app's flow and what it keeps, what the simulated service has issued, and what expires when.

            EXAMPLES:
              kinescope state sign-on.kinescope
              kinescope state sign-on.kinescope --at 2026-11-20T21:59:12.7Z
              kinescope state sign-on.kinescope --at 'exchange 8'
              kinescope state sign-on.kinescope --at 'just before authz-token KITE1'
              kinescope state sign-on.kinescope --device kite-box-0001 --replay
              kinescope state upgrade.yaml --at +31d
              kinescope state upgrade.yaml --json | jq 'select(.type == "expiration")'

            \(ExitStatus.help)
            """
    )

    @Argument(
        help: "A scenario (.yaml), or a recording: .kinescope, or .har with its .vsa.jsonl beside it",
        completion: .file(extensions: ["kinescope", "yaml", "yml", "har"])
    )
    var source: String

    @Option(
        help: ArgumentHelp(
            "The moment: \(Moment.help)",
            valueName: "moment"
        )
    )
    var at = "end"

    @Option(help: "The device of a recording that holds several; default: the one with most calls")
    var device: String?

    @Flag(help: "Replay the recording to the moment, and print the stores of device and app too")
    var replay = false

    @Flag(help: "Print JSON Lines")
    var json = false

    @OptionGroup var painting: ColorOptions

    func validate() throws {
        // Read once more when the run is there: what is wrong with it is wrong with the command line.
        _ = try moment
        guard ScenarioPaths.isScenario(source), replay || device != nil else { return }
        throw ValidationError("--replay and --device are for recordings. A scenario always runs")
    }

    func run() throws {
        let source = try RunSource(source)
        if case .recording(let recording, let path) = source, !replay { return try show(recording, path) }
        let world = try source.run(at: moment, device: device).world
        try write(StateReport(of: world.stateEntries(), expirations: world.expirations(), at: world.now))
    }

    private func write(_ report: StateReport) throws {
        if json {
            try JSONOutput.write(StateJSON.lines(of: report), of: "state")
        } else {
            try Terminal.output.writeText(StateText(showsColor: painting.style().showsColor).text(of: report))
        }
    }

    private var moment: Moment {
        get throws { try Moment.argument(at, of: "--at") }
    }

    private func show(_ recording: Recording, _ path: String) throws {
        let recorded = try RecordingHistory(recording, path, device: device)
        let instant = try recorded.instant(of: moment)
        try write(StateReport(recorded.state(at: instant), device: recorded.device, at: instant))
    }
}
