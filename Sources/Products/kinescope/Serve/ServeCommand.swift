import ArgumentParser
import CMalloc
import Foundation
import Proxy
import ProxyProtocol
import RecordingStore
import Report
import Simulation

/// `kinescope serve`: an app meets the simulated service, with the clock in its developer's hand.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a recording or the simulated service to an app of your own, with a clock that you turn",
        discussion: """
            EXAMPLES:
              kinescope serve
              kinescope serve sign-on.kinescope --fallback simulated
              kinescope serve Scenarios/sign-on/regular-ios.yaml --clock recorded
              kinescope serve --service kite.yaml -o session.kinescope
              kinescope serve --port 0 --json --until-idle 30s --strict
              kinescope control 'advance 31d'

            Without SOURCE the service has its example configuration. An app reaches it in three ways: with its hosts \
            unchanged, through the address it prints as HTTP and HTTPS proxy (the device has to trust the CA \
            certificate that `kinescope certificate` shows); with a host that leads to this address; and with the \
            base URL http://127.0.0.1:PORT/HOST in place of https://HOST. A host that is not the service's is \
            refused, unless it is passed through.

            A recording is served at the time of --clock: every instant in its responses moves by the same distance. \
            The app's own device id, codes and tokens take the place of the recorded ones. A request that the recording \
            has no response to gets status 501 and the reason, unless --fallback simulated responds to it.

            While it runs, `kinescope control` lets time pass and changes the service.

            \(ExitStatus.help(findings: "an unmatched request; with --strict a fault, a difference or a warning too"))
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A recording or HAR, or a scenario, whose beginning sets the service up; default: the example",
            valueName: "source"
        ),
        completion: .file(extensions: ["kinescope", "har", "yaml", "yml"])
    )
    var source: String?

    @Option(
        help: "What is different about the service, in YAML, with the keys that scenarios have below `service`",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var service: String?

    @Option(help: "The seed of ids, codes and keys of the example configuration and of --service; default: 1")
    var seed: UInt64?

    @Option(
        help: """
            What responds where a recording does not: none, or a simulated service that knows what that \
            has given the app
            """
    )
    var fallback = Fallback.none

    /// Who answers what a recording does not.
    enum Fallback: String, ExpressibleByArgument, CaseIterable {
        case none, simulated
    }

    @Option(help: "When polls of a recording succeed: after as many as recorded, or as late as recorded")
    var progress = Progress.count

    /// When polls succeed.
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        case count, clock
    }

    @Flag(
        help: """
            Begin the recording again for an app that requests again what it was given, as one does that is started \
            again; this comes before --fallback
            """
    )
    var beginAgain = false

    @Option(
        help: "The time that is served at the beginning: now, recorded (when the source begins), or an instant",
        transform: ServedTime.init(parsing:)
    )
    var clock = ServedTime.now

    @Option(help: "Seconds that are served in a second; 60 lets a minute pass a second")
    var rate = 1

    @Flag(help: "Stop the clock; only `kinescope control` moves it")
    var frozen = false

    @Option(help: "The port to listen at; 0 takes a free one, which is printed")
    var port = 8080

    @Option(help: "The address to listen at, as well as 127.0.0.1; 0.0.0.0 lets other machines reach it")
    var listen: String?

    @Option(
        help: "Let requests for this host pass to its server, at every entrance, by name or *.example.com (repeatable)"
    )
    var passthrough: [String] = []

    @OptionGroup var upstreamOptions: UpstreamOptions

    @Option(
        name: .customLong("keep-instants"),
        help: """
            Leave the instants in the JSON of this host as they were recorded, where no document states its fields \
            (repeatable)
            """
    )
    var keepInstants: [String] = []

    @Option(
        name: .customLong("allow-origin"),
        help: """
            Let pages of this origin, such as https://app.example, capacitor://localhost or null, send requests, as those \
            of this machine, of the hosts and the programmers may (repeatable)
            """,
        transform: PageOriginArgument.init(parsing:)
    )
    var allowedOrigins: [PageOriginArgument] = []

    @OptionGroup var authority: AuthorityOptions

    @Option(
        help: "The file to write the token of the control interface to; default: beside the CA certificate",
        completion: .file()
    )
    var tokenFile: String?

    @Option(name: .shortAndLong, help: "Record the session", completion: .file(extensions: ["kinescope"]))
    var output: String?

    @Flag(help: "Replace an existing recording")
    var force = false

    @Flag(help: "Keep secrets in the recording as they are; it is marked so")
    var keepSecrets = false

    @Option(
        help: "Stop after a time (30s, 5m, 2h) or a number of requests",
        transform: StopCondition.init(parsing:)
    )
    var stopAfter: StopCondition?

    @Option(
        help: "Stop after this long without a request (30s, 5m), from the first one on",
        transform: StopCondition.time(parsing:)
    )
    var untilIdle: StopCondition?

    @Flag(
        help: """
            Count faults, warnings and requests that differ from the recorded ones as findings too; an app that changes its device \
            id gets no response
            """
    )
    var strict = false

    @OptionGroup var painting: ColorOptions

    @Flag(name: .shortAndLong, help: "Print only errors and the summary")
    var quiet = false

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        if output == "-" { throw ValidationError("a recording is a file, not a stream: name one with -o") }
        if output == "" { throw ValidationError("-o is empty: name the file of the recording") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
        guard (1...ServedClock.highestRate).contains(rate) else {
            throw ValidationError("--rate is a number from 1 to \(ServedClock.highestRate)")
        }
        if frozen, rate != 1 { throw ValidationError("--frozen stops the clock: --rate does not go with it") }
        if output == nil, force { throw ValidationError("--force is about the recording: name it with -o") }
        if output == nil, keepSecrets {
            throw ValidationError("--keep-secrets is about the recording: name it with -o")
        }
        if source == "" { throw ValidationError("SOURCE is empty: name a file, or leave it out") }
        let isRecording =
            source.map { !$0.lowercased().hasSuffix(".yaml") && !$0.lowercased().hasSuffix(".yml") } ?? false
        if !isRecording, fallback != .none || progress != .count || beginAgain || !keepInstants.isEmpty {
            throw ValidationError(
                "--fallback, --progress, --begin-again and --keep-instants are about a recording: name one as SOURCE"
            )
        }
        if source != nil, service != nil {
            throw ValidationError("--service is for the simulated service alone: with SOURCE, that has what is served")
        }
        if source != nil, seed != nil {
            throw ValidationError("--seed is for the simulated service alone: with SOURCE, that has what is served")
        }
        func isNoName(_ host: String) -> Bool { host.isEmpty || host.contains { "/:@[] ".contains($0) } }
        if let host = passthrough.first(where: isNoName) {
            throw ValidationError("--passthrough \(host): name the host alone, such as *.example.com")
        }
        if upstreamOptions.connectTo.contains(where: { $0.rule.host == nil }) {
            throw ValidationError("--connect-to: name the host whose requests go to the stub, HOST:443:localhost:8443")
        }
        if passed.isEmpty, upstreamOptions.concernsCertificates {
            throw ValidationError(
                "--insecure-upstream and --upstream-ca are about servers: name one with --passthrough or --connect-to"
            )
        }
        if let host = keepInstants.first(where: { isNoName($0) || $0.contains("*") }) {
            throw ValidationError("--keep-instants \(host): name the host alone, such as api.example.com")
        }
    }

    /// The hosts whose requests pass to a server.
    var passed: [String] { passthrough + upstreamOptions.connectTo.compactMap(\.rule.host) }

    func run() async throws {
        // A response is made of many small blocks and a few larger ones, for each of which the small ones would be gone through.
        kinescope_merge_freed_blocks()
        let run = try ServeRun(self)
        let end = try await run.run()
        guard end.isRecorded else { throw ExitStatus.refused.asError }
        // Of the whole run: a reset between two tests must not hide what the first one found.
        let hasFindings = end.log.unmatchedCountOfRun > 0 || strict && end.log.strictCountOfRun > 0
        if hasFindings { throw ExitStatus.difference.asError }
    }
}
