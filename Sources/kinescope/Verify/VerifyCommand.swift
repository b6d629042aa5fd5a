import ArgumentParser
import Documents
import RecordingStore
import Report

/// `kinescope verify`: whether a recording is what its writer finished.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that a recording is what its writer finished.",
        discussion: """
            Every exchange, account response, stimulus and body is compared with the digest that was stored with it, and
            SQLite checks its pages and indexes. Problems are named, one a line; the exit code is then 1. Digests tell
            accidents and edits, not forgeries.

            EXAMPLES:
              kinescope verify sign-on.kinescope
            """
    )

    @Argument(help: "The recording.", completion: .file(extensions: ["kinescope"]))
    var recording: String

    func run() throws {
        let file = try RecordingFile.opening(recording)
        let problems = try file.verify()
        guard problems.isEmpty else {
            let lines = problems.map { PrintableText.escaped("\(recording): \($0)") + "\n" }
            try Terminal.output.write(lines.joined())
            throw ExitStatus.difference.asError
        }
        let state =
            switch (file.isFinished, file.isInterrupted) {
            case (true, false): "sound"
            case (true, true): "sound, but interrupted: its recorder was killed"
            case (false, _): "sound as far as it goes, but never finished"
            }
        let exchanges = CountedNoun.text(file.exchangeCount, "exchange")
        let responses = CountedNoun.text(file.accountResponseCount, "account response")
        try Terminal.output.write("\(PrintableText.escaped(recording)): \(state), \(exchanges), \(responses)\n")
    }
}
