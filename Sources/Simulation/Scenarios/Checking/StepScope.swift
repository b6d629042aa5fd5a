/// What a step is about.
public enum StepScope: Hashable, Sendable {
    /// What happens in an app that runs.
    case runningApp
    /// An app that is installed; whoever signs in opens it.
    case installedApp
    /// A device as a whole.
    case device
    /// The world outside: time, network, services.
    case world
}

extension ScenarioStep {
    /// What the step is about.
    public var scope: StepScope {
        switch self {
        case .foreground, .background, .cancel, .secondScreenLogin, .play, .preauthorize, .readUserMetadata,
            .logOut, .call:
            .runningApp
        case .launch, .signIn, .permission, .updateApp, .deleteApp: .installedApp
        case .settingsSignIn, .settingsSignOut, .installApp, .restart, .resetAdvertisingIdentifier, .upgradeOS, .sleep,
            .wake, .changeDate, .moveDate, .changeTimeZone:
            .device
        case .advance, .advanceTo, .advanceToDeadline, .fault, .clearFaults, .control, .expect: .world
        }
    }

    /// Whether it needs the user or the screen: nothing of the kind happens while the device sleeps.
    var needsAwakeDevice: Bool {
        switch self {
        case .wake, .sleep, .changeDate, .moveDate, .changeTimeZone: false
        case .secondScreenLogin: false
        default: scope != .world
        }
    }
}
