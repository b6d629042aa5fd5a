import Device
import VirtualTime

/// The user lets the app read the TV provider account, or does not.
struct PermissionStep: Step {
    static let words = [
        StepWord("allow permission", "the user lets the app read the TV provider account"),
        StepWord("deny permission", "the user does not let the app read the TV provider account"),
    ]
    static let scope = StepScope.installedApp

    var isGranted: Bool

    init(isGranted: Bool) { self.isGranted = isGranted }
    init(_ argument: StepArgument) { isGranted = argument.word == Self.words[0].text }
    var written: StepWriting { StepWriting(Self.words[isGranted ? 0 : 1].text) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireDevice(line)
        guard let bundleID = run.bundleID else { throw ScenarioError(line: line, "no app is installed") }
        if run.world.apps[run.app].openQuestion.map({ $0.supported == nil }) == true {
            run.seen += run.world.answerPrompt(isGranted: isGranted, run.app)
            return try run.settle(line, patience: ScenarioRun.patience)
        }
        try run.happen(.permissionSet(bundleID: bundleID, isGranted: isGranted), line)
    }
}

/// The user signs in with a TV provider in Settings.
struct SettingsSignInStep: Step {
    static let words = [
        StepWord(
            "sign in to Settings",
            "sign in to Settings: { provider: meadowlark, user: anna }",
            .reference("account"),
            "the user signs in with a TV provider in Settings"
        )
    ]
    static let scope = StepScope.device

    var account: DeviceSetup.Account

    init(account: DeviceSetup.Account) { self.account = account }
    init(_ argument: StepArgument) throws(Problem) { account = try DeviceSetup.Account(reading: argument.node) }
    var written: StepWriting { Self.writing(account.fileNode) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireDevice(line)
        try run.checkKnown(provider: account.provider, orMapped: true, line)
        try run.happen(.providerSignedIn(run.world.account(account, on: run.device)), line)
    }
}

/// The user signs out of the TV provider in Settings.
struct SettingsSignOutStep: PlainStep {
    static let words = [StepWord("sign out of Settings", "the user signs out of the TV provider in Settings")]
    static let scope = StepScope.device

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.providerSignedOut, line)
    }
}

/// The user resets the advertising identifier.
struct ResetAdvertisingIdentifierStep: PlainStep {
    static let words = [StepWord("reset advertising id", "the user resets the advertising identifier")]
    static let scope = StepScope.device

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.advertisingIdentifierReset, line)
    }
}

extension ScenarioStep {
    /// The user lets the app read the TV provider account, or does not.
    public static func permission(isGranted: Bool) -> ScenarioStep {
        ScenarioStep(PermissionStep(isGranted: isGranted))
    }
    /// The user signs in with a TV provider in Settings.
    public static func settingsSignIn(provider: String, user: String, lifetime: Duration?) -> ScenarioStep {
        ScenarioStep(SettingsSignInStep(account: .init(provider: provider, user: user, lifetime: lifetime)))
    }
    /// The user signs out of the TV provider in Settings.
    static var settingsSignOut: ScenarioStep { ScenarioStep(SettingsSignOutStep()) }
    /// The user resets the advertising identifier.
    public static var resetAdvertisingIdentifier: ScenarioStep { ScenarioStep(ResetAdvertisingIdentifierStep()) }
}
