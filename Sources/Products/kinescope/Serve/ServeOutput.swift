import Documents
import Report
import Simulation

/// What `kinescope serve` prints while it serves.
///
/// Whoever reads may have gone away, which is no reason not to serve.
struct ServeOutput: Sendable {
    private let output = Terminal.output
    private let isJSON: Bool
    private let isQuiet: Bool
    private let title: String

    /// The output that `command` asks for.
    init(_ command: ServeCommand) {
        (isJSON, isQuiet, title) = (command.json, command.quiet, command.source ?? "")
    }

    /// Prints a request, in a line; nil where nothing is to be printed.
    var line: (@Sendable (ServedEntry) -> Void)? {
        if isQuiet { return nil }
        return { [output, isJSON] entry in
            if isJSON {
                try? output.write(JSONLine.text(of: ServedJSON.request(entry)))
            } else {
                try? output.writeText("  " + ServedText.line(of: entry) + "\n")
            }
        }
    }

    /// Says that a long recording has been read, and what is wrong with it.
    func read(_ read: ServedRead) {
        if isJSON {
            try? output.write(
                JSONLine.text(of: [
                    "type": .string("ready"), "exchangeCount": .count(read.exchangeCount), "hosts": .texts(read.hosts),
                ])
            )
        } else if !isQuiet {
            let count = CountedNoun.text(read.exchangeCount, "exchange")
            try? output.writeText("ready: \(count), hosts: \(read.hosts.joined(separator: ", "))\n")
        }
        guard let problem = read.problems.first else { return }
        let others = read.problems.count > 1 ? ", and \(read.problems.count - 1) more" : ""
        RecordingRun.warn(
            "\(title) is not what was recorded: \(problem)\(others). Requests that need such an exchange get status 500"
        )
    }
}
