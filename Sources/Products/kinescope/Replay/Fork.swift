import Exchanges
import Replay
import Simulation

/// Where a recording is left and the simulated service goes on.
enum Fork {
    /// Where the simulated service takes over for a look at `moment`: what is not in the recording is after its end.
    static func point(of moment: Moment) -> ForkPoint {
        switch moment {
        case .exchange(let ordinal): .ordinal(ordinal)
        case .step(let name): .step(name)
        case .instant(let instant): .instant(instant)
        case .end, .later, .expiration: .end
        }
    }

    /// The world at `point` of the recording that is called `path`.
    ///
    /// - Throws: ``CommandFailure`` if there is no such point, or the recording cannot be replayed.
    static func world(
        of recording: Recording,
        _ path: String,
        at point: ForkPoint,
        changes: SetupChanges = SetupChanges(),
        options: ReplayOptions = ReplayOptions()
    ) throws(CommandFailure) -> ForkedWorld {
        do {
            return try ForkedWorld(recording, at: point, changes: changes, options: options)
        } catch {
            throw CommandFailure("cannot fork \(path): \(error)")
        }
    }
}

extension ForkedWorld {
    /// A run that goes on from the fork.
    var run: ScenarioRun {
        var run = ScenarioRun(in: world)
        run.resources = resources
        return run
    }
}
