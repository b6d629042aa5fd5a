import Device
import OrderedCollections
import SubscriberAccount
import VirtualTime

// How tokens outlive a change of storage: the importer (1.7) and the migration (3.7.0). Old areas stay as they are, since
// older apps use them on.

extension TokenStorage {
    /// Takes over the current requestor's AuthN token from an older area, if it has no valid one here.
    ///
    /// Source: access-enabler.md §9, rows K-140 to K-143. It never writes over a valid token. AuthZ tokens are not taken
    /// over; the sources speak of AuthN tokens only.
    func importToken(on device: inout Device, at wall: Instant) -> [StorageChange] {
        let sources = importedAreas(on: device)
        guard !sources.isEmpty, authentication(on: device, at: wall) == nil else { return [] }
        for source in sources {
            let tokens = source.buckets(on: device).compactMap(\.authentication).filter { isUsable($0, at: wall) }
            guard let token = tokens.first(where: { $0.requestorID == requestor }) ?? tokens.first,
                let issuer = token.msoID, let area = area(for: issuer, on: device)
            else { continue }
            let reason = CodedText(
                "noValidToken",
                [.text("requestor", requestor)] + source.store.values(prefix: "from"),
                words: "\(requestor) has no valid AuthN token here; taken over from \(source.store.title)"
            )
            let path = area.path(requestor, issuer, token.deviceID.hash) + [TokenBucket.Key.authentication]
            device.stores[area.store, path] = token.value
            var changes = [StorageChange(.migrated, area.store, path, by: .importer, because: reason)]
            let chosen = [area.providers, requestor]
            if device.stores[area.store, chosen] == nil {
                device.stores[area.store, chosen] = StoredProvider(mvpd: issuer, canAuthenticate: true).value
                changes.append(StorageChange(.wrote, area.store, chosen, by: .importer, because: reason))
            }
            return changes
        }
        return []
    }

    /// Takes over everything from the keychain of before 3.7.0, once for each app, without writing over anything.
    ///
    /// Source: access-enabler.md §9. Once only: later tokens of older versions are not seen any more, nor does what was
    /// deleted since come back.
    func migrate(on device: inout Device) -> [StorageChange] {
        guard era == .keychain370, let new = StorageArea.main(of: .keychain370, for: bundleID, on: device),
            let old = StorageArea.main(of: .keychain, for: bundleID, on: device)
        else { return [] }
        let marker = ["migrated to 3.7.0", bundleID]
        guard device.stores[new.store, marker] == nil else { return [] }
        device.stores[new.store, marker] = .text(version.description)
        var changes: [StorageChange] = []
        for bucket in old.buckets(on: device) {
            let path = [new.tokens] + bucket.path.dropFirst()
            guard device.stores[new.store, path] == nil else { continue }
            device.stores[new.store, path] = bucket.value
            changes += bucket.contents.map { migrated(new.store, [new.tokens] + $0.dropFirst()) }
        }
        for (requestor, provider) in device.stores[old.store, [old.providers]]?.map ?? [:] {
            let path = [new.providers, requestor]
            guard device.stores[new.store, path] == nil else { continue }
            device.stores[new.store, path] = provider
            changes.append(migrated(new.store, path))
        }
        return changes
    }

    private func migrated(_ store: StoreName, _ path: [String]) -> StorageChange {
        let reason = CodedText(
            "anotherFormat",
            [.text("sdk", version.description)],
            words: "SDK \(version) keeps another format"
        )
        return StorageChange(.migrated, store, path, by: .migration, because: reason)
    }
}
