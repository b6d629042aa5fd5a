import ArgumentParser
import Documents
import PassAPI
import Report

/// `kinescope diff`: what differs between two recordings.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tells what differs between two recordings, exchange by exchange.",
        discussion: """
            Exchanges are paired by operation and what they ask about. Request parameters, status codes and every field \
            of a JSON or XML answer are compared. No two runs share their clocks and identities, so times are compared \
            by how far they lie from their exchange (to five seconds), and identifiers and tokens by whether the same \
            one always stands for the same.

            EXAMPLES:
              kinescope diff monday.kinescope tuesday.kinescope
              kinescope diff good.kinescope bad.kinescope --json

            The exit code is 1 if anything differs.
            """
    )

    @Argument(help: "The first recording, or a HAR file.", completion: .file(extensions: ["kinescope", "har"]))
    var first: String

    @Argument(help: "The second recording, or a HAR file.", completion: .file(extensions: ["kinescope", "har"]))
    var second: String

    @Flag(help: "Print JSON Lines: one object a difference.")
    var json = false

    @OptionGroup var reading: CheckedRecording.Options

    func run() throws {
        let one = try CheckedRecording(first, reading)
        let other = try CheckedRecording(second, reading)
        let comparison = RecordingComparison(try Self.steps(of: one.recording), try Self.steps(of: other.recording))
        let lines = comparison.differences.map { (json ? $0.json : $0.text) + "\n" }
        if json { try Terminal.output.write(lines.joined()) } else { try Terminal.output.writeText(lines.joined()) }
        guard lines.isEmpty else { throw ExitStatus.difference.asError }
        if !json {
            try Terminal.output.writeText("no difference in \(CountedNoun.text(comparison.pairCount, "step"))\n")
        }
        try CheckedRecording.leave(after: one, other)
    }

    private static func steps(of recording: OpenRecording) throws -> [ComparedStep] {
        var steps: [ComparedStep] = []
        var classifier = ExchangeClassifier()
        try recording.forEachExchange { exchange in
            steps.append(ComparedStep(exchange, name: classifier.kind(of: exchange).label))
        }
        return steps + (try recording.vsaCalls()).map { ComparedStep($0) }
    }
}
