import ArgumentParser
import Documents
import Exchanges
import RecordingStore
import Report

/// `kinescope verify`: whether a recording is what its writer finished.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a recording's integrity",
        discussion: """
            Every exchange, VSA call, user action and body is compared with the digest that was stored with it, and \
            SQLite checks its pages and indexes. Problems are named, one a line. Digests show \
            accidents and edits, not forgeries.

            A recording whose recorder was killed is not finished: it was not searched for secrets that only later \
            exchanges gave away. --repair does so, removes them, and finishes it, unless it is being written. If what the \
            search needs is gone (NAME-unfinished), it removes every text that no rule vouches for.

            EXAMPLES:
              kinescope verify sign-on.kinescope
              kinescope verify --repair sign-on.kinescope

            \(ExitStatus.help(findings: "a place that is not what the writer finished"))
            """
    )

    @Argument(help: "The recording, or a HAR file", completion: .file(extensions: ["kinescope", "har"]))
    var recording: String

    @Flag(help: "Finish the recording first if its recorder was killed")
    var repair = false

    @Flag(help: "Print JSON Lines")
    var json = false

    func run() throws {
        if VSALogBeside.isHAR(recording) { return try verifyHAR() }
        var leak = false
        if repair { leak = try runRepair() }
        let file = try RecordingFile.opening(recording)
        let problems = try file.verify()
        if json { try JSONOutput.write(report(on: file, problems), of: "verify") }
        guard problems.isEmpty else {
            let lines = problems.map { PrintableText.escaped("\(recording): \($0)") + "\n" }
            if !json { try Terminal.output.writeText(lines.joined()) }
            throw ExitStatus.difference.asError
        }
        let exchanges = CountedNoun.text(file.exchangeCount, "exchange")
        let responses = CountedNoun.text(file.vsaCallCount, "VSA call")
        if !json {
            try Terminal.output.writeText(
                "\(PrintableText.escaped(recording)): \(Self.state(of: file)), \(exchanges), \(responses)\n"
            )
        }
        if leak { throw ExitStatus.refused.asError }
    }

    /// A HAR has no digests: it can be read, or not.
    private func verifyHAR() throws {
        guard !repair else { throw CommandFailure("\(recording): a HAR file. There is no recorder to repair it after") }
        let recording = try RecordingInput(recording).recording
        if json {
            let summary = Self.summary(
                [],
                isFinished: nil,
                isInterrupted: nil,
                hasDigests: false,
                exchanges: recording.exchanges.count,
                vsaCalls: recording.vsaCalls.count
            )
            return try JSONOutput.write(("", summary), of: "verify")
        }
        let exchanges = CountedNoun.text(recording.exchanges.count, "exchange")
        let responses = CountedNoun.text(recording.vsaCalls.count, "VSA call")
        try Terminal.output.writeText(
            "\(PrintableText.escaped(self.recording)): can be read, \(exchanges), \(responses); a HAR has no digests to verify\n"
        )
    }

    private func report(
        on file: RecordingFile,
        _ problems: [IntegrityProblem]
    ) -> (text: String, summary: JSONObject) {
        let findings = problems.map { FindingJSON($0, in: recording) }
        let summary = Self.summary(
            findings,
            isFinished: file.isFinished,
            isInterrupted: file.isInterrupted,
            hasDigests: true,
            exchanges: file.exchangeCount,
            vsaCalls: file.vsaCallCount
        )
        return (JSONLine.text(of: findings.map(\.object)), summary)
    }

    /// The summary's members; null is what a HAR file does not tell.
    private static func summary(
        _ findings: [FindingJSON],
        isFinished: Bool?,
        isInterrupted: Bool?,
        hasDigests: Bool,
        exchanges: Int,
        vsaCalls: Int
    ) -> JSONObject {
        let object: JSONObject = [
            "isFinished": isFinished.map { .bool($0) } ?? .null,
            "isInterrupted": isInterrupted.map { .bool($0) } ?? .null, "hasDigests": .bool(hasDigests),
            "exchangeCount": .count(exchanges), "vsaCallCount": .count(vsaCalls),
        ]
        return JSONObject(object.members + FindingCounts(findings).object.members)
    }

    private static func state(of file: RecordingFile) -> String {
        if file.isFinished { return file.isInterrupted ? "ok, but interrupted: its recorder was killed" : "ok" }
        if file.holdsSecret { return "ok as far as it goes, but not finished, since a secret was found in it" }
        return file.information.isRedacted
            ? "ok as far as it goes, but not finished, and not searched for late secrets"
            : "ok as far as it goes, but not finished"
    }

    /// Finishes the recording and says what was done; returns whether a secret stays.
    private func runRepair() throws -> Bool {
        guard let repair = try RecordingRepair(of: recording, mayRemove: true) else {
            if try RecordingWriter.removeLeftovers(beside: recording) {
                RecordingRun.warn("\(recording): removed what its recorder had left beside it")
            }
            return false
        }
        RecordingRun.warn("\(recording): \(repair.text)")
        if let leak = repair.leak { RecordingRun.warn(RecordingReport.warning(of: leak)) }
        return repair.leak != nil
    }
}
