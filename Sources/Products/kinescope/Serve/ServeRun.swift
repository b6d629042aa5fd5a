import Documents
import Foundation
import Proxy
import ProxyProtocol
import RecordingStore
import Redaction
import Report
import ScenarioFiles
import ServiceFront
import Simulation
import VirtualTime

/// One run of `kinescope serve`, from listening to the summary.
struct ServeRun {
    private let command: ServeCommand
    private let output = Terminal.output
    private let source: ServedSource

    /// A run of this command; nothing has happened yet.
    init(_ command: ServeCommand) throws {
        self.command = command
        source = try ServedSource(command, now: Self.now())
        guard let path = command.output, !command.force, FileManager.default.fileExists(atPath: path) else { return }
        throw CommandFailure("\(RecordingStoreError(path, .exists))")
    }

    /// How a run ended.
    struct End {
        /// What was asked.
        var log: ServedLog
        /// Whether the session was recorded as it should be, if it was to be.
        var isRecorded: Bool
    }

    /// Serves until a signal comes, the time is up or nobody asks any more, and prints what there is to say.
    func run() async throws -> End {
        let stop = Latch()
        let unfinished = UnfinishedRecording()
        let signals = SignalWatch(onFirst: stop.open, onSecond: unfinished.leave)
        defer { withExtendedLifetime(signals) {} }
        let authority = try command.authority.loadOrMake()
        let backend = ServedState(source.backend(command, at: Self.now()))
        let token = ControlToken(ControlTokenFile.random())
        let watch = ServeWatch(stop: stop, limit: command.stopAfter, console: command.quiet ? nil : line)
        let front = front(backend, token, authority, watch)
        let recording = SessionRecording(command)
        let recorder = try await Recorder.start(
            settings: settings,
            authority: authority,
            answerers: [front],
            sink: sink(recording, backend)
        )
        let tokenFile = ControlTokenFile(of: command, port: recorder.port)
        do {
            try recording.begin(unfinished)
            try tokenFile.write(token.text)
        } catch {
            recording.abandon()
            await recorder.stop(grace: .zero)
            throw error
        }
        defer { tokenFile.remove(token.text) }
        try greet(recorder, authority, tokenFile)
        await wait(stop, watch)
        // A stream of events has no end of its own.
        backend.events.end()
        await recorder.stop(grace: .seconds(3))
        let isRecorded = await recording.finish(unfinished, isJSON: command.json)
        let served = backend.withBackend { $0 }
        watch.finish()
        try? output.write(summary(served, recording.digest))
        return End(log: served.log, isRecorded: isRecorded)
    }

    private func front(
        _ backend: ServedState,
        _ token: ControlToken,
        _ authority: CertificateAuthority,
        _ watch: ServeWatch
    ) -> ServiceFront {
        let hosts = Set(source.hosts)
        return ServiceFront(
            backend,
            endpoint: LocalEndpoint(authority: authority, of: .serving),
            control: ControlInterface(
                backend,
                token: token,
                openAPI: ControlAPI.document(version: Version.number),
                now: Self.now,
                readSteps: { try ScenarioFile.servedSteps(parsing: $0, for: $1) }
            ),
            passthroughHosts: command.passthrough,
            hosts: hosts,
            allowedOrigins: command.allowedOrigins.map(\.origin) + source.origins,
            onServed: watch.served
        )
    }

    /// What the proxy's events go to: the recording, and what it closed without a request to the warnings.
    private func sink(_ recording: SessionRecording, _ backend: ServedState) -> RecorderSink {
        let recorded = recording.sink
        return { event, stored in
            if case .notice(let notice) = event {
                switch notice {
                case .refused: backend.withBackend { $0.warn(.connectionClosed, "\(notice)", at: Self.now()) }
                case .server: backend.withBackend { $0.warn(.serverFailed, "\(notice)", at: Self.now()) }
                case .passingThrough, .recordedAgain: break
                }
            }
            recorded(event, stored)
        }
    }

    private func wait(_ stop: Latch, _ watch: ServeWatch) async {
        let idle: Duration? = if case .time(let time)? = command.untilIdle { time } else { nil }
        let timer = Task {
            guard let idle else { return }
            while !Task.isCancelled {
                try await Task.sleep(for: min(idle, .seconds(1)))
                if let last = watch.lastServed, ContinuousClock.now - last >= idle { stop.open() }
            }
        }
        if case .time(let time)? = command.stopAfter { await stop.wait(atMost: time) } else { await stop.wait() }
        timer.cancel()
    }

    private var settings: RecorderSettings {
        var settings = RecorderSettings()
        if let listen = command.listen { settings.host = listen }
        // Control is for this machine alone, and looks for it there.
        settings.listensOnLoopback = true
        settings.port = command.port
        settings.passthroughHosts = command.passthrough
        // An app that does not trust the certificate must not reach the real service in its stead.
        settings.reachesOnlyNamedHosts = true
        settings.keepsCodedBodies = command.keepSecrets
        settings.limits.connections = min(settings.limits.connections, OpenFiles.connections)
        return settings
    }

    // MARK: What is said

    private func greet(_ recorder: Recorder, _ authority: CertificateAuthority, _ token: ControlTokenFile) throws {
        let start = ServeStart(
            title: source.title,
            hosts: source.hosts,
            host: recorder.host,
            networkAddresses: OwnAddresses.isEvery(host: recorder.host) ? OwnAddresses.ofNetworks() : [],
            port: recorder.port,
            certificatePath: CertificateAuthority.certificatePath(in: command.authority.folder),
            fingerprint: authority.fingerprint,
            tokenPath: token.path,
            output: command.output
        )
        if command.json {
            try JSONOutput(of: "serve").write(start.object)
        } else if !command.quiet {
            try output.writeText(start.text)
        }
    }

    private var line: @Sendable (ServedEntry) -> Void {
        let (output, isJSON) = (output, command.json)
        return { entry in
            // Whoever reads may have gone away, which is no reason not to serve.
            if isJSON {
                try? output.write(JSONLine.text(of: ServedJSON.request(entry)))
            } else {
                try? output.writeText("  " + ServedText.line(of: entry) + "\n")
            }
        }
    }

    private func summary(_ served: ServedBackend, _ digest: String?) -> String {
        guard command.json else {
            return ServedText.summary(of: served) + (digest.map { "session digest: \($0)\n" } ?? "")
        }
        var object = ServedJSON.verdict(of: served)
        object["digest"] = .text(digest)
        return JSONLine.summary(of: "serve", object)
    }

    /// The wall's time.
    private static let now: @Sendable () -> Instant = {
        Instant(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
