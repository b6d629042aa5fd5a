import Documents
import Exchanges
import PassAPI
import RecordingStore
import Redaction
import Report

/// Finishes a recording that its recorder did not finish, as `kinescope verify --repair` and `record --append` do.
struct RecordingRepair {
    /// What was done.
    private(set) var text: String
    /// A secret that is in the recording all the same, which then stays unfinished.
    private(set) var leak: Leak?

    /// Finishes the recording at `path`; nil if it is finished already.
    ///
    /// - Parameters:
    ///   - path: the recording.
    ///   - mayRemove: whether texts may be removed that no rule vouches for, where what the search needs is gone.
    /// - Throws: `RecordingStoreError` as opening does, if the recording is in use, or the system refuses.
    init?(of path: String, mayRemove: Bool) throws {
        let file = try RecordingFile.open(path)
        defer { file.close() }
        guard !file.isFinished else { return nil }
        let flight = try RecordingNotice.flight(file)
        let isRedacted = file.information.isRedacted
        let surroundings = file.surroundings
        file.close()
        let writer = try RecordingWriter.repairing(path)
        text = "finished, since its recorder was killed: \(flight)"
        do {
            try finish(writer, path, isRedacted: isRedacted, mayRemove: mayRemove)
        } catch {
            writer.leave()
            throw error
        }
        guard surroundings.hasDamagedLog else { return }
        text +=
            writer.keptLog.map { name in
                "; the damaged log is kept as \(name)"
                    + (isRedacted ? ", which may hold secrets: do not pass it on" : "")
            } ?? "; the damaged log could not be kept"
    }

    private mutating func finish(
        _ writer: RecordingWriter,
        _ path: String,
        isRedacted: Bool,
        mayRemove: Bool
    ) throws {
        guard isRedacted else { return try writer.finish() }
        if let secrets = writer.kept.flatMap({ FingerprintedSecrets(parsing: $0) }) {
            var redactor = secrets.redactor()
            try writer.rewriteExchanges { exchange in
                secrets.teach(&redactor, from: exchange)
                return nil
            }
            try writer.rewriteVSACalls { response in
                secrets.teach(&redactor, from: response)
                return nil
            }
            try writer.rewriteUserActions { userAction in
                secrets.teach(&redactor, from: userAction)
                return nil
            }
            leak = try RecordingEnd(path: path, redactor: redactor).finish(writer)
            text += "; searched for \(CountedNoun.text(secrets.count, "secret"))"
            return
        }
        guard mayRemove else { throw RecordingStoreError(path, .unsearched) }
        try remove(writer)
        try writer.finish()
    }

    /// What the search needs is gone: whatever no rule vouches for may hold a secret.
    private mutating func remove(_ writer: RecordingWriter) throws {
        let redactor = Redactor(key: PseudonymKey.random())
        var removed = 0
        try writer.rewriteExchanges { exchange in
            let isKnown = PassRequest(recognizing: exchange.request) != nil
            let changed = redactor.removingDoubtful(exchange, keepsPath: isKnown)
            if changed != nil { removed += 1 }
            return changed
        } classifying: {
            StoredExchange($0, nil).columns
        }
        try writer.rewriteVSACalls(redactor.removingDoubtful)
        text +=
            "; what the search for late secrets needs is gone, so texts that no rule vouches for were removed from "
            + CountedNoun.text(removed, "exchange")
    }
}
