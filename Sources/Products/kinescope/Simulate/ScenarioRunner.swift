import Report
import ScenarioFiles
import Simulation
import VirtualTime

/// Runs one scenario from its file to its result; nothing is thrown, since one that cannot be run is a result, too.
enum ScenarioRunner {
    /// What comes of the scenario in `file`.
    static func result(ofFile file: String) -> ScenarioResult {
        do {
            return try result(of: ScenarioStart(reading: file))
        } catch {
            return ScenarioResult(file: file, title: file, outcome: .refused(ExitStatus.oneLine("\(error)"), nil))
        }
    }

    /// What comes of the scenario that is made up from `seed`.
    static func result(ofSeed seed: UInt64) -> ScenarioResult {
        result(of: ScenarioStart(file: "--random 1 --seed \(seed)", scenario: ScenarioGenerator.scenario(seed: seed)))
    }

    /// What comes of a scenario that was read or made up.
    static func result(of start: ScenarioStart) -> ScenarioResult {
        let scenario = start.scenario
        func result(_ outcome: ScenarioResult.Outcome) -> ScenarioResult {
            ScenarioResult(
                file: start.file,
                title: scenario.title,
                requirements: scenario.requirements,
                outcome: outcome
            )
        }
        var run: ScenarioRun
        do {
            run = try start.run()
        } catch {
            return result(.refused(ExitStatus.oneLine("\(error)"), nil))
        }
        let begin = run.world.now
        do {
            try run.run(scenario.steps)
            return result(.ran(outcome(of: run, since: begin)))
        } catch {
            return result(.refused(ExitStatus.oneLine(start.line(about: error)), outcome(of: run, since: begin)))
        }
    }

    private static func outcome(of run: ScenarioRun, since begin: Instant) -> ScenarioResult.Run {
        ScenarioResult.Run(
            failures: run.failures,
            timeline: run.world.timeline,
            span: begin...max(begin, run.world.now),
            digest: run.digest
        )
    }
}
