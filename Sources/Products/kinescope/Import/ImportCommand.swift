import ArgumentParser
import Exchanges
import Foundation
import RecordingStore

/// `kinescope import`: a HAR file becomes a recording.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a HAR file as a recording, and replace its secrets",
        discussion: """
            EXAMPLES:
              kinescope import sign-on.har
              kinescope import sign-on.har --vsa-log calls.jsonl -o mon.kinescope
              kinescope import sign-on.har --keep-secrets --force

            The recording has the name of the HAR file and is in the current directory, unless -o names another. A VSA \
            log holds the calls of Apple's Video Subscriber Account framework and their results, one JSON object a \
            line. One that lies beside the HAR file under its name (sign-on.vsa.jsonl, or sign-on.accounts.jsonl as it \
            was called before) is imported with it.

            A value that no HAR should have (an unknown encoding, broken Base64, a list as a header's value, half a \
            surrogate pair, a time of -1, a status of 200.0) is taken as far as it can be, with a warning, and comes \
            back on export.

            Secrets are replaced by values of the same shape, equal ones by equal ones. Before the recording gets its \
            name, the file is searched for every secret in every encoding; if one is found, nothing is written.

            Warnings leave the exit code at 0; with --strict nothing is written and it is 3.

            \(ExitStatus.help)
            """
    )

    @Argument(help: "The HAR file; - is standard input", completion: .file(extensions: ["har"]))
    var archive: String

    @Option(
        name: [.customLong("vsa-log"), .customLong("account-log")],
        help: ArgumentHelp(
            "The VSA log that belongs to it",
            discussion: "Default: NAME.vsa.jsonl beside the HAR file, if there is one.",
            valueName: "vsa-log"
        ),
        completion: .file(extensions: ["jsonl"])
    )
    var vsaLog: String?

    @Option(name: .shortAndLong, help: "The recording to write", completion: .file(extensions: ["kinescope"]))
    var output: String?

    @Flag(help: "Replace an existing file")
    var force = false

    @Flag(help: "Keep secrets as they are; the recording is marked so")
    var keepSecrets = false

    @Flag(
        help: "Refuse a HAR with values that no HAR should have, or without an Adobe Pass call, instead of a warning"
    )
    var strict = false

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        if output == "-" { throw ValidationError("a recording is a file, not a stream: name one with -o") }
        if archive == "-", output == nil {
            throw ValidationError("standard input has no name: name the recording with -o")
        }
    }

    func run() throws {
        let target = output ?? Self.recordingName(for: archive)
        let vsaLog = vsaLog ?? VSALogBeside.path(of: archive)
        for input in [archive, vsaLog].compactMap({ $0 }) where SameFile.isSame(input, target) {
            throw CommandFailure("\(target) is what is to be imported: name another file with -o")
        }
        var options = RecordingWriter.Options()
        options.replacesExisting = force
        try RecordingWriter.checkPlace(target, options: options)
        Interruption.prepare()
        // What is to be replaced is not even looked into before it is known that there is something to put in its
        // place.
        let importer = try Importer(
            archive: archive,
            vsaLog: vsaLog,
            keepsSecrets: keepSecrets,
            isStrict: strict
        )
        options.expectedBytes = importer.archiveBytes
        let writer = try RecordingWriter.create(at: target, options: options)
        if let file = writer.unfinishedFile { Interruption.removes(file) }
        let summary = try importer.run(into: writer)
        for warning in summary.warnings where !json { try Terminal.error.writeMessage(ExitStatus.oneLine(warning)) }
        do throws(CommandFailure) {
            if json {
                try JSONOutput.write(summary.json(of: target), of: "import")
            } else {
                try Terminal.output.writeText(summary.text(of: target))
            }
        } catch {
            throw CommandFailure("\(target) was written, but its summary was not: \(error.message)")
        }
    }

    /// The HAR file's name with another extension, in the current folder.
    static func recordingName(for archive: String) -> String {
        URL(filePath: archive).deletingPathExtension().lastPathComponent + ".kinescope"
    }
}
