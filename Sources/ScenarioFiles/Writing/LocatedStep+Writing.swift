import ClientStack
import PassAPI
import Services
import Simulation
import SubscriberAccount
import VirtualTime

extension Scenario.LocatedStep {
    /// What ``init(reading:)`` reads as this step.
    var fileNode: FileNode {
        let (word, argument) = step.words
        switch (argument, word.argument, app?.text) {
        case (nil, .none, let app?): return .map([(word.rawValue, .text(app))])
        case (nil, _, nil): return .text(word.rawValue)
        case (_, _, let app):
            return .map([
                (word.rawValue, argument ?? FileNode(.nothing)), ("on", app.map { .text($0) }),
            ])
        }
    }
}

extension ScenarioStep {
    /// The step's word, and what stands behind it.
    var words: (StepWord, FileNode?) {
        switch self {
        case .launch: (.launch, nil)
        case .foreground: (.foreground, nil)
        case .background: (.background, nil)
        case .signIn(let login): (.signIn, login.fileNode)
        case .cancel: (.cancel, nil)
        case .secondScreenLogin(let login): (.secondScreenLogin, login.fileNode)
        case .play(let resource): (.play, .text(resource))
        case .preauthorize(let resources): (.preauthorize, .texts(resources))
        case .readUserMetadata: (.readUserMetadata, nil)
        case .logOut: (.logOut, nil)
        case .call(let call): (.call, call.fileNode)
        case .permission(isGranted: let isGranted): (isGranted ? .allowPermission : .denyPermission, nil)
        case .settingsSignIn(let provider, let user, let lifetime):
            (.settingsSignIn, DeviceSetup.Account(provider: provider, user: user, lifetime: lifetime).fileNode)
        case .settingsSignOut: (.settingsSignOut, nil)
        case .installApp(let app): (.installApp, .map([("id", .text(app.bundleID))] + app.fileEntries))
        case .updateApp(let version): (.updateApp, .text(version.description))
        case .deleteApp: (.deleteApp, nil)
        case .restart: (.restart, nil)
        case .resetAdvertisingIdentifier: (.resetAdvertisingIdentifier, nil)
        case .upgradeOS(let version): (.upgradeOS, .text(version.description))
        case .sleep: (.sleep, nil)
        case .wake: (.wake, nil)
        case .changeDate(let instant): (.changeDate, .text(instant.description))
        case .moveDate(let duration): (.changeDate, .text(duration.signedWords))
        case .changeTimeZone(let minutes): (.changeTimeZone, .text(Duration.seconds(minutes * 60).signedWords))
        case .advance(let duration): (.advance, .text(duration.words))
        case .advanceTo(let instant): (.advance, .text("to \(instant)"))
        case .advanceToDeadline(let nearness, let kind, let subject):
            (.advance, .text("\(nearness.rawValue) \(kind.rawValue)" + (subject.map { " \($0)" } ?? "")))
        case .fault(let rule): (.fault, rule.fileNode)
        case .clearFaults: (.clearFaults, nil)
        case .control(let control): control.words
        case .expect(let expectations): (.expect, expectations.fileNode)
        }
    }
}

extension ScenarioStep.SignIn {
    fileprivate var fileNode: FileNode {
        if user == nil, outcome == .succeeds { return .text(provider) }
        return .map([
            ("provider", .text(provider)), ("user", user.map { .text($0) }),
            ("outcome", outcome == .succeeds ? nil : .text(outcome.rawValue)),
        ])
    }
}

extension FaultPlan.Rule {
    fileprivate var fileNode: FileNode {
        if operations == nil, count == nil { return .text(fault.words) }
        return .map([
            ("kind", .text(fault.words)), ("on", operations.map { .texts($0.map(\.rawValue)) }),
            ("times", count.map { .text(String($0)) }),
        ])
    }
}

extension Fault {
    /// The fault as scenarios write it: `timeout 30s`.
    var words: String {
        switch self {
        case .offline: "offline"
        case .timeout(let after): "timeout \(after.words)"
        case .reset: "reset"
        case .slow(let by): "slow \(by.words)"
        case .status(let status): "status \(status)"
        case .statusPage(let status): "page \(status)"
        case .garbageBody: "garbage body"
        case .truncatedBody: "truncated body"
        }
    }
}

extension TwinControl {
    fileprivate var words: (StepWord, FileNode?) {
        switch self {
        case .revoke(let user, let mvpd): (.revoke, .map([("user", .text(user)), ("provider", .text(mvpd))]))
        case .reinstate(let user, let mvpd): (.reinstate, .map([("user", .text(user)), ("provider", .text(mvpd))]))
        case .degrade(let mode, let requestor, let mvpd):
            (
                .degrade,
                .map([
                    ("requestor", .text(requestor)), ("provider", .text(mvpd)), ("mode", .text(mode.rawValue)),
                ])
            )
        case .endDegradation(let requestor, let mvpd): (.endDegradation, .integration(requestor, mvpd))
        case .throttle(let isOn): (.throttle, .text(isOn ? "on" : "off"))
        case .changeLifetimes(let lifetimes, let requestor, let mvpd):
            (
                .changeLifetimes,
                .map(
                    lifetimes.fileEntries
                        + [("requestor", requestor.map { .text($0) }), ("provider", mvpd.map { .text($0) })]
                )
            )
        case .reachProvider(let mvpd, let isReachable):
            (isReachable ? .providerReachable : .providerUnreachable, .text(mvpd))
        case .enableIntegration(let requestor, let mvpd, let isEnabled):
            (isEnabled ? .enableIntegration : .disableIntegration, .integration(requestor, mvpd))
        case .enableSingleSignOn(let requestor, let mvpd, let isEnabled):
            (isEnabled ? .enableSingleSignOn : .disableSingleSignOn, .integration(requestor, mvpd))
        case .enhanceErrors(let isOn): (.enhancedErrors, .text(isOn ? "on" : "off"))
        case .skewClock(let offset): (.serverClock, .text(offset.signedWords))
        case .forgetApplications: (.forgetApplications, nil)
        case .demandLogout(let deviceID, let reason):
            (
                .demandLogout,
                FileNode.map([
                    ("device-id", deviceID.map { .text($0) }), ("reason", reason.map { .text($0) }),
                ]).unlessEmpty
            )
        }
    }
}

extension FileNode {
    fileprivate static func integration(_ requestor: String, _ mvpd: String) -> FileNode {
        .map([("requestor", .text(requestor)), ("provider", .text(mvpd))])
    }
}
