import Device
public import SubscriberAccount
import VirtualTime

/// An app is installed.
package struct InstallAppStep: Step {
    package static let words = [
        StepWord(
            "install app",
            "install app: { id: com.kite.tv, team: KITE, requestor: KITETV }",
            .object(
                [("id", .reference("text"))] + AppSetup.schemas,
                required: ["id"] + AppSetup.requiredKeys
            ),
            "an app is installed"
        )
    ]
    package static let scope = StepScope.device

    package var app: AppSetup

    init(app: AppSetup) { self.app = app }

    package init(_ argument: StepArgument) throws(Problem) {
        let keys = ["id"] + AppSetup.keys
        let id = try MapReader(argument.node, argument.what, keys: keys).required("id")
        app = try AppSetup(reading: argument.node, bundleID: try id.text("\"id\""), at: id.place, keys: keys)
    }

    package var written: StepWriting {
        Self.writing(.map([("id", .text(app.bundleID))] + app.fileEntries))
    }

    package func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        if known.device.apps.contains(app.bundleID) {
            throw ScenarioProblem(
                line: step.line,
                problem: "\"\(app.bundleID)\" is on \(known.device.name) already",
                hint: "write update app, or delete it first"
            )
        }
        known.device.apps.append(app.bundleID)
        if app.kind.isAlwaysOpen { known.device.launched.append(app.bundleID) }
        known.device.current = app.bundleID
    }

    package func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireDevice(line)
        do throws(SetupError) {
            run.app = try run.world.install(app, on: run.device)
        } catch {
            throw ScenarioError(line: line, "\(error)")
        }
    }
}

/// The app is updated to another version of AccessEnabler.
struct UpdateAppStep: Step {
    static let words = [
        StepWord(
            "update app",
            "update app: 1.8",
            .reference("version"),
            "the app is updated to one with this version of AccessEnabler"
        )
    ]
    static let scope = StepScope.installedApp

    var sdkVersion: PlatformVersion

    init(sdkVersion: PlatformVersion) { self.sdkVersion = sdkVersion }
    init(_ argument: StepArgument) throws(Problem) { sdkVersion = try argument.node.version(argument.what) }
    var written: StepWriting { Self.writing(.text(sdkVersion.description)) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.appUpdated(bundleID: run.bundleID ?? "", sdkVersion: sdkVersion), line)
    }
}

/// The user deletes the app.
struct DeleteAppStep: PlainStep {
    static let words = [StepWord("delete app", "the user deletes the app")]
    static let scope = StepScope.installedApp

    init() {}

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) {
        let deleted = known.device.current
        known.device.apps.removeAll { $0 == deleted }
        known.device.launched.removeAll { $0 == deleted }
        known.device.current = known.device.apps.first
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.appDeleted(bundleID: run.bundleID ?? ""), line)
        if let next = run.firstApp(of: run.device) { run.app = next }
    }
}

extension ScenarioStep {
    /// An app is installed.
    public static func installApp(_ app: AppSetup) -> ScenarioStep { ScenarioStep(InstallAppStep(app: app)) }
    /// The app is updated to one with this version of AccessEnabler.
    public static func updateApp(sdkVersion: PlatformVersion) -> ScenarioStep {
        ScenarioStep(UpdateAppStep(sdkVersion: sdkVersion))
    }
    /// The user deletes the app.
    public static var deleteApp: ScenarioStep { ScenarioStep(DeleteAppStep()) }
}
