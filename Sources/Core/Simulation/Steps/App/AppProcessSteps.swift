import ClientStack
import Exchanges
import VirtualTime

/// The user opens the app.
struct LaunchStep: PlainStep {
    static let words = [StepWord("launch", "the user opens the app, which signs in if it can")]
    static let scope = StepScope.installedApp

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) { known.launch() }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireApp(line)
        if !run.world.apps[run.app].isInForeground { run.seen += run.world.bring(run.app, toForeground: true) }
        try run.tap(.launch, line)
        // Where the person logs in of themselves, a login that the launch began is seen to its end.
        guard run.world.apps[run.app].simulatedUser.signInBehavior != nil else { return }
        let app = run.app
        try run.settle(line, patience: ScenarioRun.longPatience) { world, _ in
            world.isSignedIn(app) || world.apps[app].timers.isEmpty
        }
    }
}

/// The app comes to the foreground.
struct ForegroundStep: PlainStep {
    static let words = [StepWord("foreground", "the app comes to the foreground")]
    static let scope = StepScope.runningApp

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireApp(line)
        run.seen += run.world.bring(run.app, toForeground: true)
        try run.settle(line)
    }
}

/// The app goes to the background.
struct BackgroundStep: PlainStep {
    static let words = [StepWord("background", "the app goes to the background")]
    static let scope = StepScope.runningApp

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        run.seen += run.world.bring(run.app, toForeground: false)
    }
}

extension ScenarioStep {
    /// The user opens the app.
    public static var launch: ScenarioStep { ScenarioStep(LaunchStep()) }
    /// The app comes to the foreground.
    public static var foreground: ScenarioStep { ScenarioStep(ForegroundStep()) }
    /// The app goes to the background.
    public static var background: ScenarioStep { ScenarioStep(BackgroundStep()) }
}
