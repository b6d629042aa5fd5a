public import ClientStack
import Exchanges
import VirtualTime

/// The user plays a resource.
package struct PlayStep: Step {
    package static let words = [
        StepWord("play", "play: KITE1", .reference("text"), "the user plays a resource")
    ]
    package static let scope = StepScope.runningApp

    /// The resource, or the guid of one.
    package var resource: String

    init(resource: String) { self.resource = resource }
    package init(_ argument: StepArgument) throws(Problem) { resource = try argument.node.text(argument.what) }
    package var written: StepWriting { Self.writing(.text(resource)) }

    package func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        let action = UserAction.Action.play(resource: run.resources[resource] ?? resource)
        try run.tap(action, line, patience: ScenarioRun.patience) { observation in
            switch observation.event {
            case .played, .presented(.message): true
            case .calledBack(.tokenRequestFailed): true
            default: false
            }
        }
    }
}

/// The app asks which of some resources the user may play.
struct PreauthorizeStep: Step {
    static let words = [
        StepWord(
            "preauthorize",
            "preauthorize: [KITE1, KITE2]",
            .reference("texts"),
            "the app requests which of some resources the user may play"
        )
    ]
    static let scope = StepScope.runningApp

    var resources: [String]

    init(resources: [String]) { self.resources = resources }
    init(_ argument: StepArgument) throws(Problem) { resources = try argument.node.texts(argument.what) }
    var written: StepWriting { Self.writing(.texts(resources)) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        let names = run.resources
        let action = UserAction.Action.preauthorize(resources: resources.map { names[$0] ?? $0 })
        try run.tap(action, line, patience: ScenarioRun.patience) { observation in
            switch observation.event {
            case .presented(.preauthorization), .presented(.message): true
            case .calledBack(.preauthorizedResources), .calledBack(.preauthorizeResponse): true
            default: false
            }
        }
    }
}

/// The app reads the user's metadata.
struct ReadUserMetadataStep: PlainStep {
    static let words = [StepWord("read user metadata", "the app reads the user's metadata")]
    static let scope = StepScope.runningApp

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        try run.tap(.readUserMetadata, line)
    }
}

/// The user logs out in the app.
struct LogOutStep: PlainStep {
    static let words = [StepWord("log out", "the user logs out in the app")]
    static let scope = StepScope.runningApp

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        try run.tap(.logOut, line)
    }
}

/// The app calls a method of AccessEnabler.
struct CallStep: Step {
    static let words = [
        StepWord(
            "call",
            "call: checkAuthentication",
            .reference("call"),
            "the app calls a method of AccessEnabler"
        )
    ]
    static let scope = StepScope.runningApp

    /// The method and its arguments.
    var call: AccessEnablerCall

    init(call: AccessEnablerCall) { self.call = call }
    init(_ argument: StepArgument) throws(Problem) { call = try CallWord.call(argument.node) }
    var written: StepWriting { Self.writing(call.fileNode) }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireForegroundApp(line)
        guard run.world.apps[run.app].client.takesCalls else {
            throw ScenarioError(line: line, "\(run.world.apps[run.app].title) has no AccessEnabler to call")
        }
        run.seen += run.world.apply(.accessEnablerCalled(call), to: run.app)
        try run.settle(line)
    }
}

extension ScenarioStep {
    /// The user plays a resource.
    public static func play(_ resource: String) -> ScenarioStep { ScenarioStep(PlayStep(resource: resource)) }
    /// The app asks which of some resources the user may play.
    public static func preauthorize(_ resources: [String]) -> ScenarioStep {
        ScenarioStep(PreauthorizeStep(resources: resources))
    }
    /// The app reads the user's metadata.
    public static var readUserMetadata: ScenarioStep { ScenarioStep(ReadUserMetadataStep()) }
    /// The user logs out in the app.
    public static var logOut: ScenarioStep { ScenarioStep(LogOutStep()) }
    /// The app calls a method of AccessEnabler.
    public static func call(_ call: AccessEnablerCall) -> ScenarioStep { ScenarioStep(CallStep(call: call)) }
}
