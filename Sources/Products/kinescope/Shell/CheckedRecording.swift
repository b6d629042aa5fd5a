import ArgumentParser
import RecordingStore
import Replay
import Report

/// A recording that a command shows or copies: only what was recorded is taken for it, unless that is asked for.
struct CheckedRecording {
    /// What is read.
    var recording: OpenRecording
    /// Where it is damaged or was changed, and is read in spite of it: errors, each of which was printed as a warning.
    private(set) var findings: [FindingJSON] = []
    /// Whether it is not what was recorded.
    var isChanged: Bool { !findings.isEmpty }

    /// The option that asks for it.
    struct Options: ParsableArguments {
        @Flag(help: "Read a recording that is damaged or was changed; the exit code is then 1")
        var anyway = false
    }

    /// Opens the recording at `path` and compares all of it with its digests.
    ///
    /// - Throws: as opening does, and ``CommandFailure`` if it is not what was recorded, unless `options` say `--anyway`.
    init(_ path: String, _ options: Options) throws {
        recording = try OpenRecording(path)
        guard case .file(let file) = recording else { return }
        do {
            findings = try file.verify(.content).map { FindingJSON($0, in: path) }
        } catch {
            guard options.anyway else { throw error }
            findings = [FindingJSON(.damaged, .error, from: SourceJSON(.file, path), message: error.reason)]
        }
        let texts = findings.map { "\(path): not what was recorded: \($0.message)" }
        guard let first = texts.first else { return }
        guard options.anyway else {
            throw CommandFailure(
                "\(first). `kinescope verify` names every such place, --anyway reads it in spite of them"
            )
        }
        for text in texts { RecordingRun.warn(text) }
    }

    /// Ends the command with the exit code that belongs to what it has read.
    static func leave(after recordings: CheckedRecording...) throws {
        if recordings.contains(where: \.isChanged) { throw ExitStatus.difference.asError }
    }
}
