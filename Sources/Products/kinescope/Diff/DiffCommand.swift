import ArgumentParser
import Documents
import PassAPI
import Report

/// `kinescope diff`: what differs between two recordings.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two recordings, exchange by exchange",
        discussion: """
            Exchanges are paired by operation and subject. Request parameters, status codes and every field \
            of a JSON or XML response are compared. No two runs share clocks and identities, so times are compared \
            by how far they lie from their exchange (to five seconds), and identifiers, tokens and pseudonyms by whether \
            the same one is always in the same places.

            EXAMPLES:
              kinescope diff monday.kinescope tuesday.kinescope
              kinescope diff good.kinescope bad.kinescope --json

            \(ExitStatus.help(findings: "anything differs; with --anyway a recording that is damaged or was changed"))
            """
    )

    @Argument(help: "The first recording, or a HAR file", completion: .file(extensions: ["kinescope", "har"]))
    var first: String

    @Argument(help: "The second recording, or a HAR file", completion: .file(extensions: ["kinescope", "har"]))
    var second: String

    @Flag(help: "Print JSON Lines")
    var json = false

    @OptionGroup var reading: CheckedRecording.Options

    func run() throws {
        let one = try CheckedRecording(first, reading)
        let other = try CheckedRecording(second, reading)
        let comparison = RecordingComparison(try Self.steps(of: one.recording), try Self.steps(of: other.recording))
        if json {
            try JSONOutput.write(Self.json(of: comparison, one.findings + other.findings), of: "diff")
        } else {
            try Terminal.output.writeText(comparison.differences.map { $0.text + "\n" }.joined())
        }
        guard comparison.differences.isEmpty else { throw ExitStatus.difference.asError }
        if !json {
            try Terminal.output.writeText("no difference in \(CountedNoun.text(comparison.pairCount, "step"))\n")
        }
        try CheckedRecording.leave(after: one, other)
    }

    private static func json(
        of comparison: RecordingComparison,
        _ findings: [FindingJSON]
    ) -> (text: String, summary: JSONObject) {
        let summary: JSONObject = [
            "pairCount": .count(comparison.pairCount), "differenceCount": .count(comparison.differences.count),
            "errorCount": .count(findings.count),
        ]
        return (JSONLine.text(of: findings.map(\.object) + comparison.differences.map(\.object)), summary)
    }

    private static func steps(of recording: OpenRecording) throws -> [ComparedStep] {
        var steps: [ComparedStep] = []
        var classifier = ExchangeClassifier()
        let redaction = SecondRedaction(of: recording.information)
        try recording.forEachExchange { exchange in
            steps.append(
                ComparedStep(
                    exchange,
                    name: classifier.kind(of: exchange).label,
                    redactedAgain: redaction?.exchange(exchange)
                )
            )
        }
        return steps + (try recording.vsaCalls()).map { ComparedStep($0, redactedAgain: redaction?.call($0)) }
    }
}
