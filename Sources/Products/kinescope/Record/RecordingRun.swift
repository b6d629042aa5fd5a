import Documents
import Foundation
import Proxy
import RecordingStore
import Redaction
import Report

/// One run of `kinescope record`, from listening to the summary.
struct RecordingRun {
    private let command: RecordCommand
    private let settings: RecorderSettings
    private let output = Terminal.output

    /// A run of this command; nothing has happened yet.
    init(_ command: RecordCommand) throws {
        self.command = command
        settings = try command.settings()
    }

    /// Records until a signal comes or the time is up, and prints what there is to say.
    func run() async throws -> RecordingReport {
        try command.checkOutput()
        let stop = Latch()
        let unfinished = UnfinishedRecording()
        let signals = SignalWatch(onFirst: stop.open, onSecond: unfinished.leave)
        defer { withExtendedLifetime(signals) {} }
        let authority = try command.authority.loadOrMake()
        let queue = EventQueue()
        let recorder = try await Recorder.start(
            settings: settings,
            authority: authority,
            answerers: [LocalEndpoint(authority: authority)],
            sink: queue.sink
        )
        let fingerprints = command.keepSecrets ? nil : SecretFingerprints(key: PseudonymKey.random())
        let writer: RecordingWriter
        do {
            let kept = fingerprints?.header ?? []
            // What a killed recorder left may hold deep documents.
            writer = try await DeepWork { [command] in try command.writer(keeping: kept) }.value()
        } catch {
            queue.close()
            // A client may have been quick; it is not to wait for a recording that there will not be.
            while let batch = queue.next() { for entry in batch { entry.stored() } }
            await recorder.stop(grace: .zero)
            throw error
        }
        unfinished.begin(command.output, writer.unfinishedFile, isRedacted: !command.keepSecrets)
        let began = ContinuousClock.now
        greet(recorder, authority)
        let console = RecordingConsole(terminal: output, text: text)
        let session = session(writer, fingerprints, queue, console, stop)
        if case .time(let time) = command.stopAfter { await stop.wait(atMost: time) } else { await stop.wait() }
        await recorder.stop(grace: Self.grace)
        let result = await session.finish()
        await console.finish()
        unfinished.end()
        let report = RecordingReport(
            path: command.output,
            duration: ContinuousClock.now - began,
            tally: result.tally,
            redactions: result.redactor?.summary,
            failure: result.failure.map { "\($0)" },
            leak: result.leak,
            isFinished: result.isFinished,
            isDisplaced: result.isDisplaced
        )
        if command.json {
            try? output.write(JSONLine.summary(of: "record", report.object))
        } else {
            try? output.writeText(report.text)
        }
        if let leak = result.leak { Self.warn(RecordingReport.warning(of: leak)) }
        return report
    }

    /// Says where it listens; whoever reads may have gone away, which is no reason not to record.
    private func greet(_ recorder: Recorder, _ authority: CertificateAuthority) {
        let greeting = StartupMessage(
            path: command.output,
            host: recorder.host,
            port: recorder.port,
            settings: settings,
            isRedacted: !command.keepSecrets,
            isContinued: command.append,
            certificatePath: CertificateAuthority.certificatePath(in: command.authority.folder),
            fingerprint: authority.fingerprint
        )
        for warning in greeting.warnings { Self.warn(warning) }
        if command.json {
            try? JSONOutput(of: "record").write(greeting.object)
        } else if !command.quiet {
            try? output.writeText(greeting.text + "\n" + text.heading)
        }
    }

    private var text: LiveText {
        LiveText(
            showsJSON: command.json,
            style: command.painting.style(on: output),
            isQuiet: command.quiet
        )
    }

    private func session(
        _ writer: RecordingWriter,
        _ fingerprints: SecretFingerprints?,
        _ queue: EventQueue,
        _ console: RecordingConsole,
        _ stop: Latch
    ) -> RecordingSession {
        let redactor = command.keepSecrets ? nil : Redactor(key: PseudonymKey.random(), remembering: .live)
        let path = command.output
        let maximum: Int? = if case .exchanges(let count) = command.stopAfter { count } else { nil }
        return RecordingSession(
            scribe: RedactingWriter(
                writer: writer,
                redactor: redactor,
                fingerprints: fingerprints,
                rename: command.renaming
            ),
            queue: queue,
            onEvents: { events, tally in
                console.show(events)
                if let maximum, tally.names.total >= maximum { stop.open() }
            },
            onMessage: { Self.warn(Self.text(of: $0, path)) },
            onEnd: { RecordingEnd(path: path, redactor: $0.redactor).finish(writer, &$0) }
        )
    }

    /// What a session has to say, in a sentence or two.
    static func text(of message: RecordingSession.Message, _ path: String) -> String {
        switch message {
        case .locked:
            "\(path): another program has it locked. Responses no longer wait; up to 65,536 events or 256 MiB are "
                + "recorded when the lock is gone"
        case .unlocked(let dropped):
            "\(path): the lock is gone, recording continues"
                + (dropped == 0 ? "" : ". \(CountedNoun.text(dropped, "event")) did not fit and were dropped")
        case .displaced:
            "\(path): deleted or moved while it is recorded. It is written there again at the end, if nothing else is "
                + "there then"
        case .failed(let error):
            "\(error); nothing is recorded from now on, the traffic continues (\(path))"
        }
    }

    /// Says something on standard error, in one line.
    static func warn(_ text: String) {
        try? Terminal.error.writeMessage(ExitStatus.oneLine(text))
    }

    /// How long exchanges in flight are given when the end is asked for.
    private static let grace = Duration.seconds(3)
}
