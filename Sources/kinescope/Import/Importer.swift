import Exchanges
import Foundation
import PassAPI
import RecordingStore
import Redaction
import SubscriberAccount

/// Reads an archive twice: once to learn what is secret, once to write everything without it.
struct Importer {
    /// The path of the HAR file.
    var archive: String
    /// The path of the account log.
    var accountLog: String?
    /// Whether secrets are left as they are.
    var keepsSecrets: Bool

    /// Writes the recording and finishes it.
    ///
    /// - Throws: ``CommandFailure`` if an input cannot be read, is not what it should be, or a secret would stay in the
    ///   file; then nothing stands at the writer's path.
    func run(into writer: RecordingWriter) throws -> ImportSummary {
        let responses = try readAccountLog()
        let bytes = try InputFile.bytes(of: archive)
        let redactor = keepsSecrets ? nil : try study(bytes, responses)
        var (information, summary) = try write(bytes, redactor: redactor, to: writer)
        if let redactor { information = redactor.redact(information) }
        writer.information = information
        for response in responses { try writer.append(redactor?.redact(response) ?? response) }
        summary.accountResponseCount = responses.count
        summary.redactions = redactor?.summary
        let gate = redactor?.leakGate
        try writer.finish(inspecting: { path in try gate.map { try Self.refuse(leaksIn: path, gate: $0) } })
        return summary
    }

    private static func refuse(leaksIn path: String, gate: LeakGate) throws {
        guard let leak = try LeakScan.firstLeak(in: path, gate: gate) else { return }
        throw CommandFailure(
            "\(leak): nothing was written; if it is no secret, or is to be kept, import with --keep-secrets"
        )
    }

    private func readAccountLog() throws -> [AccountResponse] {
        guard let accountLog else { return [] }
        let bytes = try InputFile.bytes(of: accountLog)
        do {
            return try AccountLog.parse(bytes)
        } catch {
            throw CommandFailure("\(accountLog): \(error)")
        }
    }

    /// The first pass: finds on all cores what is secret, and learns it in order.
    private func study(_ bytes: [UInt8], _ responses: [AccountResponse]) throws -> Redactor {
        var redactor = Redactor(key: PseudonymKey.random())
        for response in responses { redactor.study(response) }
        let finder = redactor.finder
        let pipeline = OrderedPipeline { (batch: [Exchange]) in
            finder.findings(in: batch)
        } consume: { findings in
            redactor.learn(findings)
        }
        defer { pipeline.cancel() }
        _ = try forEachBatch(of: bytes, doing: "looking for secrets", pipeline.submit)
        try pipeline.finish()
        return redactor
    }

    /// The second pass: parses, redacts on all cores, and writes in order.
    private func write(
        _ bytes: [UInt8],
        redactor: Redactor?,
        to writer: RecordingWriter
    ) throws -> (RecordingInformation, ImportSummary) {
        var summary = ImportSummary()
        var classifier = ExchangeClassifier()
        let pipeline = OrderedPipeline { (batch: [Exchange]) in
            batch.map { exchange in
                let kept = redactor?.redact(exchange) ?? exchange
                let request = PassRequest(recognising: kept.request)
                return (kept, request, request?.matchKey)
            }
        } consume: { batch in
            for (exchange, request, matchKey) in batch {
                let name = classifier.kind(of: exchange, recognisedAs: request).label
                try writer.append(exchange, operation: name, matchKey: matchKey)
                summary.add(exchangeNamed: name)
            }
        }
        defer { pipeline.cancel() }
        let information = try forEachBatch(of: bytes, doing: "writing", pipeline.submit)
        try pipeline.finish()
        return (information, summary)
    }

    private func forEachBatch(
        of bytes: [UInt8],
        doing what: String,
        _ body: ([Exchange]) throws -> Void
    ) throws -> RecordingInformation {
        var progress = Progress()
        defer { progress.clear() }
        do {
            var reader = try HTTPArchiveReader(bytes)
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
            return reader.information
        } catch let error as HTTPArchiveError {
            throw CommandFailure("\(archive): \(bytes.isEmpty ? "the file is empty" : "\(error)")")
        }
    }

    /// How many exchanges are handed on at once.
    private static let batchCount = 32
}
