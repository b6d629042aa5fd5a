import Device
import SubscriberAccount
import VirtualTime

// What the user does with the device.

extension ScenarioRun {
    mutating func change(_ step: ScenarioStep, _ line: Int) throws(ScenarioError) {
        guard world.devices.indices.contains(device) else {
            throw ScenarioError(line: line, "there is no device")
        }
        let bundleID = world.apps.indices.contains(app) ? world.apps[app].bundleID : nil
        switch step {
        case .permission(let isGranted):
            guard let bundleID else { throw ScenarioError(line: line, "no app is installed") }
            if world.apps[app].openQuestion.map({ $0.supported == nil }) == true {
                seen += world.answerPrompt(isGranted: isGranted, app)
                return try settle(line, patience: Self.patience)
            }
            try happen(.permissionSet(bundleID: bundleID, isGranted: isGranted), line)
        case .settingsSignIn(let provider, let user, let lifetime):
            try checkKnown(provider: provider, orMapped: true, line)
            let account = DeviceSetup.Account(provider: provider, user: user, lifetime: lifetime)
            try happen(.providerSignedIn(world.account(account, on: device)), line)
        case .settingsSignOut: try happen(.providerSignedOut, line)
        case .installApp(let setup):
            do throws(SetupError) {
                app = try world.install(setup, on: device)
            } catch {
                throw ScenarioError(line: line, "\(error)")
            }
        case .updateApp(let version):
            try happen(.appUpdated(bundleID: bundleID ?? "", sdkVersion: version), line)
        case .deleteApp:
            try happen(.appDeleted(bundleID: bundleID ?? ""), line)
            if let next = firstApp(of: device) { app = next }
        case .restart: try happen(.restarted, line)
        case .resetAdvertisingIdentifier: try happen(.advertisingIdentifierReset, line)
        case .upgradeOS(let version): try happen(.upgraded(to: version), line)
        case .sleep: try happen(.fellAsleep, line)
        case .wake:
            guard world.devices[device].clock.isAsleep else {
                throw ScenarioError(line: line, "\(world.devices[device].name) does not sleep here")
            }
            try happen(.wokeUp, line)
            try settle(line)
        case .changeDate(let instant): try happen(.wallClockSet(to: instant), line)
        case .changeTimeZone(let minutes): try happen(.timeZoneChanged(minutesEast: minutes), line)
        case .moveDate(let duration): try happen(.wallClockMoved(by: duration), line)
        default: break
        }
    }

    private mutating func happen(_ event: DeviceEvent, _ line: Int) throws(ScenarioError) {
        do throws(DeviceError) {
            seen += try world.apply(event, to: device)
        } catch {
            throw ScenarioError(line: line, "\(error)")
        }
    }
}
