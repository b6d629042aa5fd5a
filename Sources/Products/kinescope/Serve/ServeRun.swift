import Documents
import Foundation
import Proxy
import ProxyProtocol
import RecordingStore
import Redaction
import Report
import ScenarioFiles
import ServiceFront
import Services
import Simulation
import VirtualTime

/// One run of `kinescope serve`, from listening to the summary.
struct ServeRun {
    private let command: ServeCommand
    private let output = Terminal.output
    private let source: ServedSource
    private let stop = Latch()
    private let watch: ServeWatch

    /// A run of this command; nothing has happened yet, but that a long recording is being read.
    init(_ command: ServeCommand) throws {
        self.command = command
        if let path = command.output, !command.force, FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("\(RecordingStoreError(path, .exists))")
        }
        if let path = command.output {
            let inputs = [command.source, command.service, command.source.flatMap(VSALogBeside.path(of:))]
            for input in inputs.compactMap({ $0 }) where SameFile.isSame(input, path) {
                throw CommandFailure("\(path) is what is to be served: name another file with -o")
            }
        }
        let (output, stop) = (ServeOutput(command), self.stop)
        let watch = ServeWatch(stop: stop, limit: command.stopAfter, console: output.line)
        self.watch = watch
        source = try ServedSource(command, now: Self.now()) { result in
            if case .success(let read) = result { watch.say { output.read(read) } }
        }
        let opening = source.opening
        Task { do { _ = try await opening.served() } catch { stop.open() } }
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
        let unfinished = UnfinishedRecording()
        let signals = SignalWatch(onFirst: stop.open, onSecond: unfinished.leave)
        defer { withExtendedLifetime(signals) {} }
        let authority = try command.authority.loadOrMake()
        let token = ControlToken(ControlTokenFile.random())
        let front = front(token, authority)
        let recording = SessionRecording(command)
        let recorder = try await Recorder.start(
            settings: settings,
            authority: authority,
            answerers: [front],
            acceptsAtOnce: false,
            sink: sink(recording)
        )
        let tokenFile = ControlTokenFile(of: command, port: recorder.port)
        let held: ControlTokenFile.Held
        do {
            try recording.begin(unfinished)
            held = try tokenFile.write(token.text)
            // Whoever has a response finds the token.
            try await recorder.accept()
        } catch {
            recording.abandon()
            await recorder.stop(grace: .zero)
            throw error
        }
        defer { tokenFile.remove(held) }
        try greet(recorder, authority, tokenFile, token)
        watch.begin()
        await wait()
        // A stream of events has no end of its own. One that waits for the recording is broken off with the rest.
        (try? source.opening.servedSoFar())?.state.events.end()
        await recorder.stop(grace: .seconds(3))
        let isRecorded = await recording.finish(unfinished, isJSON: command.json)
        let served = try served()
        watch.finish()
        try? output.write(summary(served, recording.digest))
        return End(log: served.log, isRecorded: isRecorded)
    }

    /// What was served, when it is over.
    ///
    /// That is nothing if the end comes before a long recording has been read: nobody is to wait for it then.
    private func served() throws -> ServedBackend {
        do {
            if let served = try source.opening.servedSoFar() { return served.state.withBackend { $0 } }
        } catch {
            throw CommandFailure("\(error)")
        }
        let now = Self.now()
        let nothing = World(Backend(at: now, service: .served([])))
        return ServedBackend(nothing, from: now, showing: now, at: now)
    }

    private func front(_ token: ControlToken, _ authority: CertificateAuthority) -> ServiceFront {
        ServiceFront(
            source.opening,
            endpoint: LocalEndpoint(
                authority: authority,
                of: .serving,
                beside: ServiceFront.ownPaths,
                isRecorded: command.output != nil
            ),
            control: ControlInterface(
                source.opening,
                token: token,
                openAPI: ControlAPI.document(version: Version.number),
                page: Page.liveHTML(version: Version.number),
                now: Self.now,
                readSteps: { try ScenarioFile.servedSteps(parsing: $0, for: $1) }
            ),
            passthroughHosts: command.passed,
            allowedOrigins: command.allowedOrigins.map(\.origin),
            isRecorded: command.output != nil,
            onServed: watch.served
        )
    }

    /// What the proxy's events go to: the recording, and what it closed without a request to the warnings.
    private func sink(_ recording: SessionRecording) -> RecorderSink {
        let (recorded, opening) = (recording.sink, source.opening)
        @Sendable func warn(_ code: ServedWarning.Code, _ notice: RecorderNotice) {
            let now = Self.now()
            if let served = try? opening.servedSoFar() {
                return served.state.withBackend { $0.warn(code, "\(notice)", at: now) }
            }
            // It is still being read, and nothing waits for it here.
            Task { try? await opening.served().state.withBackend { $0.warn(code, "\(notice)", at: now) } }
        }
        return { event, stored in
            if case .notice(let notice) = event {
                switch notice {
                case .refused: warn(.connectionClosed, notice)
                case .server: warn(.serverFailed, notice)
                case .passingThrough, .recordedAgain: break
                }
            }
            recorded(event, stored)
        }
    }

    private func wait() async {
        let idle: Duration? = if case .time(let time)? = command.untilIdle { time } else { nil }
        let timer = Task { [stop, watch] in
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
        settings.passthroughHosts = command.passed
        command.upstreamOptions.apply(to: &settings)
        settings.allowedOrigins = command.allowedOrigins.map(\.origin)
        // An app that does not trust the certificate must not reach the real service in its stead.
        settings.reachesOnlyNamedHosts = true
        settings.keepsCodedBodies = command.keepSecrets
        settings.limits.connections = min(settings.limits.connections, OpenFiles.connections)
        return settings
    }

    // MARK: What is said

    private func greet(
        _ recorder: Recorder,
        _ authority: CertificateAuthority,
        _ tokenFile: ControlTokenFile,
        _ token: ControlToken
    ) throws {
        let start = ServeStart(
            title: source.title,
            hosts: source.opening.atOnce?.hosts,
            host: recorder.host,
            networkAddresses: OwnAddresses.isEvery(host: recorder.host) ? OwnAddresses.ofNetworks() : [],
            port: recorder.port,
            certificatePath: CertificateAuthority.certificatePath(in: command.authority.folder),
            fingerprint: authority.fingerprint,
            tokenPath: tokenFile.path,
            controlOptions: controlOptions,
            // What is not a terminal may be a log that others read.
            pageToken: output.isInteractive ? token.text : nil,
            output: command.output
        )
        if command.json {
            try JSONOutput(of: "serve").write(start.object)
        } else if !command.quiet {
            try output.writeText(start.text)
        }
    }

    /// The options with which `control` finds this run's token, beside the port.
    private var controlOptions: String {
        func option(_ name: String, _ path: String?) -> String {
            path.map { "\(name) \(ShellWord.quoted($0)) " } ?? ""
        }
        let folder = command.tokenFile == nil ? command.authority.chosenFolder : nil
        return option("--ca-directory", folder) + option("--token-file", command.tokenFile)
    }

    private func summary(_ served: ServedBackend, _ digest: String?) -> String {
        guard command.json else {
            return ServedText.summary(of: served) + (digest.map { "session digest: \($0)\n" } ?? "")
        }
        return JSONLine.summary(of: "serve", ServedJSON.summary(of: served, digest: digest))
    }

    /// The wall's time.
    private static let now: @Sendable () -> Instant = {
        Instant(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }
}
