import Exchanges
import Foundation
import Proxy
import RecordingStore
import Redaction

/// The recording of what is served, if there is to be one.
final class SessionRecording {
    private let command: ServeCommand
    private let queue = EventQueue()
    private var session: RecordingSession?
    private let digestOfAll = SessionDigest()

    /// The recording that `command` asks for; nothing is written yet.
    init(_ command: ServeCommand) { self.command = command }

    /// What the recorder hands its events to.
    var sink: RecorderSink {
        guard command.output != nil else { return { _, stored in stored() } }
        let (sink, digest) = (queue.sink, digestOfAll)
        return { event, stored in
            digest.absorb(event)
            sink(event, stored)
        }
    }

    /// The digest of what was recorded; nil if nothing was to be.
    var digest: String? { command.output == nil ? nil : digestOfAll.text }

    /// Begins to write.
    ///
    /// - Throws: `RecordingStoreError` if the file cannot be written.
    func begin(_ unfinished: UnfinishedRecording) throws {
        guard let path = command.output else { return }
        let fingerprints = command.keepSecrets ? nil : SecretFingerprints(key: PseudonymKey.random())
        var options = RecordingWriter.Options()
        options.kept = fingerprints?.header ?? []
        options.durability = .everyAppend
        options.replacesExisting = command.force
        let information = RecordingInformation(
            creator: "kinescope serve " + Version.number,
            isRedacted: !command.keepSecrets
        )
        let writer = try RecordingWriter.create(at: path, information: information, options: options)
        unfinished.begin(path, writer.unfinishedFile, isRedacted: !command.keepSecrets)
        let redactor = command.keepSecrets ? nil : Redactor(key: PseudonymKey.random(), remembering: .live)
        session = RecordingSession(
            scribe: RedactingWriter(writer: writer, redactor: redactor, fingerprints: fingerprints),
            queue: queue,
            onMessage: { RecordingRun.warn(RecordingRun.text(of: $0, path)) },
            onEnd: { RecordingEnd(path: path, redactor: $0.redactor).finish(writer, &$0) }
        )
    }

    /// Lets everybody go who waits for a recording that there will not be.
    func abandon() {
        queue.close()
        while let batch = queue.next() { for entry in batch { entry.stored() } }
    }

    /// Finishes the file, and says on standard error what is wrong with it.
    ///
    /// - Returns: whether all of it is recorded; true if nothing was to be.
    func finish(_ unfinished: UnfinishedRecording, isJSON: Bool) async -> Bool {
        guard let session, let path = command.output else { return true }
        let result = await session.finish()
        unfinished.end()
        if let failure = result.failure { RecordingRun.warn("\(path): not complete: \(failure)") }
        if let leak = result.leak { RecordingRun.warn(RecordingReport.warning(of: leak)) }
        if result.tally.dropped > 0 { RecordingRun.warn("\(path): \(result.tally.dropped) events were dropped") }
        return result.failure == nil && result.leak == nil && result.tally.dropped == 0
    }
}
