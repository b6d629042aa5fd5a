import Exchanges
import Foundation
import RecordingStore
import Redaction

/// Completes a recording: it is searched for secrets that only a later exchange gave away before it counts as finished.
struct RecordingEnd {
    /// The recording's path.
    var path: String
    /// What takes secrets out, with all that it has learnt; nil if secrets were kept.
    var redactor: Redactor?

    /// Finishes what `writer` wrote, and adds to the session's result what came of it.
    func finish(_ writer: RecordingWriter, _ result: inout RecordingSession.Result) {
        do {
            result.leak = try finish(writer)
            result.isFinished = result.leak == nil
        } catch {
            // A disk that is full may not even take the last few bytes; what is there can be read.
            result.failure = result.failure ?? error
            result.leak = leakInUnfinishedFile
        }
    }

    /// Finishes what `writer` wrote.
    ///
    /// - Returns: a secret that is in the file all the same, which then stays unfinished; nil if there is none.
    /// - Throws: `RecordingStoreError` if the disk is full or the system refuses; what was written stays, unfinished.
    func finish(_ writer: RecordingWriter) throws -> Leak? {
        var leak: Leak?
        try writer.finish { file in
            guard let redactor, try Self.leak(in: file, redactor) != nil else { return }
            try Self.rewrite(writer, redactor)
            leak = try Self.leak(in: file, redactor)
            writer.staysUnfinished = leak != nil
        }
        return leak
    }

    /// A secret in what is on the disk of a recording that could not be finished, its log included.
    var leakInUnfinishedFile: Leak? {
        guard let redactor else { return nil }
        return [path, path + "-wal"].filter(FileManager.default.fileExists)
            .compactMap { try? Self.leak(in: $0, redactor) }.first
    }

    private static func rewrite(_ writer: RecordingWriter, _ redactor: Redactor) throws {
        try writer.rewriteExchanges(redactor.replacingKnownSecrets) { StoredExchange($0, nil).columns }
        try writer.rewriteVSACalls(redactor.replacingKnownSecrets)
        try writer.rewriteUserActions { redactor.redact($0) }
    }

    private static func leak(in file: String, _ redactor: Redactor) throws -> Leak? {
        try SecretScan.firstLeak(in: file, gate: redactor.secretScanner)
    }
}
