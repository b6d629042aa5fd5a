import ArgumentParser
import Replay
import ScenarioFiles
import Simulation

/// Where a recording is left, and what happens from there on.
struct ForkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Continue after the recording with these steps, as in 'advance 31d; play KITE1'",
            valueName: "steps"
        )
    )
    var then: String?

    @Option(
        help: ArgumentHelp(
            "Where --then leaves the recording: \(Moment.forkHelp)",
            valueName: "moment"
        )
    )
    var forkAt: String?

    func validate() throws {
        if forkAt != nil, then == nil { throw ValidationError("--fork-at needs --then: what happens from there on") }
        // Read once more when it is carried out: what is wrong with it is wrong with the command line.
        _ = try point
    }

    /// The steps after a fork.
    struct Steps {
        /// The steps as `--then` has them.
        var text: String
        /// The same, read.
        var steps: [Scenario.LocatedStep]
        /// Where the recording is left.
        var point: ForkPoint
        /// The same as `--fork-at` has it; nil for the end.
        var pointText: String?
    }

    /// What happens after the recording, read; nil if it is not left.
    ///
    /// - Throws: ``CommandFailure`` for what is not a step.
    func steps() throws -> Steps? {
        guard let then else { return nil }
        do {
            return Steps(
                text: then,
                steps: try ScenarioFile.steps(parsing: then),
                point: try point,
                pointText: forkAt
            )
        } catch {
            // In a line of its own: the help lists no steps.
            throw CommandFailure("\(error)", status: .usage)
        }
    }

    /// The same options, for another process.
    var arguments: [String] {
        (then.map { ["--then=" + $0] } ?? []) + (forkAt.map { ["--fork-at=" + $0] } ?? [])
    }

    private var point: ForkPoint {
        get throws { try forkAt.map { try Moment.forkPoint($0, of: "--fork-at") } ?? .end }
    }
}
