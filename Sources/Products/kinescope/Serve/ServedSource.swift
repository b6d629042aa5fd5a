import Foundation
import ProxyProtocol
import RecordingStore
import ScenarioFiles
import ServiceFront
import PassAPI
import Services
import Simulation
import VirtualTime

/// What is served, and for which hosts; a long recording is still being read.
struct ServedSource {
    /// What is served.
    let opening: ServedOpening
    /// What is said of it at the start.
    let title: String

    /// So many exchanges are read before anything listens, in some 20 ms; of a longer recording only what its header says.
    static let readAtOnce = 1_000

    /// The source that `command` names, on a clock that shows what it says from now on.
    ///
    /// - Parameters:
    ///   - command: what is asked for.
    ///   - wall: the wall's time.
    ///   - onRead: told when a long recording has been read, before anybody is answered from it.
    /// - Throws: ``CommandFailure``, `RecordingStoreError` or `ScenarioFileError` if it cannot be read or set up.
    init(
        _ command: ServeCommand,
        now wall: Instant,
        onRead: @escaping @Sendable (Result<ServedRead, ServedOpening.Failure>) -> Void
    ) throws {
        let clock = Clock(
            shown: command.clock,
            rate: command.frozen ? 0 : command.rate,
            wall: wall,
            keptInstants: command.keepInstants
        )
        switch command.source {
        case let path? where Self.isScenario(path):
            // The reference client's devices are no part of what an app of somebody else's meets.
            let scenario = try ScenarioStart(reading: path).run().world
            opening = clock.opening(World(scenario.backend), vsa: ServedVSA(of: scenario))
            title = path
        case let path?:
            let reader = ServedRecordingReader(
                path: path,
                polls: command.progress == .clock ? .clock : .count,
                beginsAgain: command.beginAgain,
                isStrict: command.strict,
                isSimulated: command.fallback == .simulated,
                clock: clock
            )
            opening = try reader.opening(onRead: onRead)
            title = path
        case nil:
            let configuration = try Self.configuration(command.service)
            let service = Service.simulated(SimulatedService(configuration, seed: command.seed ?? 1))
            let shown = if case .instant(let instant) = command.clock { instant } else { wall }
            opening = clock.opening(World(Backend(at: shown, service: service)))
            title = command.service ?? "the example configuration"
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
        let configuration: ServiceConfiguration
        do { configuration = try changes.applied(to: .example) } catch { throw CommandFailure("\(path): \(error)") }
        if let (requestor, mvpd) = configuration.integrationWithoutProvider {
            throw CommandFailure(
                "\(path): the provider \(mvpd) of \(requestor) is not among the providers. Add it to \"providers\"; there are "
                    + configuration.providers.map(\.listing.id).joined(separator: ", ")
            )
        }
        return configuration
    }

    /// The clock by which is served.
    struct Clock: Sendable {
        /// What it shows at the beginning.
        var shown: ServedTime
        /// The seconds served in a second.
        var rate: Int
        /// When it begins.
        var wall: Instant
        /// Hosts in whose responses only documented instants move.
        var keptInstants: [String] = []

        /// What is served by it: `world`, whose time is `start`, behind `recording`.
        func backend(
            _ world: World,
            recording: ServedRecording? = nil,
            vsa: ServedVSA = ServedVSA(),
            from start: Instant
        ) -> ServedBackend {
            let shown =
                switch shown {
                case .now: wall
                case .recorded: start
                case .instant(let instant): instant
                }
            return ServedBackend(
                world,
                recording: recording,
                vsa: vsa,
                from: start,
                showing: shown,
                at: wall,
                rate: rate,
                keepingInstantsOf: keptInstants
            )
        }

        /// A world without a recording, as what is served.
        fileprivate func opening(_ world: World, vsa: ServedVSA = ServedVSA()) -> ServedOpening {
            let state = ServedState(backend(world, vsa: vsa, from: world.now))
            return ServedOpening(.init(state, hosts: world.backend.service.simulated?.hosts ?? []))
        }
    }
}

/// What is told of a long recording when it has been read.
struct ServedRead: Sendable {
    /// How many exchanges it has.
    var exchangeCount: Int
    /// The hosts that are served, in order.
    var hosts: [String]
    /// Where it is not what was recorded.
    var problems: [IntegrityProblem]
}
