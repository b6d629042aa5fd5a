import Device
public import SubscriberAccount

/// The device restarts.
struct RestartStep: PlainStep {
    static let words = [StepWord("restart", "the device restarts")]
    static let scope = StepScope.device

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) { try run.happen(.restarted, line) }
}

/// The system is upgraded.
struct UpgradeStep: Step {
    static let words = [
        StepWord("upgrade OS", "upgrade OS: 7.0", .reference("version"), "the device's system is upgraded")
    ]
    static let scope = StepScope.device

    var version: PlatformVersion

    init(version: PlatformVersion) { self.version = version }
    init(_ argument: StepArgument) throws(Problem) { version = try argument.node.version(argument.what) }
    var written: StepWriting { Self.writing(.text(version.description)) }

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        if version < known.device.system.version {
            throw ScenarioProblem(
                line: step.line,
                problem: "\(known.device.name) runs \(known.device.system) here, which is newer than \(version)",
                hint: "a system is only ever upgraded"
            )
        }
        known.device.system.version = version
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.happen(.upgraded(to: version), line)
    }
}

/// The device falls asleep.
struct SleepStep: PlainStep {
    static let words = [StepWord("sleep", "the device falls asleep")]
    static let scope = StepScope.device
    static let needsAwakeDevice = false

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        if known.device.isAsleep {
            throw ScenarioProblem(line: step.line, problem: "\(known.device.name) sleeps already")
        }
        known.device.isAsleep = true
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) { try run.happen(.fellAsleep, line) }
}

/// The device wakes up.
struct WakeStep: PlainStep {
    static let words = [StepWord("wake", "the device wakes up")]
    static let scope = StepScope.device
    static let needsAwakeDevice = false

    func check(_ known: inout ScenarioCheck, _ step: Scenario.LocatedStep) throws(ScenarioProblem) {
        if !known.device.isAsleep {
            throw ScenarioProblem(
                line: step.line,
                problem: "\(known.device.name) does not sleep here",
                hint: "put \"- sleep\" before it"
            )
        }
        known.device.isAsleep = false
    }

    func perform(in run: inout ScenarioRun, _ line: Int) throws(ScenarioError) {
        try run.requireDevice(line)
        guard run.world.devices[run.device].clock.isAsleep else {
            throw ScenarioError(line: line, "\(run.world.devices[run.device].name) does not sleep here")
        }
        try run.happen(.wokeUp, line)
        try run.settle(line)
    }
}

extension ScenarioStep {
    /// The device restarts.
    public static var restart: ScenarioStep { ScenarioStep(RestartStep()) }
    /// The device's system is upgraded.
    public static func upgradeOS(_ version: PlatformVersion) -> ScenarioStep {
        ScenarioStep(UpgradeStep(version: version))
    }
    /// The device falls asleep.
    public static var sleep: ScenarioStep { ScenarioStep(SleepStep()) }
    /// The device wakes up.
    public static var wake: ScenarioStep { ScenarioStep(WakeStep()) }
}
