import ArgumentParser
import Foundation
import Report

/// The exit codes, which are the same for all commands and in every help.
enum ExitStatus: Int32, CaseIterable {
    /// Success.
    case good = 0
    /// The command completed and has findings.
    case difference = 1
    /// The command line is not valid.
    case usage = 2
    /// The command could not complete.
    case refused = 3

    /// What the code means, in a few words.
    var meaning: String {
        switch self {
        case .good: "success"
        case .difference: "completed with findings"
        case .usage: "usage: the command line is not valid"
        case .refused: "could not complete"
        }
    }

    /// The table, as every help has it.
    static let help = help(findings: nil)

    /// The table, with what counts as a finding of the command.
    static func help(findings: String?) -> String {
        let rows = allCases.map { status in
            let detail = status == .difference ? findings.map { ": " + $0 } ?? "" : ""
            return "  \(status.rawValue)  \(status.meaning)\(detail)"
        }
        return "EXIT CODES:\n" + rows.joined(separator: "\n")
    }

    /// What a command throws to end with this code once everything has been told on standard output.
    var asError: any Error { ExitCode(rawValue) }

    /// Prints what there is to say about `error` and ends the process with the code that belongs to it.
    static func leave(after error: any Error) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var (status, message) = verdict(on: error, arguments: arguments)
        if status == .good {
            // Help and version are answers, not errors: they go to standard output, as they are.
            do {
                let text = (message ?? "") + "\n"
                // What a program reads is not wrapped.
                let isForProgram = arguments.contains {
                    $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
                }
                if isForProgram { try Terminal.output.write(text) } else { try Terminal.output.writeText(text) }
                exit(status.rawValue)
            } catch {
                (status, message) = (.refused, error.message)
            }
        }
        if let message {
            try? Terminal.error.writeMessage(oneLine(message))
        }
        exit(status.rawValue)
    }

    /// The exit code for `error`, and what is to be printed, if anything.
    static func verdict(on error: any Error, arguments: [String]) -> (status: ExitStatus, message: String?) {
        switch error {
        case let failure as CommandFailure:
            return (failure.status, failure.message)
        case let code as ExitCode:
            return (ExitStatus(rawValue: code.rawValue) ?? .refused, nil)
        default:
            break
        }
        switch Kinescope.exitCode(for: error) {
        case .success:
            return (.good, Kinescope.fullMessage(for: error, columns: Terminal.output.width.columns))
        case .validationFailure:
            let message = Kinescope.message(for: error)
            let stop = message.last.map { ".?!".contains($0) } ?? false ? "" : "."
            return (.usage, message + "\(stop) See '\(helpCommand(for: arguments))'.")
        default:
            return (.refused, String(describing: error))
        }
    }

    /// The help to look at for a command line that was not understood.
    private static func helpCommand(for arguments: [String]) -> String {
        let names = Kinescope.configuration.subcommands.map { $0._commandName }
        guard let name = arguments.first(where: { names.contains($0) }) else { return "kinescope --help" }
        return "kinescope \(name) --help"
    }

    /// The text on one line: runs of white space become one blank, other control characters are dropped.
    static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .filter { !($0.unicodeScalars.first?.properties.generalCategory == .control) }
    }
}
