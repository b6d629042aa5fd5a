import ArgumentParser
import Documents
import Exchanges
import Replay
import Report
import ScenarioFiles
import Simulation
import VirtualTime

/// `kinescope replay`: a recording through the reference client, step by step.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording through the reference client and report where the two part",
        discussion: """
            The client stack signs in again, under a virtual clock that starts at the first recorded call; its \
            responses come from the recording. A warning is where the app did other than the reference client \
            and both can continue; an error is where the recording has no response, or does not agree. Nothing \
            depends on today's date: the same recording gives the same timeline and the same digest everywhere.

            The client that replays is the documents' one, or one that does what the recording shows the app to do; \
            what differs from the documents is printed. After a difference the replay continues: the client is set to \
            what it is after the next recorded exchange, which counts as adopted.

            With --then the replay leaves the recording at its end, or at --fork-at, and steps follow as scenarios have \
            them. From there on the simulated service responds, with the recording's tokens, lifetimes and providers; \
            what happens from there on is printed. A resource is named by its id, or by the guid of its MRSS document.

            EXAMPLES:
              kinescope replay sign-on.kinescope
              kinescope replay sign-on.kinescope --verify
              kinescope replay sign-on.kinescope --then 'advance 31d; play KITE1'
              kinescope replay sign-on.kinescope --fork-at 8 --then 'play KITE1'
              kinescope replay sign-on.kinescope --json | jq 'select(.level == "error")'

            \(ExitStatus.help(findings: exitFindings))
            """
    )

    private static let exitFindings =
        "an error, an expectation after --then that was not met, two digests of --verify that differ; with --strict a "
        + "warning"

    @Argument(
        help: "The recording to replay: .kinescope, or .har with its .vsa.jsonl beside it",
        completion: .file(extensions: ["kinescope", "har"])
    )
    var recording: String

    @Flag(help: "Print the timeline and the findings as JSON Lines")
    var json = false

    @Flag(help: "Print each event's details: every parameter, every field of a divergence")
    var details = false

    @Flag(help: "Print only what was found, without the timeline")
    var findings = false

    @Flag(help: "Print only the digest")
    var digest = false

    @Flag(help: "Exit with 1 on warnings too")
    var strict = false

    @Flag(help: "Replay again in a second process and compare the digests")
    var verify = false

    @Option(
        help: ArgumentHelp("The device to replay, by its deviceId, where a recording holds several", valueName: "id")
    )
    var device: String?

    @Option(
        help: ArgumentHelp(
            "The seconds between polls of the reference client, 1 to 3600",
            valueName: "seconds"
        )
    )
    var pollInterval: Int?

    @Option(help: ClientArgument.help) var client: [String] = []

    @Flag(help: "Stop at the first unmatched request")
    var stopAtUnmatched = false

    @OptionGroup var fork: ForkOptions

    @OptionGroup var painting: ColorOptions

    func validate() throws {
        if let pollInterval, !(1...3600).contains(pollInterval) {
            throw ValidationError("--poll-interval takes a whole number of seconds from 1 to 3600")
        }
        try ClientArgument.validate(client)
        if digest, json { throw ValidationError("--digest and --json exclude each other") }
        if findings, digest { throw ValidationError("--findings and --digest exclude each other") }
        if findings, fork.then != nil {
            throw ValidationError(
                "--findings are those of the recording: they do not go with --then"
            )
        }
    }

    func run() throws {
        // Before the recording is read: what is wrong with a step is wrong with the command line.
        let steps = try fork.steps()
        let input = try RecordingInput(recording)
        var options = ReplayOptions(device: device, client: try ClientArgument.choice(client))
        options.pollInterval = pollInterval.map { .seconds($0) }
        options.stopsAtUnmatched = stopAtUnmatched
        let result = try replay(input, options)
        let (digest, isMet) =
            try steps.map { try goOn(with: $0, from: input.recording, options, after: result) }
            ?? tell(result, input.recording)
        // Before anything that is less bad: the worst is the exit code.
        if result.replayedCount == 0, result.adoptedCount == 0 {
            throw CommandFailure(
                "cannot replay \(recording): \(ReplayError.nothingReplayed(exchanges: result.exchangeCount))"
            )
        }
        if verify { try compareWithSecondProcess(digest) }
        if !isMet || !result.divergences.isEmpty || (strict && result.hasWarnings) {
            throw ExitStatus.difference.asError
        }
    }

    private func replay(_ input: RecordingInput, _ options: ReplayOptions) throws -> ReplayResult {
        do throws(ReplayError) {
            var result = try Replayer.replay(input.recording, options: options)
            let start = result.timeline.events.first?.instant ?? .distantPast
            result.add(input.problems.map { $0.divergence(at: start) })
            return result
        } catch {
            throw CommandFailure("cannot replay \(recording): \(error)")
        }
    }

    private func tell(_ result: ReplayResult, _ recording: Recording) throws -> (digest: Digest, isMet: Bool) {
        let text = ReplayText(painting.style(), showsDetails: details, showsTimeline: !findings)
        // A digest needs none.
        func story() -> RecordingStory { RecordingStory(of: recording, device: device) }
        try tell(
            result.digest,
            json: { ReplayJSON.lines(of: result, story(), onlyFindings: findings) },
            text: { text.text(of: result, from: recording, called: name, story: story()) }
        )
        return (result.digest, true)
    }

    /// Carries out the steps of `--then`.
    private func goOn(
        with steps: ForkOptions.Steps,
        from recording: Recording,
        _ options: ReplayOptions,
        after result: ReplayResult
    ) throws -> (digest: Digest, isMet: Bool) {
        let fork = try Fork.world(of: recording, self.recording, at: steps.point, options: options)
        var run = fork.run
        do throws(ScenarioError) {
            try run.run(steps.steps)
        } catch {
            throw CommandFailure("--then: " + ErrorText.text(error.problem, fix: error.hint))
        }
        let continuation = Continuation(of: run, after: result, notes: fork.notes)
        let text = ContinuationText(painting.style(), showsDetails: details)
        try tell(
            continuation.digest,
            json: { ContinuationJSON.lines(of: continuation) },
            text: { text.text(of: continuation, called: PrintableText.escaped(name)) }
        )
        return (continuation.digest, continuation.failures.isEmpty)
    }

    /// The recording's name without its directories.
    private var name: String { recording.split(separator: "/").last.map(String.init) ?? recording }

    private func tell(
        _ digest: Digest,
        json: () -> (text: String, summary: JSONObject),
        text: () -> String
    ) throws {
        if self.json { return try JSONOutput.write(json(), of: "replay") }
        try Terminal.output.write(self.digest ? "\(digest)\n" : text())
    }

    private func compareWithSecondProcess(_ digest: Digest) throws {
        let second = try SecondProcess.output(of: secondArguments).filter { !$0.isWhitespace }
        guard second == "\(digest)" else {
            throw CommandFailure(
                "the digests differ: \(digest) here, \(second) in a second process. Please report this",
                status: .difference
            )
        }
        if !json, !self.digest {
            try Terminal.output.writeText("verified: a second process gave the same digest, \(second)\n")
        }
    }

    /// The command line of the second process.
    ///
    /// Name and value are one argument each: a value that begins with a hyphen would be taken for an option of its own.
    var secondArguments: [String] {
        var arguments = ["replay", "--digest"]
        if let device { arguments.append("--device=" + device) }
        if let pollInterval { arguments.append("--poll-interval=" + String(pollInterval)) }
        for client in client { arguments.append("--client=" + client) }
        if stopAtUnmatched { arguments.append("--stop-at-unmatched") }
        return arguments + fork.arguments + ["--", recording]
    }
}
