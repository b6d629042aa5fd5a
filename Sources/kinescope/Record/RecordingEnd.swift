import Exchanges
import Foundation
import PassAPI
import RecordingStore
import Redaction

/// Completes a recording, and looks for secrets that only a later exchange gave away.
struct RecordingEnd {
    /// The recording's path.
    var path: String
    /// What takes secrets out, with all that it has learnt; nil if secrets were kept.
    var redactor: Redactor?

    /// Finishes what `writer` wrote.
    ///
    /// - Returns: a secret that stands in the file all the same; nil if there is none.
    /// - Throws: `RecordingStoreError` if the disk is full or the system refuses; what was written stays.
    func finish(_ writer: RecordingWriter) throws -> Leak? {
        try writer.finish()
        guard let redactor, try leak(redactor) != nil else { return nil }
        let again = try RecordingWriter.continuing(
            at: path,
            information: RecordingInformation(isRedacted: true)
        )
        try again.rewriteExchanges(redactor.replacingKnownSecrets) { exchange in
            let request = PassRequest(recognising: exchange.request)
            return (ExchangeKind(of: exchange).label, request?.matchKey)
        }
        try again.finish()
        return try leak(redactor)
    }

    /// A secret in what stands on the disk of a recording that could not be finished, its log included.
    var leakInUnfinishedFile: Leak? {
        guard let redactor else { return nil }
        return [path, path + "-wal"].filter(FileManager.default.fileExists)
            .compactMap { try? LeakScan.firstLeak(in: $0, gate: redactor.leakGate) }.first
    }

    private func leak(_ redactor: Redactor) throws -> Leak? {
        try LeakScan.firstLeak(in: path, gate: redactor.leakGate)
    }
}
