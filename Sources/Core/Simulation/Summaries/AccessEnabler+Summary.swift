// What the timeline tells a reader of AccessEnabler's calls and callbacks, in one line.

import ClientStack
public import Device
import PassAPI
import Services
import VirtualTime

extension AccessEnablerCall {
    var summary: String {
        switch self {
        case .setOptions(let options): "the app sets " + options.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        case .setRequestor(let requestor, _): "the app calls setRequestor(\(requestor))"
        case .setSelectedProvider(let id): "the app calls setSelectedProvider(\(id ?? "nil"))"
        case .checkPreauthorizedResources(let resources, _), .preauthorize(let resources, _):
            "the app calls \(name)(\(resources.joined(separator: ", ")))"
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            "the app calls \(name)(\(resource))"
        default: "the app calls \(name)"
        }
    }
}

extension AccessEnablerCallback {
    var summary: String {
        switch self {
        case .setRequestorComplete(let isSuccess): isSuccess ? "1" : "0"
        case .displayProviderDialog(let mvpds): mvpds.map(\.id).joined(separator: ", ")
        case .navigateToURL(let request, let usesSVC): request.summary + (usesSVC ? " in SFSafariViewController" : "")
        case .setAuthenticationStatus(let isAuthenticated, let code):
            (isAuthenticated ? "1" : "0") + (code.isEmpty ? "" : ", \(code)")
        case .setToken(_, let resource): "for \(resource)"
        case .tokenRequestFailed(let resource, let code, let description):
            "for \(resource): \(code)" + (description.isEmpty ? "" : ", \(description)")
        case .preauthorizedResources(let resources): resources.joined(separator: ", ")
        case .preauthorizeResponse(let resources, let status):
            status.map { "\($0.status ?? 0) \($0.code ?? "")" }
                ?? resources.map { "\($0.id) \($0.isAuthorized ? "yes" : "no")" }.joined(separator: ", ")
        case .selectedProvider(let mvpd): mvpd?.id ?? "nil"
        case .setMetadataStatus(let value, _, _): value ?? "nil"
        case .sendTrackingData(let data, let event): "\(event): " + data.joined(separator: ", ")
        case .presentTVProviderDialog, .dismissTVProviderDialog: "Apple's TV provider dialog"
        case .status(let id, let level, let message, let resource, let details):
            [id, level, message, resource, details].compactMap(\.self).joined(separator: ", ")
        }
    }
}

extension StorageChange {
    /// The change in a line: `removed authn KITETV Meadowlark from pasteboard com.adobe.pass by scrubber: device id changed`.
    public var summary: String {
        let what = path.isEmpty ? "everything" : path.map(Self.shortened).joined(separator: " ")
        let preposition = action == .removed ? "from" : "in"
        return "\(what) \(preposition) \(store.title), by \(agent.rawValue): \(reason.words)"
    }
}

extension StorageChange {
    /// A device id is 64 digits long; its beginning tells it from another.
    private static func shortened(_ key: String) -> String { key.utf8.count > 40 ? key.prefix(8) + "…" : key }

    /// The changes with those of one kind to all texts of a token as one, and single texts by their names.
    ///
    /// A system moves and wipes texts, a reader wants to hear of tokens.
    static func grouped(_ changes: [StorageChange]) -> [StorageChange] {
        var grouped: [StorageChange] = []
        var last: StorageChange?
        for change in changes {
            var parent = change
            if parent.path.count > 2 { parent.path.removeLast() }
            if last == parent {
                grouped[grouped.count - 1] = parent
            } else {
                grouped.append(change)
            }
            last = parent
        }
        return grouped
    }
}

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

    var summary: String {
        switch self {
        case .appInstalled(let app): "\(app.bundleID) is installed" + (app.sdkVersion.map { ", SDK \($0)" } ?? "")
        case .appUpdated(let id, let version): "\(id) is updated" + (version.map { " to SDK \($0)" } ?? "")
        case .appDeleted(let id): "\(id) is deleted"
        case .restarted: "the device is restarted"
        case .advertisingIdentifierReset: "the user resets the advertising identifier"
        case .upgraded(let version): "the system is upgraded to \(version)"
        case .permissionSet(let id, let isGranted):
            "the user \(isGranted ? "allows" : "denies") \(id) the TV provider in Settings"
        case .permissionAnswered(let id, let isGranted):
            "the user \(isGranted ? "allows" : "denies") \(id) the TV provider"
        case .permissionRestricted(let id): "restrictions forbid \(id) the TV provider"
        case .providerSignedIn(let account): "the user signs in with \(account.providerIdentifier) in Settings"
        case .providerSignedOut: "the user signs out of the TV provider in Settings"
        case .wallClockSet(let instant): "the date is set to \(instant)"
        case .wallClockMoved(let duration): "the clock is moved by \(duration.words)"
        case .timeZoneChanged(let minutes): "the time zone is \(minutes) minutes east of UTC now"
        case .fellAsleep: "the device falls asleep"
        case .wokeUp: "the device wakes up"
        }
    }
}

extension ServiceControl {
    var summary: String {
        switch self {
        case .revoke(let user, let mvpd): "\(mvpd) revokes \(user)"
        case .reinstate(let user, let mvpd): "\(mvpd) takes \(user) back"
        case .degrade(let how, let requestor, let mvpd): "\(requestor) with \(mvpd) is degraded: \(how.rawValue)"
        case .endDegradation(let requestor, let mvpd): "\(requestor) with \(mvpd) is degraded no more"
        case .throttle(let isOn): isOn ? "callers are throttled" : "callers are throttled no more"
        case .changeLifetimes(_, let requestor, let mvpd):
            "lifetimes change for " + ([requestor, mvpd].compactMap(\.self).joined(separator: " with "))
        case .reachProvider(let mvpd, let isReachable): "\(mvpd) \(isReachable ? "can" : "cannot") be reached"
        case .enableIntegration(let requestor, let mvpd, let isEnabled):
            "\(requestor) with \(mvpd) is switched \(isEnabled ? "on" : "off")"
        case .enableSingleSignOn(let requestor, let mvpd, let isEnabled):
            "single sign-on of \(requestor) with \(mvpd) is switched \(isEnabled ? "on" : "off")"
        case .enhanceErrors(let isOn): "enhanced errors are switched \(isOn ? "on" : "off")"
        case .skewClock(let duration): "the server's clock is \(duration.words) ahead"
        case .forgetApplications: "all registered applications are forgotten"
        case .demandLogout(let device, let reason):
            "pendingLogout for \(device ?? "everybody")" + (reason.map { ", reason \($0)" } ?? "")
        }
    }
}
