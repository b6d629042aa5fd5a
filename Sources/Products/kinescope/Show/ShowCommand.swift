import ArgumentParser
import Exchanges
import PassAPI
import RecordingStore
import Report

/// `kinescope show`: what is in a recording.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a recording, or one exchange in full",
        discussion: """
            EXAMPLES:
              kinescope show sign-on.kinescope
              kinescope show sign-on.kinescope 7
              kinescope show sign-on.kinescope 7 --body response | kinescope inspect -
              kinescope show sign-on.kinescope --vsa-calls
              kinescope show sign-on.kinescope --json | jq -r 'select(.type == "exchange") | .url'

            \(ExitStatus.help(findings: "with --anyway a recording that is damaged or was changed"))
            """
    )

    @Argument(help: "The recording, or a HAR file", completion: .file(extensions: ["kinescope", "har"]))
    var recording: String

    @Argument(help: "The ordinal of the exchange to show in full")
    var exchange: Int?

    @Option(help: "Write only the bytes of this body of the exchange: request or response")
    var body: Message?

    /// The two sides of an exchange.
    enum Message: String, ExpressibleByArgument, CaseIterable {
        case request, response
    }

    @Flag(
        name: [.customLong("vsa-calls"), .customLong("accounts")],
        help: "Show the VSA calls, with their requests and results"
    )
    var accounts = false

    @Flag(help: "Print JSON Lines")
    var json = false

    @OptionGroup var painting: ColorOptions

    @OptionGroup var reading: CheckedRecording.Options

    func validate() throws {
        if body != nil, exchange == nil { throw ValidationError("--body needs the number of an exchange") }
        if body != nil, json { throw ValidationError("--body writes bytes, not JSON") }
        if accounts, exchange != nil {
            throw ValidationError("--vsa-calls and the number of an exchange do not go together")
        }
    }

    func run() throws {
        let checked = try CheckedRecording(recording, reading)
        let text = RecordingText(recording: checked.recording, terminal: .output, style: painting.style())
        if json {
            try RecordingJSON(recording: checked.recording, findings: checked.findings).write(
                exchange,
                onlyVSACalls: accounts
            )
        } else if let exchange, let body {
            try text.writeBody(of: exchange, isRequest: body == .request)
        } else if let exchange {
            try text.writeExchange(exchange)
        } else if accounts {
            try text.writeVSACalls(isFull: true)
        } else {
            try text.writeOverview()
        }
        try CheckedRecording.leave(after: checked)
    }
}
