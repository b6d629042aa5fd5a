import Documents
import Exchanges
import Replay
import Simulation
import VirtualTime

/// What a command line names that can run: a scenario, or a recording that goes on with the simulated service.
enum RunSource {
    /// A scenario, read from its file.
    case scenario(ScenarioStart)
    /// A recording, called what the command line calls it.
    case recording(Recording, path: String)

    /// Reads the file at `path`: a scenario if its name ends in `.yaml` or `.yml`, else a recording.
    ///
    /// - Throws: what reading throws.
    init(_ path: String) throws {
        if ScenarioPaths.isScenario(path) {
            self = .scenario(try ScenarioStart(reading: path))
        } else {
            self = .recording(try RecordingInput.sound(path), path: path)
        }
    }

    /// The run at `moment`, of a recording that of one device.
    ///
    /// - Throws: ``CommandFailure`` if a step cannot happen, or there is no such moment.
    func run(at moment: Moment, device: String? = nil) throws -> ScenarioRun {
        let options = ReplayOptions(device: device)
        switch (self, moment) {
        case (.scenario(let start), .instant(let instant)):
            var run = try start.run()
            try start.naming { () throws(ScenarioError) in try run.run(start.scenario.steps, until: instant) }
            return run
        case (.scenario(let start), .afterEnd(let steps)):
            var run = try start.run()
            try start.naming { () throws(ScenarioError) in try run.run(start.scenario.steps) }
            try Self.naming("--at") { () throws(ScenarioError) in try run.run(steps) }
            return run
        case (.recording(let recording, let path), .instant(let instant)):
            do {
                return try ForkedWorld(recording, at: .instant(instant), options: options).run
            } catch .beyondEnd {
                var run = try Fork.world(of: recording, path, at: .end, options: options).run
                let step = Scenario.LocatedStep(.advanceTo(instant))
                try Self.naming("--at") { () throws(ScenarioError) in try run.run([step]) }
                return run
            } catch {
                throw CommandFailure("\(path): \(error)")
            }
        case (.recording(let recording, let path), .afterEnd(let steps)):
            var run = try Fork.world(of: recording, path, at: .end, options: options).run
            try Self.naming("--at") { () throws(ScenarioError) in try run.run(steps) }
            return run
        }
    }

    private static func naming(_ option: String, _ body: () throws(ScenarioError) -> Void) throws(CommandFailure) {
        do {
            try body()
        } catch {
            throw CommandFailure("\(option): " + ErrorText.text(error.problem, fix: error.hint))
        }
    }
}

extension ScenarioStart {
    /// Does what may find that a step cannot happen, and says then in which file.
    func naming(_ body: () throws(ScenarioError) -> Void) throws(CommandFailure) {
        do {
            try body()
        } catch {
            throw CommandFailure(line(about: error))
        }
    }
}
