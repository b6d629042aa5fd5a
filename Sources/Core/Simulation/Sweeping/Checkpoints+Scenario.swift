import ClientStack

extension Checkpoints {
    /// Every expiration that becomes known while a run carries out steps: after each of them, and whenever a
    /// registration code is on screen, which is used before the step is over.
    ///
    /// - Parameters:
    ///   - run: the run, before the first step.
    ///   - steps: what happens.
    /// - Throws: `ScenarioError` for a step that cannot happen.
    public init(of run: ScenarioRun, through steps: [Scenario.LocatedStep]) throws(ScenarioError) {
        self.init()
        var run = run
        look(at: run.world, app: run.app)
        run.checkpoints = self
        for step in steps {
            try run.perform(step)
            run.checkpoints?.look(at: run.world, app: run.app)
        }
        self = run.checkpoints ?? self
    }
}

extension ScenarioRun {
    /// Looks for expirations if somebody collects them and a code was shown.
    mutating func sight(_ observed: [Observation]) {
        guard checkpoints != nil else { return }
        for observation in observed {
            guard case .presented(let presentation) = observation.event, case .registrationCode = presentation else {
                continue
            }
            checkpoints?.look(at: world, app: observation.app)
        }
    }
}
