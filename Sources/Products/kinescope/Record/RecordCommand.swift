import ArgumentParser
import Exchanges
import Foundation
import Proxy
import RecordingStore

/// `kinescope record`: live traffic becomes a recording.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the traffic through a proxy, with its secrets replaced",
        discussion: """
            EXAMPLES:
              kinescope record -o sign-on.kinescope
              kinescope record -o sign-on.kinescope --listen 192.168.1.20 --password tester:kite
              kinescope record -o sign-on.kinescope --filter 'host=*.adobe.com' --passthrough '*.icloud.com'
              kinescope record -o api.kinescope --upstream https://api.auth.adobe.com --port 9000
              kinescope record -o ci.kinescope --port 0 --json --stop-after 60s

            Set the address it prints as HTTP and HTTPS proxy of a device, a simulator or any client, and let the \
            device trust the CA certificate that `kinescope certificate` shows; the running proxy serves it at \
            http://kinescope.local/. An app under test posts its VSA calls to \
            http://kinescope.local/vsa-calls. Ctrl-C ends the recording; every exchange whose end a client has seen \
            is in the file, even if the process is killed.

            Without --upstream it is a forward proxy; with it, every request goes to that server. Media is skipped, \
            unless a --filter names it.

            \(ExitStatus.help)

            ENVIRONMENT:
              KINESCOPE_PROXY_PASSWORD  USER:PASSWORD, if --password is not given
            """
    )

    @Option(name: .shortAndLong, help: "The recording to write", completion: .file(extensions: ["kinescope"]))
    var output: String

    @Option(help: "The port to listen at; 0 takes a free one, which is printed")
    var port = 8080

    @Option(help: "The address to listen at; other machines reach it if it is not 127.0.0.1")
    var listen: String?

    @Option(help: "Be a reverse proxy: send every request to this server", transform: OriginArgument.init(parsing:))
    var upstream: OriginArgument?

    @Option(
        help: "Record --upstream, a stub server, under this host of Adobe's, such as api.auth.adobe.com",
        transform: UpstreamName.init(parsing:)
    )
    var upstreamAs: UpstreamName?

    @Option(
        name: .customLong("allow-origin"),
        help: "Let pages of this origin use --upstream and report, as those of this machine may (repeatable)",
        transform: PageOriginArgument.init(parsing:)
    )
    var allowedOrigins: [PageOriginArgument] = []

    @Option(help: "Tunnel this host's TLS without decryption, by name or *.example.com (repeatable)")
    var passthrough: [String] = []

    @Option(help: "Record only matching exchanges, as in host=*.adobe.com,method=POST; ! excludes (repeatable)")
    var filter: [String] = []

    @Option(help: "Record at most this much of each body, as in 16MB; longer ones pass and are marked as truncated")
    var maxBody: ByteCountArgument?

    @Option(help: "Stop recording when the file has this size; the traffic continues")
    var maxSize: ByteCountArgument?

    @Option(help: "Serve only clients that give this USER:PASSWORD; @FILE reads them from a file")
    var password: String?

    @OptionGroup var upstreamOptions: UpstreamOptions

    @OptionGroup var painting: ColorOptions

    @OptionGroup var authority: AuthorityOptions

    @Flag(help: "Append to an existing recording")
    var append = false

    @Flag(help: "Replace an existing file")
    var force = false

    @Option(
        help: ArgumentHelp(
            "What a response waits for: process (a killed recorder loses nothing), power (nor does a power failure)",
            discussion: "With power every response waits until the disk has it."
        )
    )
    var durability = Durability.process

    /// What can happen without a loss of what a client has seen the end of.
    enum Durability: String, ExpressibleByArgument, CaseIterable {
        case process, power
    }

    @Flag(help: "Keep secrets as they are; the recording is marked so")
    var keepSecrets = false

    @Option(
        help: "Stop after a time (30s, 5m, 2h) or a number of exchanges",
        transform: StopCondition.init(parsing:)
    )
    var stopAfter: StopCondition?

    @Flag(name: .shortAndLong, help: "Print only errors, notices and the summary")
    var quiet = false

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        if output == "-" { throw ValidationError("a recording is a file, not a stream: name one with -o") }
        if output == "" { throw ValidationError("-o is empty: name the file of the recording") }
        if append, force {
            throw ValidationError("--append continues a recording, --force replaces it: give one of them")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
        if upstreamAs != nil, upstream == nil {
            throw ValidationError("--upstream-as names the server of --upstream: it does not go without it")
        }
        if upstream != nil, !passthrough.isEmpty {
            throw ValidationError("--passthrough is about a forward proxy: it does not go with --upstream")
        }
        if upstream != nil, password != nil { throw ValidationError(Self.passwordMisplaced("--password")) }
        if let host = passthrough.first(where: { $0.isEmpty || $0.contains { "/:@[] ".contains($0) } }) {
            throw ValidationError("--passthrough \(host): name the host alone, such as *.example.com")
        }
        if let maxBody, maxBody.bytes > Self.largestBody.bytes {
            throw ValidationError("--max-body is at most 256MB: a body is kept in memory until it has ended")
        }
        do {
            _ = try RecordingFilter(filter)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let report = try await RecordingRun(self).run()
        let isComplete = report.failure == nil && report.leak == nil && report.tally.dropped == 0
        guard isComplete else { throw ExitStatus.refused.asError }
    }

    /// How the recorder is to be started.
    func settings() throws -> RecorderSettings {
        var settings = RecorderSettings()
        if let listen { settings.host = listen }
        settings.port = port
        settings.upstream = upstream?.origin
        settings.allowedOrigins = allowedOrigins.map(\.origin)
        settings.keepsCodedBodies = keepSecrets
        settings.credentials = try ProxyPassword.credentials(
            option: password,
            environment: ProcessInfo.processInfo.environment
        )
        if upstream != nil, settings.credentials != nil {
            throw CommandFailure(Self.passwordMisplaced(ProxyPassword.variable), status: .usage)
        }
        settings.passthroughHosts = passthrough
        settings.filter = try RecordingFilter(filter)
        if let maxBody { settings.limits.bodyBytes = maxBody.bytes }
        settings.limits.connections = min(settings.limits.connections, OpenFiles.connections)
        upstreamOptions.apply(to: &settings)
        return settings
    }

    /// What gives the exchanges with a stub server the host that they are recorded under.
    var renaming: @Sendable (Exchange) -> Exchange {
        guard let upstreamAs, let origin = upstream?.origin else { return { $0 } }
        return { upstreamAs.renaming($0, from: origin) }
    }

    /// The writer of the recording, which puts `kept` aside first.
    ///
    /// What a killed recorder left is finished before it is appended to.
    func writer(keeping kept: [UInt8]) throws -> RecordingWriter {
        if append, FileManager.default.fileExists(atPath: output) { try finishInterrupted() }
        var options = RecordingWriter.Options()
        options.kept = kept
        options.survivesPowerCut = durability == .power
        options.durability = .everyAppend
        options.replacesExisting = force
        options.maximumBytes = maxSize.map { Int64($0.bytes) }
        let information = RecordingInformation(creator: Self.creator, isRedacted: !keepSecrets)
        return append
            ? try RecordingWriter.continuing(at: output, information: information, options: options)
            : try RecordingWriter.create(at: output, information: information, options: options)
    }

    private func finishInterrupted() throws {
        let file = try RecordingFile.open(output)
        guard !file.isFinished, !file.surroundings.isInUse, file.information.isRedacted == !keepSecrets else { return }
        file.close()
        guard let repair = try RecordingRepair(of: output, mayRemove: false) else { return }
        RecordingRun.warn("\(output): \(repair.text)")
    }

    /// Refuses, before anything listens, to touch a file that is there already.
    func checkOutput() throws {
        guard !append, !force, FileManager.default.fileExists(atPath: output) else { return }
        throw CommandFailure("\(RecordingStoreError(output, .exists)), or --append to continue it")
    }

    /// The same words whether it is an option or a variable: a reverse proxy's clients do not know they use one, and
    /// would have nobody to give a password to.
    private static func passwordMisplaced(_ source: String) -> String {
        "\(source) is about a forward proxy: it does not go with --upstream"
    }

    /// What SQLite takes as one value, and a machine's memory several times.
    private static let largestBody = ByteCountArgument(bytes: 256_000_000)

    private static let creator = "kinescope record " + Version.number
}
