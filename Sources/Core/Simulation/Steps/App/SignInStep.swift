import ClientStack
import Exchanges
import VirtualTime

/// The user signs in with a provider: picks it, logs in in the web view or on the second screen.
struct SignInStep: Step {
    static let words = [
        StepWord(
            "sign in",
            "sign in: Meadowlark",
            .reference("login"),
            "the user signs in with a provider: picks it, and logs in in the web view or on a second screen"
        )
    ]
    static let scope = StepScope.installedApp

    var login: ScenarioStep.SignIn

    init(login: ScenarioStep.SignIn) { self.login = login }
    init(_ argument: StepArgument) throws(Problem) { login = try ScenarioStep.SignIn(reading: argument) }
    var written: StepWriting { Self.writing(login.fileNode) }

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) { known.launch() }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        try run.checkKnown(provider: login.provider, line)
        let app = run.app
        var simulatedUser = run.world.apps[app].simulatedUser
        simulatedUser.signInBehavior = login
        // Who wants to sign in lets the app read the provider, unless a scenario said otherwise before.
        simulatedUser.permits = simulatedUser.permits ?? true
        var start = run.seen.count
        let isUnderWay = run.world.apps[app].waitsForUser
        run.world.setSimulatedUser(simulatedUser, of: app)
        if !isUnderWay {
            switch run.world.apps[app].client.signInStart {
            case .call:
                if !run.world.apps[app].isLaunched { try run.tap(.launch, line) }
                // What launching reports is no answer to signing in.
                start = run.seen.count
                guard !run.isAtHorizon else { return }
                run.seen += run.world.apply(.accessEnablerCalled(.getAuthentication()), to: app)
            case .launch:
                run.seen += run.world.apply(.userActionOccurred(.launch), to: app)
            case .nameProvider:
                run.seen += run.world.apply(.userActionOccurred(.selectProvider(login.provider)), to: app)
            case .nameProviderForLater:
                run.seen += run.world.apply(.userActionOccurred(.selectProvider(login.provider)), to: app)
                return
            }
        }
        try run.settle(line, patience: ScenarioRun.longPatience, from: start) { observation in
            switch observation.event {
            case .presented(.message), .calledBack(.setAuthenticationStatus): true
            default: false
            }
        }
    }
}

/// Somebody enters the code that is on screen on a second device, and logs in.
struct SecondScreenLoginStep: Step {
    static let words = [
        StepWord(
            "second-screen login",
            "second-screen login: Meadowlark",
            .reference("login"),
            "the code that is on screen is entered on a second device, and the user logs in there"
        )
    ]
    static let scope = StepScope.runningApp
    static let needsAwakeDevice = false

    var login: ScenarioStep.SignIn

    init(login: ScenarioStep.SignIn) { self.login = login }
    init(_ argument: StepArgument) throws(Problem) { login = try ScenarioStep.SignIn(reading: argument) }
    var written: StepWriting { Self.writing(login.fileNode) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        guard case .registrationCode? = run.world.apps[run.app].openPresentation else {
            throw ScenarioError(
                line: line,
                "no registration code is on screen",
                hint: "launch the app without a sign-in first, on a device that shows a code"
            )
        }
        try run.checkKnown(provider: login.provider, line)
        let before = run.world.apps[run.app].simulatedUser
        var simulatedUser = before
        simulatedUser.signInBehavior = login
        run.world.setSimulatedUser(simulatedUser, of: run.app)
        try run.settle(line, patience: ScenarioRun.longPatience) { $0.isSignedIn($1) }
        // Once: what the person does of themselves from now on only `sign in` says.
        run.world.setSimulatedUser(before, of: run.app)
    }
}

/// The user cancels what the app is about.
struct CancelStep: PlainStep {
    static let words = [StepWord("cancel", "the user closes what is on screen: a picker, a page, a prompt")]
    static let scope = StepScope.runningApp

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        if run.world.apps[run.app].openQuestion?.supported != nil {
            run.seen += run.world.cancelPlatformPicker(run.app)
            return try run.settle(line)
        }
        if case .webView? = run.world.apps[run.app].openPresentation {
            run.seen += run.world.apply(.userActionOccurred(.closeWebView), to: run.app)
        }
        try run.tap(.cancel, line)
    }
}

extension ScenarioStep {
    /// The user signs in with a provider.
    public static func signIn(_ login: SignIn) -> ScenarioStep { ScenarioStep(SignInStep(login: login)) }
    /// The user closes what is on screen.
    public static var cancel: ScenarioStep { ScenarioStep(CancelStep()) }
}
