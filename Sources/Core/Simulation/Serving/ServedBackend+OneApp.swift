import OrderedCollections
import PassAPI
import Services
import VirtualTime

// Steps for one app over a recording, by the number that its request lines have.

extension ServedBackend {
    /// Lets steps happen for one app over a recording alone, when it is `wall`.
    ///
    /// - Returns: what the served clock shows.
    /// - Throws: `ScenarioError` if there is no such app, or one of them cannot happen; nothing has happened then.
    mutating func perform(
        _ steps: [Scenario.LocatedStep],
        of app: Int,
        at wall: Instant
    ) throws(ScenarioError) -> Instant {
        let now = pass(to: wall)
        guard recording != nil else {
            throw ScenarioError(
                line: 0,
                "without a recording there is one service for all: its apps have no numbers",
                hint: "omit \"app \(app):\""
            )
        }
        guard let place = worlds.index(forKey: app) else {
            let known =
                worlds.isEmpty
                ? "none has sent a request"
                : "there are " + worlds.keys.sorted().map { "app \($0)" }.joined(separator: ", ")
            throw ScenarioError(line: 0, "there is no app \(app): \(known)", hint: "take a number of a request line")
        }
        tellWorld(at: place)
        worlds.values[place].pass(to: now)
        var (world, plan) = (worlds.values[place], faults[app] ?? FaultPlan())
        for step in steps {
            guard step.app == nil, step.step.isForService else { throw .ofAnApp(step) }
            if step.step.as(ControlStep.self) != nil {
                guard base.run.world.backend.service.simulated != nil else { throw .noService }
                try world.run.perform(step)
            } else {
                // On a copy: its own back end has the faults of all apps.
                var scratch = world.run
                scratch.world.backend.faults = plan
                try scratch.perform(step)
                plan = scratch.world.backend.faults
            }
        }
        (worlds.values[place], faults[app]) = (world, plan)
        if steps.contains(where: { $0.step.as(ControlStep.self) != nil }) { recording?.depart(app) }
        return now
    }
}

extension ScenarioError {
    /// A step that only an app of Kinescope's can make.
    static func ofAnApp(_ step: Scenario.LocatedStep) -> ScenarioError {
        ScenarioError(
            line: step.line,
            "the app that is served is not Kinescope's: it cannot be told what to do",
            hint: "let time pass, change the service or let requests fail"
        )
    }
}
