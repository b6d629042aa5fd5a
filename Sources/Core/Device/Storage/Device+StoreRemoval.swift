import OrderedCollections
import SubscriberAccount
import VirtualTime

// What upgrades and deletions do to the stores, text by text, so that a timeline can say which tokens went.

extension Device {
    /// Removes what goes with the app that `event` deletes, as `row` says.
    mutating func removeStores(_ row: DeviceEventEffect, of event: DeviceEvent, changes: inout [StorageChange]) {
        guard case .appDeleted(let bundleID) = event, let app = apps[bundleID] else { return }
        let others = apps.values.filter { $0.bundleID != bundleID }
        for store in stores.contents.keys {
            let goes =
                switch (row.effect, store) {
                case (.removeUserDefaults, .userDefaults(let owner)), (.removeFiles, .file(_, let owner)):
                    owner == bundleID
                case (.removePasteboardsOfLastApp, .pasteboard(_, let team?)):
                    team == app.teamID && !others.contains { $0.teamID == team }
                case (.removePasteboardsOfLastApp, .pasteboard(_, nil)): others.isEmpty
                case (.removeKeychainOfLastApp, .keychain):
                    store == keychain(for: bundleID) && !others.contains { keychain(for: $0.bundleID) == store }
                default: false
                }
            if goes { remove(store, by: .user, because: reason(row, of: event), changes: &changes) }
        }
    }

    /// Gives each team its copy of the global pasteboards, or nobody, and removes them.
    ///
    /// A pasteboard that no team takes over is told as removed, one that is copied as migrated to its new places.
    mutating func makePasteboardsPrivate(_ row: DeviceEventEffect, changes: inout [StorageChange]) {
        let reason = reason(row, of: nil)
        let teams: OrderedSet<String> =
            choices.globalPasteboards == .copiedToEachTeam ? OrderedSet(apps.values.map(\.teamID)) : []
        for (store, keys) in stores.contents {
            guard case .pasteboard(let name, nil) = store else { continue }
            if teams.isEmpty {
                remove(store, because: reason, changes: &changes)
                continue
            }
            stores[store, []] = nil
            for team in teams {
                let copy = StoreName.pasteboard(name, team: team)
                stores[copy, []] = .map(keys)
                changes += stores.leaves(in: copy).map {
                    StorageChange(.migrated, copy, $0.path, by: .operatingSystem, because: reason)
                }
            }
        }
    }

    /// Removes `store`, and tells each text that was in it.
    mutating func remove(
        _ store: StoreName,
        by agent: StorageChange.Agent = .operatingSystem,
        because reason: CodedText,
        changes: inout [StorageChange]
    ) {
        changes += stores.leaves(in: store).map {
            StorageChange(.removed, store, $0.path, by: agent, because: reason)
        }
        stores[store, []] = nil
    }

    /// Returns the reason that something went: what the row does, and what did it; in words
    /// `upgrade to iOS 10 wipes pasteboards`.
    func reason(_ row: DeviceEventEffect, of event: DeviceEvent?) -> CodedText {
        let code = row.effect.rawValue
        if let crossing = row.crossing {
            let system = "\(system.family.rawValue) \(crossing.major)"
            return CodedText(code, [.text("upgradedTo", system)], words: "upgrade to \(system) \(row.reason)")
        }
        if row.event == .appDeleted {
            let app = event?.bundleID ?? ""
            return CodedText(code, [.text("deletedApp", app)], words: "deletion of \(app) \(row.reason)")
        }
        return CodedText(code, words: row.reason)
    }
}
