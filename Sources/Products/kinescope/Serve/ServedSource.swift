import Foundation
import PassAPI
import ScenarioFiles
import Services
import Simulation
import VirtualTime

/// What is served, and for which hosts.
struct ServedSource {
    /// The back end, at its own time.
    var world: World
    /// What is said of it at the start.
    var title: String

    /// The source that `command` names.
    ///
    /// - Throws: ``CommandFailure`` or `ScenarioFileError` if it cannot be read or set up.
    init(_ command: ServeCommand, now: Instant) throws {
        if let path = command.source {
            let start = try ScenarioStart(reading: path)
            // The reference client's devices are no part of what an app of somebody else's meets.
            world = World(try start.run().world.backend)
            title = path
            return
        }
        var configuration = ServiceConfiguration.example
        if let path = command.service {
            let bytes = try InputFile.bytes(of: path)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CommandFailure("\(path): the text is not UTF-8. Save the file in that encoding")
            }
            let changes = try ScenarioFile.service(parsing: text, name: path)
            do {
                configuration = try changes.applied(to: configuration)
            } catch {
                throw CommandFailure("\(path): \(error)")
            }
        }
        let service = Service.simulated(SimulatedService(configuration, seed: command.seed))
        world = World(Backend(at: now, service: service))
        title = command.service ?? "the example configuration"
    }

    /// What is served on a clock that shows what `command` says when it is `wall`.
    func backend(_ command: ServeCommand, at wall: Instant) -> ServedBackend {
        let shown =
            switch command.clock {
            case .now: wall
            case .recorded: world.now
            case .instant(let instant): instant
            }
        return ServedBackend(world, showing: shown, at: wall, rate: command.frozen ? 0 : command.rate)
    }

    /// The hosts, in order.
    var hosts: [String] { world.backend.service.simulated?.hosts ?? [] }
}
