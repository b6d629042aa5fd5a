import OrderedCollections
import SubscriberAccount
public import VirtualTime

extension Device {
    /// Lets `event` happen, and tells what it changed in the stores: each text that went or moved.
    ///
    /// An error leaves the device as it was.
    ///
    /// - Throws: `DeviceError` if it cannot happen: an unknown app, a downgrade of the system.
    public mutating func apply(_ event: DeviceEvent, at now: Instant) throws(DeviceError) -> [StorageChange] {
        try check(event)
        var changes: [StorageChange] = []
        for row in DeviceEventEffect.rows[event.kind] ?? [] where row.applies(to: event, on: self) {
            carryOut(row, of: event, at: now, changes: &changes)
        }
        return changes
    }

    /// The range of time zones, in minutes east.
    static let timeZones = -12 * 60...14 * 60

    private func check(_ event: DeviceEvent) throws(DeviceError) {
        switch event {
        case .appInstalled(let app):
            if apps[app.bundleID] != nil { throw .alreadyInstalled(app.bundleID) }
        case .appUpdated(let bundleID, _), .appDeleted(let bundleID):
            if apps[bundleID] == nil { throw .unknownApp(bundleID, known: Array(apps.keys)) }
        case .permissionSet(let bundleID, _), .permissionAnswered(let bundleID, _), .permissionRestricted(let bundleID):
            if apps[bundleID] == nil { throw .unknownApp(bundleID, known: Array(apps.keys)) }
            if !system.has(.accountManager) { throw .noTVProvider(system) }
        case .providerSignedIn:
            if !system.has(.accountManager) { throw .noTVProvider(system) }
        case .upgraded(let version):
            if version < system.version { throw .downgrade(from: system, to: version) }
        case .timeZoneChanged(let minutes):
            if !Self.timeZones.contains(minutes) { throw .impossibleTimeZone(minutesEast: minutes) }
        case .restarted, .advertisingIdentifierReset, .providerSignedOut, .wallClockSet, .wallClockMoved, .fellAsleep,
            .wokeUp:
            break
        }
    }

    /// Does what `row` says with what `event` brought; a row of another event does nothing.
    private mutating func carryOut(
        _ row: DeviceEventEffect,
        of event: DeviceEvent,
        at now: Instant,
        changes: inout [StorageChange]
    ) {
        switch (row.effect, event) {
        case (.addApp, .appInstalled(let app)):
            apps[app.bundleID] = app
            deriveVendorIdentifiers()
        case (.replaceSDK, .appUpdated(let bundleID, let version)): apps[bundleID]?.sdkVersion = version
        case (.removeApp, .appDeleted(let bundleID)):
            apps[bundleID] = nil
            deriveVendorIdentifiers()
        case (.setSystem, .upgraded(let version)):
            system.version = version
            deriveVendorIdentifiers()
        case (.removeUserDefaults, _), (.removeFiles, _), (.removePasteboardsOfLastApp, _),
            (.removeKeychainOfLastApp, _):
            removeStores(row, of: event, changes: &changes)
        case (.makePasteboardsPrivate, _): makePasteboardsPrivate(row, changes: &changes)
        case (.wipePasteboards, _):
            for store in stores.contents.keys {
                if case .pasteboard = store { remove(store, because: reason(row, of: event), changes: &changes) }
            }
        case (.renewAdvertisingIdentifier, _): identifiers.resetAdvertisingIdentifier()
        case (.renewVendorIdentifierAfterLastApp, .appDeleted(let bundleID)): endVendor(ofLast: bundleID)
        case (.answerPermission, .permissionAnswered(let bundleID, let isGranted)):
            settings.permissions[bundleID, default: AccountPermission()].questionAnswered(isGranted: isGranted)
        case (.setPermission, .permissionSet(let bundleID, let isGranted)):
            settings.permissions[bundleID, default: AccountPermission()].settingChanged(isGranted: isGranted)
        case (.restrictPermission, .permissionRestricted(let bundleID)):
            settings.permissions[bundleID] = AccountPermission(.restricted)
        case (.forgetPermission, .appDeleted(let bundleID)): settings.permissions[bundleID] = nil
        case (.signIn, .providerSignedIn(let account)): settings.account = account
        case (.signOut, _): settings.account = nil
        case (.setWallClock, .wallClockSet(let wallTime)): clock.set(to: wallTime, at: now)
        case (.moveWallClock, .wallClockMoved(let duration)): clock.move(by: duration, at: now)
        case (.setTimeZone, .timeZoneChanged(let minutes)): clock.minutesEast = minutes
        case (.stopMonotonicClock, _): clock.fallAsleep(at: now)
        case (.startMonotonicClock, _): clock.wakeUp(at: now)
        case (.resetMonotonicClock, _): clock.restart(at: now)
        default: break
        }
    }

    private mutating func endVendor(ofLast bundleID: String) {
        guard let app = apps[bundleID] else { return }
        let vendor = Vendor(of: app, under: system)
        let hasOthers = apps.values.contains { $0.bundleID != bundleID && Vendor(of: $0, under: system) == vendor }
        if !hasOthers { identifiers.lostLastApp(of: vendor) }
    }
}
