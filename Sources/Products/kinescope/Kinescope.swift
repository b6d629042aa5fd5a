import ArgumentParser
import Documents
import Foundation

/// The command line: one file a subcommand, a screen of code each.
@main
struct Kinescope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinescope",
        abstract: "Record, replay and explain TV sign-ons: Adobe Pass and Apple's TV provider accounts",
        discussion: """
            EXAMPLES:
              kinescope record -o sign-on.kinescope
              kinescope import sign-on.har --vsa-log sign-on.vsa.jsonl
              kinescope show sign-on.kinescope
              kinescope replay sign-on.kinescope
              kinescope replay sign-on.kinescope --then 'advance 31d; play KITE1'
              kinescope simulate Scenarios

            \(ExitStatus.help)

            ENVIRONMENT:
              NO_COLOR  set and not empty: print no colors, unless --color is always
              COLUMNS   the width of text, where it is not the window's

            COMPLETIONS:
              kinescope --generate-completion-script bash|zsh|fish
            """,
        version: Version.text,
        subcommands: [
            RecordCommand.self, ServeCommand.self, ControlCommand.self, ImportCommand.self, ShowCommand.self,
            ReplayCommand.self, SimulateCommand.self,
            SweepCommand.self,
            StateCommand.self,
            ExportCommand.self,
            DiffCommand.self, ReportCommand.self, VerifyCommand.self, InspectCommand.self,
            CertificateCommand.self,
        ]
    )

    /// Parses the command line, runs the command, and leaves with one of the exit codes that the help lists.
    ///
    /// ArgumentParser's own `main` would leave with 64 where the command line is wrong, and prints several lines.
    static func main() {
        do {
            try checkCommands(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot()
            if let command = command as? any AsyncParsableCommand {
                try Running(command).wait()
            } else {
                try command.run()
            }
            try Terminal.output.finish()
        } catch {
            ExitStatus.leave(after: error)
        }
    }

    /// Refuses a command that there is not: ArgumentParser takes it for an argument, and answers the help of `help nothing` with
    /// that of no command.
    ///
    /// - Throws: `ValidationError`, which names the nearest command.
    static func checkCommands(_ arguments: [String]) throws {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        for (index, word) in arguments.prefix(2).enumerated() where !word.hasPrefix("-") {
            guard index == 0 || arguments[0] == "help" else { return }
            if names.contains(word) { continue }
            throw ValidationError(
                ErrorText.text("unknown command \"\(word)\"", fix: NearestWord.hint(for: word, among: names))
            )
        }
    }

    /// A command that waits for several things at once, run by a task; the first thread does nothing but wait for it.
    ///
    /// Left to Dispatch, that thread would end on Linux, and the system would no longer tell what the process uses. It
    /// touches the command only before and after the task.
    private final class Running: @unchecked Sendable {
        private var command: any AsyncParsableCommand
        private var failure: (any Error)?
        private let hasEnded = DispatchSemaphore(value: 0)

        init(_ command: any AsyncParsableCommand) { self.command = command }

        func wait() throws {
            Task.detached { [self] in
                do { try await command.run() } catch { failure = error }
                hasEnded.signal()
            }
            hasEnded.wait()
            if let failure { throw failure }
        }
    }
}
