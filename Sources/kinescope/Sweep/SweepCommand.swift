import ArgumentParser
import Exchanges
import Replay
import Report
import Simulation

/// `kinescope sweep`: what changes at every instant at which something runs out.
struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Travels to every deadline that a session knows and tells what changes there.",
        discussion: """
            Every deadline that a recording's answers told, or that becomes known in a scenario, is looked at one \
            nanosecond before, at it, and one nanosecond after: whether the thing still holds, and what happens when \
            the user plays. Two that fall within a minute are looked at in both orders.

            EXAMPLES:
              kinescope sweep sign-on.kinescope
              kinescope sweep upgrade.yaml --details
              kinescope sweep sign-on.kinescope --json | jq 'select(.changesBehaviour) | .deadline'

            EXIT CODES:
              0  good
              2  the command line was not understood
              3  the file cannot be read, replayed or run
            """
    )

    @Argument(
        help: "A scenario (.yaml), or a recording: .kinescope, or .har with its .accounts.jsonl beside it.",
        completion: .file(extensions: ["kinescope", "yaml", "yml", "har"])
    )
    var source: String

    @Flag(help: "Print JSON Lines: one object a deadline, one an order of two.")
    var json = false

    @Flag(help: "Print the line just after a deadline always, and who says that it is one.")
    var details = false

    func run() throws {
        let sweep =
            switch try RunSource(source) {
            case .scenario(let start): try Self.sweep(start)
            case .recording(let recording, let path): try Self.sweep(recording, path)
            }
        let table = sweep.table()
        if json {
            try Terminal.output.write(SweepJSON.text(of: table))
        } else {
            let text = SweepText(showsColour: Terminal.output.showsColour, showsDetails: details)
            try Terminal.output.write(text.text(of: table))
        }
    }

    private static func sweep(_ start: ScenarioStart) throws -> Sweep {
        let run = try start.run()
        let steps = start.scenario.steps
        var sightings = Sightings()
        try start.naming { () throws(ScenarioError) in sightings = try Sightings(of: run, through: steps) }
        var resources: [String] = []
        for case .play(let name) in steps.map(\.step) {
            let resource = run.resources[name] ?? name
            if !resources.contains(resource) { resources.append(resource) }
        }
        return Sweep(sightings, playing: resources)
    }

    private static func sweep(_ recording: Recording, _ path: String) throws -> Sweep {
        var progress = Progress()
        defer { progress.clear() }
        do throws(ForkError) {
            let sightings = try Sightings(of: recording) { done, total in
                progress.show("looking for deadlines: answer \(done) of \(total)")
            }
            return Sweep(sightings, playing: try ForkedWorld(recording).played)
        } catch {
            throw CommandFailure("cannot sweep \(path): \(error)")
        }
    }
}
