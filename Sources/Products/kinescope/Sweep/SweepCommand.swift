import ArgumentParser
import Exchanges
import Replay
import Report
import Simulation

/// `kinescope sweep`: what changes at every instant at which something runs out.
struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "List every expiration of a recording or a scenario, and what changes there",
        discussion: """
            Every expiration of a recording is listed, with how it is known: one nanosecond before and at it, with the \
            call that used the token or code last, and what the next such call meets: as the recording shows, else as \
            the documents state, else as the simulated service responds. Each is judged alone, as if everything else \
            were still valid. With --replay the recording is replayed, and at each expiration the reference client shows \
            what the app would do; what expired before it has expired, and no act in between renewed it. The same is \
            printed for every \
            expiration that becomes known in a scenario: one nanosecond before, at it, and one nanosecond after: \
            whether the token or code is still valid, and what happens when the user plays. Two that fall within a \
            minute are tried in both orders.

            EXAMPLES:
              kinescope sweep sign-on.kinescope
              kinescope sweep sign-on.kinescope --replay
              kinescope sweep upgrade.yaml --details
              kinescope sweep sign-on.kinescope --json | jq 'select(.knowledge.how == "assumed") | .kind'

            \(ExitStatus.help)
            """
    )

    @Argument(
        help: "A scenario (.yaml), or a recording: .kinescope, or .har with its .vsa.jsonl beside it",
        completion: .file(extensions: ["kinescope", "yaml", "yml", "har"])
    )
    var source: String

    @Option(help: "The device of a recording that holds several; default: the one with most calls")
    var device: String?

    @Flag(help: "Replay the recording, and let the reference client play at each expiration")
    var replay = false

    @Flag(help: "Print JSON Lines")
    var json = false

    @Flag(help: "Always print the line just after an expiration, and the source of each")
    var details = false

    @OptionGroup var painting: ColorOptions

    func validate() throws {
        guard ScenarioPaths.isScenario(source), replay || device != nil else { return }
        throw ValidationError("--replay and --device are for recordings. A scenario always runs")
    }

    func run() throws {
        let table: SweepTable
        switch try RunSource(source) {
        case .scenario(let start): table = Self.tried(try Self.sweep(start))
        case .recording(let recording, let path):
            let recorded = try RecordingHistory(recording, path, device: device)
            if replay {
                var tried = Self.tried(try Self.sweep(recording, path, device))
                tried.take(recorded.history, device: recorded.device)
                table = tried
            } else {
                table = SweepTable(recorded.history, device: recorded.device)
            }
        }
        if json {
            try JSONOutput.write(SweepJSON.lines(of: table), of: "sweep")
        } else {
            let text = SweepText(showsColor: painting.style().showsColor, showsDetails: details)
            try Terminal.output.writeText(text.text(of: table))
        }
    }

    private static func tried(_ sweep: Sweep) -> SweepTable {
        var progress = Progress()
        defer { progress.clear() }
        return sweep.table { done, total in
            progress.show("looking at expirations: \(done) of \(total)")
        }
    }

    private static func sweep(_ start: ScenarioStart) throws -> Sweep {
        let run = try start.run()
        let steps = start.scenario.steps
        var checkpoints = Checkpoints()
        try start.naming { () throws(ScenarioError) in checkpoints = try Checkpoints(of: run, through: steps) }
        var resources: [String] = []
        for name in steps.compactMap({ $0.step.as(PlayStep.self)?.resource }) {
            let resource = run.resources[name] ?? name
            if !resources.contains(resource) { resources.append(resource) }
        }
        return Sweep(checkpoints, playing: resources)
    }

    private static func sweep(_ recording: Recording, _ path: String, _ device: String?) throws -> Sweep {
        let options = ReplayOptions(device: device)
        var progress = Progress()
        defer { progress.clear() }
        do throws(ForkError) {
            let checkpoints = try Checkpoints(of: recording, options: options) { done, total in
                progress.show("looking for expirations: response \(done) of \(total)")
            }
            return Sweep(checkpoints, playing: try ForkedWorld(recording, options: options).played)
        } catch {
            throw CommandFailure("cannot sweep \(path): \(error)")
        }
    }
}
