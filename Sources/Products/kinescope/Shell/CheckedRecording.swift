import ArgumentParser
import RecordingStore
import Report

/// A recording that a command shows or copies: only what was recorded is taken for it, unless that is asked for.
struct CheckedRecording {
    /// What is read.
    var recording: OpenRecording
    /// Whether it is damaged or was changed, and is to be read in spite of it.
    var isChanged: Bool

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
        isChanged = false
        guard case .file(let file) = recording else { return }
        var problem: String?
        do {
            problem = try file.verify(.content).first.map { "\($0)" }
        } catch {
            guard options.anyway else { throw error }
            problem = error.reason
        }
        isChanged = problem != nil
        guard let problem else { return }
        let text = "\(path): not what was recorded: \(problem)"
        guard options.anyway else {
            throw CommandFailure(
                "\(text). `kinescope verify` names every such place, --anyway reads it in spite of them"
            )
        }
        RecordingRun.warn(text)
    }

    /// Ends the command with the exit code that belongs to what it has read.
    static func leave(after recordings: CheckedRecording...) throws {
        if recordings.contains(where: \.isChanged) { throw ExitStatus.difference.asError }
    }
}
