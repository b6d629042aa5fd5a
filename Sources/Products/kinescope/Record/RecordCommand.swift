import ArgumentParser
import Exchanges
import Foundation
import Proxy
import RecordingStore

/// `kinescope record`: live traffic becomes a recording.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records what passes through a proxy; secrets are replaced before anything is written.",
        discussion: """
            EXAMPLES:
              kinescope record -o sign-on.kinescope
              kinescope record -o sign-on.kinescope --listen 192.168.1.20 --password tester:kite
              kinescope record -o sign-on.kinescope --filter 'host=*.adobe.com' --passthrough '*.icloud.com'
              kinescope record -o api.kinescope --upstream https://api.auth.adobe.com --port 9000
              kinescope record -o ci.kinescope --port 0 --json --stop-after 60s

            Set the address it prints as HTTP and HTTPS proxy of a device, a simulator or any client, and let the \
            device trust the authority that `kinescope certificate` shows; the running proxy hands it out at \
            http://kinescope.local/. An app under test posts its VSA calls to \
            http://kinescope.local/account-responses. Ctrl-C ends the recording; whatever a client has seen the end \
            of is in the file, even if the process is killed.

            Without --upstream it is a forward proxy; with it, every request goes to that server. What is plainly media \
            is left out, unless a --filter names it.

            With --json each line is one object; its key "type" says what it is: listening, exchange, accountResponse, \
            stimulus, notice, notShown, summary.

            ENVIRONMENT:
              KINESCOPE_PROXY_PASSWORD  USER:PASSWORD, if --password is not given
            """
    )

    @Option(name: .shortAndLong, help: "The recording to write.", completion: .file(extensions: ["kinescope"]))
    var output: String

    @Option(help: "The port to listen at; 0 takes a free one, which is printed.")
    var port = 8080

    @Option(help: "The address to listen at, if others than this machine are to reach it.")
    var listen: String?

    @Option(help: "Be a reverse proxy: send every request to this server.", transform: OriginArgument.init(parsing:))
    var upstream: OriginArgument?

    @Option(
        help: "Record --upstream, a stub server, under this host of Adobe's, such as api.auth.adobe.com.",
        transform: UpstreamName.init(parsing:)
    )
    var upstreamAs: UpstreamName?

    @Option(
        name: .customLong("allow-origin"),
        help: "Let pages of this origin use --upstream and report, as those of this machine may; may be repeated.",
        transform: OriginArgument.init(parsing:)
    )
    var allowedOrigins: [OriginArgument] = []

    @Option(help: "Pass this host's TLS through unseen, by name or *.example.com; may be repeated.")
    var passthrough: [String] = []

    @Option(help: "Record what this names, such as host=*.adobe.com,method=POST; may be repeated, ! leaves out.")
    var filter: [String] = []

    @Option(help: "Record so much of each body, such as 16MB; longer ones pass and are marked as cut.")
    var maxBody: ByteCountArgument?

    @Option(help: "Stop recording when the file is so large; the traffic goes on.")
    var maxSize: ByteCountArgument?

    @Option(help: "Serve only who gives this USER:PASSWORD; @FILE takes them from a file.")
    var password: String?

    @Flag(help: "Do not verify the servers' certificates; the recording then says so.")
    var insecureUpstream = false

    @Option(
        name: .customLong("upstream-ca"),
        help: "Certificates, in PEM, to trust beside the system's.",
        completion: .file(extensions: ["pem", "crt"])
    )
    var upstreamCertificates: String?

    @Option(
        help: ArgumentHelp(
            "Connect elsewhere, as curl does: HOST:PORT:OTHERHOST:OTHERPORT; may be repeated.",
            discussion: """
                With api.auth.adobe.com:443:localhost:8443 an app's requests for Adobe go to a stub server that speaks \
                TLS, and are recorded as Adobe's; --insecure-upstream or --upstream-ca is for its certificate.
                """
        ),
        transform: ConnectToArgument.init(parsing:)
    )
    var connectTo: [ConnectToArgument] = []

    @OptionGroup var authority: AuthorityOptions

    @Flag(help: "Go on with a recording that is there already.")
    var append = false

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "What a response waits for: process (a killed recorder loses nothing), power (nor does a power cut).",
            discussion: "With power every response waits until the disk has it."
        )
    )
    var durability = Durability.process

    /// What can happen without a loss of what a client has seen the end of.
    enum Durability: String, ExpressibleByArgument, CaseIterable {
        case process, power
    }

    @Flag(help: "Leave secrets as they are; the recording then says so.")
    var keepSecrets = false

    @Option(help: "Stop after a time (30s, 5m, 2h) or a number of exchanges.")
    var stopAfter: StopCondition?

    @Flag(name: .shortAndLong, help: "Print nothing but errors, notices and the summary.")
    var quiet = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    func validate() throws {
        if append, force { throw ValidationError("--append goes on with a recording, --force replaces it: say one") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
        if insecureUpstream, upstreamCertificates != nil {
            throw ValidationError("--insecure-upstream verifies nothing: --upstream-ca does not go with it")
        }
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
        settings.connectTo = connectTo.map(\.rule)
        settings.verifiesUpstream = !insecureUpstream
        settings.additionalTrust = upstreamCertificates
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
        throw CommandFailure(
            "\(output): the file exists already; choose another name, or give --append to go on with it, --force to "
                + "replace it"
        )
    }

    /// The same words whether it is an option or a variable: a reverse proxy's clients do not know they use one, and
    /// would have nobody to give a password to.
    private static func passwordMisplaced(_ source: String) -> String {
        "\(source) is about a forward proxy: it does not go with --upstream"
    }

    /// What SQLite takes as one value, and a machine's memory several times.
    private static let largestBody = ByteCountArgument(bytes: 256_000_000)

    private static let creator = "kinescope record " + Kinescope.configuration.version
}
