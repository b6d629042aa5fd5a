// What a program takes from AccessEnabler's calls, callbacks and changes on the timeline.

import ClientStack
import Device
import PassAPI
import VirtualTime

extension AccessEnablerCall {
    var values: [EventValue] {
        switch self {
        case .setOptions(let options): options.map { .text($0.key, $0.value) }
        case .setRequestor(let requestor, _): [.text("requestor", requestor)]
        case .setSelectedProvider(let id): id.map { [.text("mvpd", $0)] } ?? []
        case .checkPreauthorizedResources(let resources, _), .preauthorize(let resources, _):
            [.list("resources", resources)]
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _): [.text("resource", resource)]
        case .checkAuthentication, .getAuthentication, .handleExternalURL, .logout, .getSelectedProvider, .getMetadata:
            []
        }
    }
}

extension AccessEnablerCallback {
    var values: [EventValue] {
        switch self {
        case .setRequestorComplete(let isSuccess): [.truth("isSuccess", isSuccess)]
        case .displayProviderDialog(let mvpds): [.list("mvpds", mvpds.map(\.id))]
        case .navigateToURL(let request, let usesSVC):
            [.code("operation", request.operation.rawValue), .truth("usesSVC", usesSVC)] + request.values
        case .setAuthenticationStatus(let isAuthenticated, let code):
            [.truth("isAuthenticated", isAuthenticated), .code("errorCode", code)]
        case .setToken(_, let resource): [.text("resource", resource)]
        case .tokenRequestFailed(let resource, let code, let description):
            [.text("resource", resource), .code("errorCode", code), .text("description", description)]
        case .preauthorizedResources(let resources): [.list("authorized", resources)]
        case .preauthorizeResponse(let resources, let status):
            resources.values + (status?.status.map { [.number("status", $0)] } ?? [])
                + (status?.code.map { [.code("errorCode", $0)] } ?? [])
        case .selectedProvider(let mvpd): mvpd.map { [.text("mvpd", $0.id)] } ?? []
        case .setMetadataStatus(let value, _, _): value.map { [.identity("value", $0)] } ?? []
        // What an SDK tracks names the device, by another name in each import.
        case .sendTrackingData(let data, let event): [.code("event", event)] + data.map { .identity("data", $0) }
        case .presentTVProviderDialog, .dismissTVProviderDialog: []
        case .status(let id, let level, _, let resource, _):
            [.code("status", id), .code("level", level)] + (resource.map { [.text("resource", $0)] } ?? [])
        }
    }
}

extension StorageChange {
    /// The store, the key, the agent and the reason.
    ///
    /// Of the keys, those that stand for a device are others in each run.
    var values: [EventValue] {
        store.values()
            + path.map { key in key.utf8.count > 40 ? .identity("key", key) : .text("key", key) }
            + [.code("agent", agent.code), .code("reason", reason.code)] + reason.values
    }

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

extension StorageChange.Agent {
    fileprivate var code: String {
        switch self {
        case .operatingSystem: "operatingSystem"
        case .accessEnabler: "accessEnabler"
        case .importer: "importer"
        case .scrubber: "scrubber"
        case .migration: "migration"
        case .integrityCheck: "integrityCheck"
        case .app: "app"
        case .user: "user"
        }
    }
}
