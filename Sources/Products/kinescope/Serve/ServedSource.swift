import Exchanges
import Foundation
import History
import PassAPI
import ProxyProtocol
import Replay
import ScenarioFiles
import Services
import Simulation
import VirtualTime

/// What is served, and for which hosts.
struct ServedSource {
    /// The back end, at its own time.
    private let world: World
    /// The recording that answers first, if there is one.
    private let recording: ServedRecording?
    /// Apple's framework, for apps that ask through KinescopeProbe.
    private let vsa: ServedVSA
    /// The back end's time to begin with.
    private let start: Instant
    /// What is said of it at the start.
    let title: String
    /// The origins of the pages that sent what was recorded.
    let origins: [Origin]

    /// The source that `command` names.
    ///
    /// - Throws: ``CommandFailure`` or `ScenarioFileError` if it cannot be read or set up.
    init(_ command: ServeCommand, now: Instant) throws {
        switch command.source {
        case let path? where Self.isScenario(path):
            // The reference client's devices are no part of what an app of somebody else's meets.
            let scenario = try ScenarioStart(reading: path).run().world
            (world, vsa) = (World(scenario.backend), ServedVSA(of: scenario))
            recording = nil
            (start, title, origins) = (world.now, path, [])
        case let path?:
            let recorded = try RecordingInput.sound(path)
            guard let first = recorded.exchanges.first?.startedAt else {
                throw CommandFailure("\(path): there is no exchange in it. Serve a recording of a sign-on")
            }
            recording = ServedRecording(of: recorded.exchanges, polls: command.progress == .clock ? .clock : .count)
            let behind = try Self.world(
                behind: recorded,
                path,
                from: first,
                isSimulated: command.fallback == .simulated
            )
            (world, vsa) = (World(behind.backend), ServedVSA(recorded: recorded.vsaCalls, of: behind))
            (start, title) = (first, path)
            let pages = Set(recorded.exchanges.compactMap { $0.request.headers[first: "Origin"] })
            origins = pages.sorted().compactMap { Origin(url: $0) }
        case nil:
            let configuration = try Self.configuration(command.service)
            let service = Service.simulated(SimulatedService(configuration, seed: command.seed))
            let shown = if case .instant(let instant) = command.clock { instant } else { now }
            world = World(Backend(at: shown, service: service))
            vsa = ServedVSA()
            recording = nil
            (start, title, origins) = (shown, command.service ?? "the example configuration", [])
        }
    }

    private static func isScenario(_ path: String) -> Bool {
        [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func configuration(_ path: String?) throws -> ServiceConfiguration {
        guard let path else { return .example }
        guard let text = String(validating: try InputFile.bytes(of: path), as: UTF8.self) else {
            throw CommandFailure("\(path): the text is not UTF-8. Save the file in that encoding")
        }
        let changes = try ScenarioFile.service(parsing: text, name: path)
        do {
            return try changes.applied(to: .example)
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }

    /// What stands behind a recording: a simulated service that knows what it showed, or nobody, with what expires in it.
    private static func world(
        behind recording: Recording,
        _ path: String,
        from start: Instant,
        isSimulated: Bool
    ) throws -> World {
        guard !isSimulated else { return try Fork.world(of: recording, path, at: .end).world }
        var service = RecordedService(calls: [])
        service.mediaTokens = History(recording).namedExpirations
        return World(Backend(at: start, service: .recorded(service)))
    }

    /// What is served on a clock that shows what `command` says when it is `wall`.
    func backend(_ command: ServeCommand, at wall: Instant) -> ServedBackend {
        let shown =
            switch command.clock {
            case .now: wall
            case .recorded: start
            case .instant(let instant): instant
            }
        let rate = command.frozen ? 0 : command.rate
        return ServedBackend(
            world,
            recording: recording,
            vsa: vsa,
            from: start,
            showing: shown,
            at: wall,
            rate: rate
        )
    }

    /// The hosts, in order.
    var hosts: [String] {
        let recorded = recording?.hosts ?? []
        return recorded + (world.backend.service.simulated?.hosts ?? []).filter { !recorded.contains($0) }
    }
}
