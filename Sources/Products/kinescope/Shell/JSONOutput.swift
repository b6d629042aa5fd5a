import Documents
import Report

/// Standard output of a command with `--json`: the header comes first, the summary last.
///
/// A command that cannot complete writes no summary; its error is text on standard error, as without `--json`.
struct JSONOutput {
    private let command: String
    private let terminal: Terminal

    /// The output of `command`, whose header is written now: once there is something to write after it.
    init(of command: String, to terminal: Terminal = .output) throws(CommandFailure) {
        self.command = command
        self.terminal = terminal
        try terminal.write(JSONLine.header(of: command, version: Version.number))
    }

    /// Writes a line.
    func write(_ object: JSONObject) throws(CommandFailure) { try terminal.write(JSONLine.text(of: object)) }

    /// Writes lines, which have their line ends.
    func write(_ lines: String) throws(CommandFailure) { try terminal.write(lines) }

    /// Writes the summary.
    func finish(_ summary: JSONObject) throws(CommandFailure) {
        try terminal.write(JSONLine.summary(of: command, summary))
    }

    /// Writes all that a command has to say.
    static func write(
        _ output: (text: String, summary: JSONObject),
        of command: String
    ) throws(CommandFailure) {
        let json = try JSONOutput(of: command)
        try json.write(output.text)
        try json.finish(output.summary)
    }
}
