// What a program takes from what happens to devices, to the service and on the network.

import Device
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

extension DeviceEvent {
    var kind: String {
        switch self {
        case .appInstalled: "installApp"
        case .appUpdated: "updateApp"
        case .appDeleted: "deleteApp"
        case .restarted: "restart"
        case .advertisingIdentifierReset: "resetAdvertisingIdentifier"
        case .upgraded: "upgradeOS"
        case .permissionSet, .permissionAnswered, .permissionRestricted: "permission"
        case .providerSignedIn, .providerSignedOut: "settings"
        case .wallClockSet, .wallClockMoved: "changeDate"
        case .timeZoneChanged: "changeTimeZone"
        case .fellAsleep: "sleep"
        case .wokeUp: "wake"
        }
    }

    var values: [EventValue] {
        switch self {
        case .appInstalled(let app):
            [.text("app", app.bundleID)] + (app.sdkVersion.map { [.text("sdk", $0.description)] } ?? [])
        case .appUpdated(let id, let version):
            [.text("app", id)] + (version.map { [.text("sdk", $0.description)] } ?? [])
        case .appDeleted(let id): [.text("app", id)]
        case .restarted, .advertisingIdentifierReset, .fellAsleep, .wokeUp, .providerSignedOut: []
        case .upgraded(let version): [.text("version", version.description)]
        case .permissionSet(let id, let isGranted), .permissionAnswered(let id, let isGranted):
            [.text("app", id), .truth("isGranted", isGranted)]
        case .permissionRestricted(let id): [.text("app", id), .truth("isRestricted", true)]
        case .providerSignedIn(let account): [.text("provider", account.providerIdentifier)]
        case .wallClockSet(let instant): [.instant("wallTimeAt", instant)]
        case .wallClockMoved(let duration): [.duration("by", duration)]
        case .timeZoneChanged(let minutes): [.number("offsetMinutes", minutes)]
        }
    }
}

extension ServiceControl {
    /// The facts of the change: the code of the value `control`, and for whom.
    var values: [EventValue] {
        switch self {
        case .revoke(let user, let mvpd): [control("revoke"), .text("user", user), .text("mvpd", mvpd)]
        case .reinstate(let user, let mvpd): [control("reinstate"), .text("user", user), .text("mvpd", mvpd)]
        case .degrade(let how, let requestor, let mvpd):
            [
                control("degrade"), .code("degradation", how.rawValue), .text("requestor", requestor),
                .text("mvpd", mvpd),
            ]
        case .endDegradation(let requestor, let mvpd):
            [control("endDegradation"), .text("requestor", requestor), .text("mvpd", mvpd)]
        case .throttle(let isOn): [control("throttle"), .truth("isOn", isOn)]
        case .changeLifetimes(let lifetimes, let requestor, let mvpd):
            [control("lifetimes")] + lifetimes.values + (requestor.map { [.text("requestor", $0)] } ?? [])
                + (mvpd.map { [.text("mvpd", $0)] } ?? [])
        case .reachProvider(let mvpd, let isReachable):
            [control("reachProvider"), .text("mvpd", mvpd), .truth("isReachable", isReachable)]
        case .enableIntegration(let requestor, let mvpd, let isEnabled):
            [
                control("integration"), .text("requestor", requestor), .text("mvpd", mvpd),
                .truth("isEnabled", isEnabled),
            ]
        case .enableSingleSignOn(let requestor, let mvpd, let isEnabled):
            [
                control("singleSignOn"), .text("requestor", requestor), .text("mvpd", mvpd),
                .truth("isEnabled", isEnabled),
            ]
        case .enhanceErrors(let isOn): [control("enhancedErrors"), .truth("isOn", isOn)]
        case .skewClock(let duration): [control("clockSkew"), .duration("by", duration)]
        case .forgetApplications: [control("forgetApplications")]
        case .expire(let kind, let subject):
            [control("expire"), .code("kind", kind.rawValue)] + (subject.map { [.text("subject", $0)] } ?? [])
        case .demandLogout(let device, let reason):
            [control("demandLogout")] + (device.map { [.identity("device", $0)] } ?? [])
                + (reason.map { [.code("reason", $0)] } ?? [])
        }
    }

    private func control(_ code: String) -> EventValue { .code("control", code) }
}

extension Lifetimes {
    fileprivate var values: [EventValue] {
        [
            ("authn", authentication), ("authz", authorization), ("media", media),
            ("registrationCode", registrationCode), ("accessToken", accessToken), ("tempPass", tempPass),
            ("platformSession", platformSession),
        ].compactMap { key, duration in duration.map { .duration(key, $0) } }
    }
}

extension Fault {
    /// The facts of the fault: the code of the value `fault`, and how much of it.
    var values: [EventValue] {
        switch self {
        case .offline: [.code("fault", "offline")]
        case .timeout(let duration): [.code("fault", "timeout"), .duration("after", duration)]
        case .reset: [.code("fault", "reset")]
        case .slow(let duration): [.code("fault", "slow"), .duration("by", duration)]
        case .status(let status): [.code("fault", "status"), .number("status", status)]
        case .statusPage(let status): [.code("fault", "page"), .number("status", status)]
        case .garbageBody: [.code("fault", "garbageBody")]
        case .truncatedBody: [.code("fault", "truncatedBody")]
        }
    }
}

extension Fault {
    /// The same, of the request that it happens to.
    func values(for request: PassRequest) -> [EventValue] {
        [.code("operation", request.operation.rawValue)] + values
    }
}

extension FaultPlan.Rule {
    var values: [EventValue] {
        fault.values + (operations.map { [.list("operations", $0.map(\.rawValue))] } ?? [])
            + (count.map { [.number("count", $0)] } ?? []) + (isAfterService ? [.truth("isAfterService", true)] : [])
    }
}

extension ScenarioStep.SignIn.Outcome {
    fileprivate var code: String {
        switch self {
        case .succeeds: "succeeds"
        case .wrongPassword: "wrongPassword"
        case .closesPage: "closesPage"
        case .never: "never"
        }
    }
}

extension ScenarioStep.SignIn {
    /// Whom a person signs in with, and how that ends.
    var values: [EventValue] { [.text("mvpd", provider), .code("outcome", outcome.code)] }

    /// The same, of a login that the provider refused.
    var denied: [EventValue] { values + [.truth("isDenied", true)] }
}
