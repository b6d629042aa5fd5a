import Documents
import Exchanges
import Foundation
import RecordingStore
import Report

/// A recording that a command reads whole: a `.kinescope` file, or a HAR file with the VSA log beside it.
///
/// A HAR is taken as it is, secrets and all: nothing of it is written to a file, unless `export --keep-secrets` asks for that.
struct RecordingInput {
    /// The path, as it was named.
    var path: String
    /// What was recorded.
    var recording: Recording
    /// Where the file is no longer what its writer finished.
    var problems: [IntegrityProblem] = []

    /// Reads the recording at `path`.
    ///
    /// - Throws: ``CommandFailure`` or `RecordingStoreError` if it cannot be read.
    init(_ path: String) throws {
        guard VSALogBeside.isHAR(path) else {
            self = try RecordingInput(RecordingFile.opening(path))
            return
        }
        self.path = path
        let bytes = try InputFile.har(at: path)
        do {
            recording = try Self.recording(parsing: bytes, path)
        } catch let error as HARError {
            throw CommandFailure("\(path): \(bytes.isEmpty ? "the file is empty. Export it again" : "\(error)")")
        }
        guard let log = VSALogBeside.path(of: path) else { return }
        do {
            recording.vsaCalls = try VSALog.parse(try InputFile.bytes(of: log))
        } catch let error as VSALogError {
            throw CommandFailure("\(log): \(error)")
        }
    }

    /// Reads the recording of a file that is open.
    ///
    /// - Throws: `RecordingStoreError` if it cannot be read.
    init(_ file: RecordingFile) throws {
        path = file.path
        recording = try file.recording()
        problems = try file.verify()
    }

    /// The recording that the HAR holds; what is odd in it is said on standard error.
    private static func recording(parsing bytes: [UInt8], _ path: String) throws -> Recording {
        var reader = try HARReader(bytes)
        let recording = try HAR.recording(from: &reader)
        for line in HARWarnings.lines(of: reader, in: path, strict: "`kinescope import --strict`") {
            try Terminal.error.writeMessage(ExitStatus.oneLine(line))
        }
        return recording
    }

    /// Reads the recording at `path`, which has to be what its writer finished.
    ///
    /// - Throws: as ``init(_:)``, and ``CommandFailure`` if the file was damaged or changed since.
    static func sound(_ path: String) throws -> Recording {
        try RecordingInput(path).sound
    }

    /// The same of a file that is open.
    static func sound(_ file: RecordingFile) throws -> Recording { try RecordingInput(file).sound }

    private var sound: Recording {
        get throws {
            if let problem = problems.first { throw failure(of: problem) }
            return recording
        }
    }

    /// What is said of a recording that is not what was recorded.
    func failure(of problem: IntegrityProblem) -> CommandFailure {
        CommandFailure("\(path) is not what was recorded: \(problem). `kinescope verify` names every such place")
    }
}

extension RecordingFile {
    /// Opens the recording at `path`, and says on standard error what is odd about it.
    ///
    /// - Throws: as `open`.
    static func opening(_ path: String) throws -> RecordingFile {
        let file = try RecordingFile.open(path)
        let name = PrintableText.escaped(path)
        for line in try RecordingNotice.lines(about: file) {
            try Terminal.error.writeMessage("\(name): \(PrintableText.escaped(line))")
        }
        return file
    }
}
