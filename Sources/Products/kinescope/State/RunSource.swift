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
        switch self {
        case .scenario(let start): try Self.run(start, at: moment)
        case .recording(let recording, let path):
            try Self.run(recording, path, at: moment, ReplayOptions(device: device))
        }
    }

    private static func run(_ start: ScenarioStart, at moment: Moment) throws -> ScenarioRun {
        let steps = start.scenario.steps
        func run(until instant: Instant) throws -> ScenarioRun {
            var run = try start.run()
            try start.naming { () throws(ScenarioError) in try run.run(steps, until: instant) }
            return run
        }
        if case .instant(let instant) = moment { return try run(until: instant) }
        var whole = try start.run()
        try start.naming { () throws(ScenarioError) in try whole.run(steps) }
        switch moment {
        case .end, .instant: break
        case .step(let name):
            let entered = whole.world.timeline.events.first { $0.actor == .client && $0.kind == name }
            guard let entered else { throw CommandFailure("\(start.file): no app enters step \(name)") }
            return try run(until: entered.instant)
        case .exchange(let ordinal):
            throw CommandFailure("\(start.file): there is no exchange \(ordinal), for a scenario records none")
        case .later(let duration): try goOn(.advance(duration), &whole)
        case .expiration(let nearness, let kind, let subject):
            try goOn(.advanceToExpiration(nearness, kind, subject: subject), &whole)
        }
        return whole
    }

    private static func run(
        _ recording: Recording,
        _ path: String,
        at moment: Moment,
        _ options: ReplayOptions
    ) throws -> ScenarioRun {
        if case .instant(let instant) = moment {
            do {
                return try ForkedWorld(recording, at: .instant(instant), options: options).run
            } catch .beyondEnd {
                var run = try Fork.world(of: recording, path, at: .end, options: options).run
                try goOn(.advanceTo(instant), &run)
                return run
            } catch {
                throw CommandFailure("\(path): \(error)")
            }
        }
        if case .expiration = moment {
            // The instant that the recording shows, as without a replay and for a fork.
            let instant = try RecordingHistory(recording, path, device: options.device).instant(of: moment)
            return try Self.run(recording, path, at: .instant(instant), options)
        }
        var run = try Fork.world(of: recording, path, at: Fork.point(of: moment), options: options).run
        if case .later(let duration) = moment { try goOn(.advance(duration), &run) }
        return run
    }

    /// Lets time pass after the end, as far as `--at` says.
    private static func goOn(_ step: ScenarioStep, _ run: inout ScenarioRun) throws(CommandFailure) {
        try naming("--at") { () throws(ScenarioError) in try run.run([Scenario.LocatedStep(step)]) }
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
