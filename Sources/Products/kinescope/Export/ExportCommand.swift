import ArgumentParser
import Documents
import Exchanges
import RecordingStore
import Report

/// `kinescope export`: a recording becomes a HAR file and a VSA log again.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a recording as a HAR file, and its VSA calls as a VSA log",
        discussion: """
            EXAMPLES:
              kinescope export sign-on.kinescope -o sign-on.har
              kinescope export sign-on.kinescope -o sign-on.har --vsa-log sign-on.vsa.jsonl
              kinescope export sign-on.kinescope -o - | jq '.log.entries | length'

            \(ExitStatus.help(findings: "with --anyway a recording that is damaged, was changed or not searched"))
            """
    )

    @Argument(help: "The recording, or a HAR file", completion: .file(extensions: ["kinescope", "har"]))
    var recording: String

    @Option(name: .shortAndLong, help: "The HAR file to write; - is standard output", completion: .file())
    var output: String

    @Option(
        name: [.customLong("vsa-log"), .customLong("account-log")],
        help: ArgumentHelp("The VSA log to write", valueName: "vsa-log"),
        completion: .file(extensions: ["jsonl"])
    )
    var vsaLog: String?

    @Flag(help: "Replace existing files")
    var force = false

    @Flag(help: "Export a HAR file whose secrets were not replaced, with all of them")
    var keepSecrets = false

    @Flag(help: "Print JSON Lines")
    var json = false

    @OptionGroup var reading: CheckedRecording.Options

    func validate() throws {
        if json, output == "-" || vsaLog == "-" {
            throw ValidationError("--json and -o - cannot both write to standard output")
        }
        let isHAR = VSALogBeside.isHAR(recording)
        if keepSecrets, !isHAR {
            throw ValidationError("--keep-secrets is for a HAR file. A recording is exported with what it holds")
        }
        if let vsaLog, output == vsaLog || SameFile.haveSameName(output, vsaLog) {
            throw ValidationError("the HAR file and the VSA log need a file each")
        }
    }

    func run() throws {
        let checked = try CheckedRecording(recording, reading)
        let recorded = checked.recording
        // Only once it was read: what is not a HAR holds nothing.
        if VSALogBeside.isHAR(recording), !keepSecrets {
            throw ValidationError(
                "\(recording) still holds its secrets. Import it first, which replaces them, or give --keep-secrets"
            )
        }
        if case .file(let file) = recorded, RecordingNotice.isUnsearched(file), !reading.anyway {
            throw CommandFailure(
                "\(recording): it was not searched for secrets that only later exchanges gave away, and a HAR of it may "
                    + "hold some. `kinescope verify --repair` searches it; --anyway exports it as it is"
            )
        }
        for path in [output, vsaLog].compactMap({ $0 }) {
            if SameFile.isSame(recording, path) {
                throw CommandFailure("\(path) is the recording itself: name another file")
            }
            if let log = VSALogBeside.path(of: recording), SameFile.isSame(log, path) {
                throw CommandFailure("\(path) is the VSA log that is read: name another file")
            }
        }
        for path in [output, vsaLog].compactMap({ $0 }) where RecordingFile.isBeingWritten(path) {
            throw CommandFailure("\(path): a recorder is writing this file. Name another file")
        }
        // Both are complete before either gets its name.
        let log = try vsaLog.map { path in
            let log = try OutputFile(path, replacesExisting: force)
            for response in try recorded.vsaCalls() { try log.write(VSALog.line(for: response) + "\n") }
            return log
        }
        let archive = try OutputFile(output, replacesExisting: force)
        var writer = HARWriter(recorded.information)
        var bytes: [UInt8] = []
        writer.writeStart(to: &bytes)
        try recorded.forEachExchange { exchange in
            writer.write(exchange, to: &bytes)
            if bytes.count > 1 << 20 {
                try archive.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        writer.writeEnd(to: &bytes)
        try archive.write(bytes)
        try archive.finish()
        try log?.finish()
        if json {
            try JSONOutput.write(report(of: recorded, checked.findings), of: "export")
        } else if vsaLog == nil, recorded.vsaCallCount > 0 {
            let calls = CountedNoun.text(recorded.vsaCallCount, "VSA call")
            try Terminal.error.writeMessage("\(calls) not written: a HAR has no place for them. Give --vsa-log FILE")
        }
        try CheckedRecording.leave(after: checked)
        if case .file(let file) = recorded, RecordingNotice.isUnsearched(file) { throw ExitStatus.difference.asError }
    }

    /// The findings, an object for each file that was written, and the summary's members.
    private func report(
        of recorded: OpenRecording,
        _ findings: [FindingJSON]
    ) -> (text: String, summary: JSONObject) {
        let files = [("har", output)] + (vsaLog.map { [("vsaLog", $0)] } ?? [])
        let lines: [JSONObject] = files.map { kind, path in
            [
                "type": .string("file"), "kind": .string(kind), "path": .string(path),
                "sizeBytes": .count(RecordingSummaryText.bytes(ofFile: path)),
            ]
        }
        return (
            JSONLine.text(of: findings.map(\.object) + lines),
            [
                "exchangeCount": .count(recorded.exchangeCount), "vsaCallCount": .count(recorded.vsaCallCount),
                "errorCount": .count(findings.count),
            ]
        )
    }
}
