public import ClientStack
import Exchanges
public import Device
public import Services
import VirtualTime

// What happens to devices and behind the scenes.

extension World {
    /// Lets something happen to a device, and to the clocks and apps on it.
    ///
    /// - Throws: `DeviceError` if it cannot happen.
    public mutating func apply(_ event: DeviceEvent, to device: Int) throws(DeviceError) -> [Observation] {
        let changes = try devices[device].apply(event, at: now)
        tell(.user, event.kind, event, event.values, firstApp(of: device))
        follow(event, changes, device, nil)
        return takeObservations()
    }

    /// Lets a device be as if something had happened before the story begins: no timeline tells it.
    public mutating func assume(_ event: DeviceEvent, of device: Int) {
        _ = try? devices[device].apply(event, at: now)
    }

    /// Lets something happen that is known to be possible.
    mutating func happen(_ event: DeviceEvent, to device: Int, _ app: Int? = nil) {
        guard let changes = try? devices[device].apply(event, at: now) else { return }
        follow(event, changes, device, app)
    }

    private func firstApp(of device: Int) -> Int? { apps.firstIndex { $0.device == device && !$0.isDeleted } }

    private mutating func follow(_ event: DeviceEvent, _ changes: [StorageChange], _ device: Int, _ app: Int?) {
        for change in StorageChange.grouped(changes) {
            let app = app ?? firstApp(of: device)
            tell(.device, change.action.rawValue, change, change.values, app)
            if let app { observe(app, .storageChanged(change)) }
        }
        switch event {
        case .fellAsleep:
            for app in apps.indices where apps[app].device == device { suspendTimers(of: app) }
        case .wokeUp:
            for app in apps.indices where apps[app].device == device { resumeTimers(of: app) }
            for app in apps.indices where apps[app].device == device { release(app) }
        case .appDeleted(let bundleID):
            for app in apps.indices where apps[app].device == device && apps[app].bundleID == bundleID {
                end(app)
                apps[app].isDeleted = true
            }
        case .appUpdated(let bundleID, _):
            for app in apps.indices where apps[app].device == device && apps[app].bundleID == bundleID { end(app) }
        case .restarted, .upgraded:
            for app in apps.indices where apps[app].device == device { end(app) }
        case .appInstalled, .advertisingIdentifierReset, .permissionSet, .permissionAnswered, .permissionRestricted,
            .providerSignedIn, .providerSignedOut, .wallClockSet, .wallClockMoved, .timeZoneChanged:
            break
        }
    }

    /// The app's process ends, with its timers, what it waited for and what it showed; a launch begins another.
    private mutating func end(_ app: Int) {
        suspendTimers(of: app)
        apps[app].timers = [:]
        apps[app].held = []
        apps[app].postponed = []
        apps[app].openPresentation = nil
        apps[app].openQuestion = nil
        apps[app].isLaunched = false
        apps[app].isInForeground = true
        apps[app].client.end()
    }

    /// The app comes to the foreground or leaves it.
    mutating func bring(_ app: Int, toForeground isInForeground: Bool) -> [Observation] {
        if isInForeground {
            apps[app].isInForeground = true
            release(app)
            deliver(.userActionOccurred(.foreground), to: app)
        } else {
            deliver(.userActionOccurred(.background), to: app)
            apps[app].isInForeground = false
        }
        return takeObservations()
    }

    /// Says what the person in front of the app does of themselves from now on, beginning with what is on screen.
    public mutating func setSimulatedUser(_ simulatedUser: SimulatedUser, of app: Int) {
        apps[app].simulatedUser = simulatedUser
        followSignInBehavior(app)
        guard let open = apps[app].openQuestion else { return }
        if open.supported != nil, let signInBehavior = simulatedUser.signInBehavior {
            schedule(.simulatedUser(app: app, .pickAtPlatform(signInBehavior)), after: options.reactionTime)
        } else if open.supported == nil, let isGranted = simulatedUser.permits {
            schedule(.simulatedUser(app: app, .answerPermission(isGranted: isGranted)), after: options.reactionTime)
        }
    }

    /// The simulated service takes over from a recording, and the devices' settings from its VSA log.
    public mutating func fork(to service: SimulatedService) {
        backend.service = .simulated(service)
        backend.vsa = .settings
        note("fork", values: [])
    }

    /// Has the app say from now on where a row of its behavior decides that its recording does not show.
    public mutating func nameAssumptions(_ shown: ShownRows, of app: Int) {
        guard apps.indices.contains(app) else { return }
        apps[app].client.nameAssumptions(shown)
    }
}
