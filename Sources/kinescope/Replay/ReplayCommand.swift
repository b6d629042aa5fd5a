import ArgumentParser
import Exchanges
import Foundation
import RecordingStore
import Replay
import Report
import VirtualTime

/// `kinescope replay`: a recording through the reference client, step by step.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays a recording through the reference client and tells where the two part.",
        discussion: """
            The client stack signs on again, under a virtual clock that starts at the first recorded call, and is \
            answered from the recording. A DEVIATION is where the recorded client did other than the reference client \
            though both can go on; a DIVERGENCE is where the recording has no answer, or does not agree. Nothing \
            depends on today's date: the same recording gives the same timeline and the same digest everywhere.

            EXAMPLES:
              kinescope replay sign-on.kinescope
              kinescope replay sign-on.kinescope --verify
              kinescope replay sign-on.kinescope --json | jq 'select(.finding == "divergence")'

            EXIT CODES:
              0  no divergence
              1  a divergence; with --strict a deviation too; with --verify two digests that differ
              2  the command line was not understood
              3  the recording cannot be read or replayed
            """
    )

    @Argument(help: "The recording to replay.", completion: .file(extensions: ["kinescope"]))
    var recording: String

    @Flag(help: "Print the timeline and the findings as JSON Lines.")
    var json = false

    @Flag(help: "Print each event's details: every parameter, every field of a divergence.")
    var details = false

    @Flag(help: "Print nothing but the digest.")
    var digest = false

    @Flag(help: "Exit with 1 on deviations too.")
    var strict = false

    @Flag(help: "Replay once more in a second process and compare the digests.")
    var verify = false

    @Option(
        help: ArgumentHelp("The device to replay, by its deviceId, where a recording holds several.", valueName: "id")
    )
    var device: String?

    @Option(
        help: ArgumentHelp(
            "How many seconds the reference client waits between polls, 1 to 3600.",
            valueName: "seconds"
        )
    )
    var pollInterval: Int?

    func validate() throws {
        if let pollInterval, !(1...3600).contains(pollInterval) {
            throw ValidationError("--poll-interval takes a whole number of seconds from 1 to 3600")
        }
        if digest, json { throw ValidationError("--digest and --json exclude each other") }
    }

    func run() throws {
        let result = try replay()
        if digest {
            try Terminal.output.write("\(result.digest)\n")
        } else if json {
            try Terminal.output.write(ReplayJSON.text(of: result))
        } else {
            let text = ReplayText(showsColour: Terminal.output.showsColour, showsDetails: details)
            try Terminal.output.write(text.text(of: result))
        }
        if verify { try compareWithSecondProcess(result.digest) }
        if !result.divergences.isEmpty || (strict && !result.deviations.isEmpty) {
            throw ExitStatus.difference.asError
        }
    }

    private func replay() throws -> ReplayResult {
        let file = try RecordingFile.open(recording)
        var options = ReplayOptions(device: device)
        options.pollInterval = pollInterval.map { .seconds($0) }
        do {
            var result = try Replayer.replay(file.recording(), options: options)
            let start = result.timeline.events.first?.instant ?? .distantPast
            result.add(try file.verify().map { $0.divergence(at: start) })
            return result
        } catch let error as ReplayError {
            throw CommandFailure("cannot replay \(recording): \(error)")
        }
    }

    /// Another process has another hash seed: what depends on the order of a set or dictionary shows up here.
    private func compareWithSecondProcess(_ digest: Digest) throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["replay", recording, "--digest"]
        if let device { process.arguments? += ["--device", device] }
        if let pollInterval { process.arguments? += ["--poll-interval", String(pollInterval)] }
        let pipe = Pipe()
        process.standardOutput = pipe
        do {
            try process.run()
        } catch {
            throw CommandFailure("cannot start a second process to compare with: \(error.localizedDescription)")
        }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let second = String(decoding: output, as: UTF8.self).filter { !$0.isWhitespace }
        guard second == "\(digest)" else {
            throw CommandFailure(
                "the digests differ: \(digest) here, \(second) in a second process; please report this",
                status: .difference
            )
        }
        if !json, !self.digest {
            try Terminal.output.write("verified: a second process gave the same digest, \(second)\n")
        }
    }
}
