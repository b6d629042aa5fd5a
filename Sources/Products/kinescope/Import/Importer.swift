import Exchanges
import Foundation
import PassAPI
import RecordingStore
import Redaction
import SubscriberAccount

/// Reads an archive twice: once to learn what is secret, once to write everything without it.
struct Importer {
    private let archive: String
    private let bytes: [UInt8]
    private let isStrict: Bool
    private let vsaLog: String?
    private let responses: [VSACall]
    /// What replaces the secrets that were found; nil if they are left as they are.
    private var redactor: Redactor?

    /// Reads the HAR file, and the VSA log if there is one; with `keepsSecrets` nothing is looked for in them yet,
    /// and with `isStrict` a HAR with an odd value is refused.
    ///
    /// - Throws: ``CommandFailure`` if an input cannot be read or is not what it should be.
    init(archive: String, vsaLog: String?, keepsSecrets: Bool, isStrict: Bool) throws {
        self.archive = archive
        self.isStrict = isStrict
        self.vsaLog = vsaLog
        responses = try Self.responses(in: vsaLog)
        bytes = try InputFile.har(at: archive)
        if !keepsSecrets { redactor = try study() }
    }

    /// How many bytes the HAR file has.
    var archiveBytes: Int { bytes.count }

    /// Writes the recording and finishes it.
    ///
    /// - Throws: ``CommandFailure`` if the archive is not what it should be, or a secret would stay in the file; then
    ///   nothing stands at the writer's path.
    func run(into writer: RecordingWriter) throws -> ImportSummary {
        var (information, summary) = try write(to: writer)
        if isStrict, let line = summary.noCall(in: archive) { throw CommandFailure(line) }
        if let redactor { information = redactor.redact(information) }
        writer.information = information
        for response in responses { try writer.append(redactor?.redact(response) ?? response) }
        summary.vsaCallCount = responses.count
        summary.vsaLog = vsaLog
        summary.redactions = redactor?.summary
        let gate = redactor?.secretScanner
        try writer.finish(inspecting: { path in try gate.map { try refuse(leaksIn: path, gate: $0) } })
        return summary
    }

    private func refuse(leaksIn path: String, gate: SecretScanner) throws {
        guard let leak = try SecretScan.firstLeak(in: path, gate: gate) else { return }
        throw CommandFailure(
            "\(archive): \(leak). Nothing was written. Take that field's value out of the file and import again, and "
                + "report the field's name, since this should not happen (--keep-secrets would write every secret)"
        )
    }

    private static func responses(in log: String?) throws -> [VSACall] {
        guard let log else { return [] }
        let bytes = try InputFile.bytes(of: log)
        do {
            return try VSALog.parse(bytes)
        } catch {
            throw CommandFailure("\(log): \(error)")
        }
    }

    /// The first pass: finds on all cores what is secret, and learns it in order.
    private func study() throws -> Redactor {
        var redactor = Redactor(key: PseudonymKey.random())
        for response in responses { redactor.study(response) }
        let finder = redactor.finder
        let pipeline = OrderedPipeline { (batch: [Exchange]) in
            finder.findings(in: batch)
        } consume: { findings in
            redactor.learn(findings)
        }
        defer { pipeline.cancel() }
        _ = try forEachBatch(doing: "looking for secrets", pipeline.submit)
        try pipeline.finish()
        return redactor
    }

    /// The second pass: parses, redacts on all cores, and writes in order.
    private func write(to writer: RecordingWriter) throws -> (RecordingInformation, ImportSummary) {
        let redactor = self.redactor
        var summary = ImportSummary()
        var classifier = ExchangeClassifier()
        let pipeline = OrderedPipeline { (batch: [Exchange]) in
            batch.map { StoredExchange($0, redactor) }
        } consume: { batch in
            for stored in batch {
                summary.add(try stored.append(to: writer, &classifier))
            }
        }
        defer { pipeline.cancel() }
        let reader = try forEachBatch(doing: "writing", pipeline.submit)
        try pipeline.finish()
        summary.warn(of: reader, in: archive)
        return (reader.information, summary)
    }

    private func forEachBatch(
        doing what: String,
        _ body: ([Exchange]) throws -> Void
    ) throws -> HARReader {
        var progress = Progress()
        defer { progress.clear() }
        do {
            var reader = try HARReader(bytes, isStrict: isStrict)
            var batch: [Exchange] = []
            while let exchange = try reader.nextExchange() {
                batch.append(exchange)
                if batch.count == Self.batchCount {
                    try body(batch)
                    batch.removeAll()
                    progress.show("\(what): exchange \(exchange.ordinal)")
                }
            }
            if !batch.isEmpty { try body(batch) }
            return reader
        } catch let error as HARError {
            throw CommandFailure("\(archive): \(bytes.isEmpty ? "the file is empty. Export it again" : "\(error)")")
        }
    }

    /// How many exchanges are handed on at once.
    private static let batchCount = 32
}
