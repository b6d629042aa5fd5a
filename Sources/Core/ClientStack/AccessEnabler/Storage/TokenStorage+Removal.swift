public import Device
import OrderedCollections
public import VirtualTime

// What AccessEnabler removes: everything at logout, little at a cancel.

extension TokenStorage {
    /// Removes everything, of all requestors and MVPDs: a logout (row K-138).
    ///
    /// Older areas that the importer reads are emptied too, or the next `setRequestor` would undo the logout. The keychain
    /// of before 3.7.0 is not: that is why a downgrade finds deleted tokens again (access-enabler.md §9).
    public func clear(on device: inout Device, because reason: CodedText = .logout) -> [StorageChange] {
        clear(areas(on: device) + importedAreas(on: device), on: &device, by: .accessEnabler, because: reason)
    }

    /// Removes what the current requestor has from its current MVPD and nothing else: a cancel (row K-139).
    ///
    /// `mvpd` is that MVPD; nil for the one remembered.
    func dropProvider(
        _ mvpd: String? = nil,
        on device: inout Device,
        because reason: CodedText = .cancelled
    ) -> [StorageChange] {
        let remembered = provider(on: device)?.mvpd
        guard let mvpd = mvpd ?? remembered else { return [] }
        var changes = drop(on: &device, because: reason) { bucket in
            if let place = bucket.place { return place.requestor == requestor && place.mvpd == mvpd }
            guard let token = bucket.authentication, token.msoID == mvpd else { return false }
            // Up to 1.6 the one token is everybody's; later versions leave others' alone in the area of 1.6.
            return era == .singleToken || token.requestorID == requestor
        }
        if remembered == mvpd { changes += forgetProvider(on: &device, because: reason) }
        return changes
    }

    /// Removes the current requestor's tokens, and any other that would sign it on: the service asked for it by
    /// `pendingLogout` (access-enabler.md §14.4), or said that the device id does not match (SEC412).
    func dropRequestor(
        on device: inout Device,
        at wall: Instant,
        because reason: CodedText = .pendingLogout(nil)
    ) -> [StorageChange] {
        drop(on: &device, because: reason) { bucket in
            if let place = bucket.place, place.requestor == requestor { return true }
            guard let token = bucket.authentication else { return false }
            return isUsable(token, at: wall) || bucket.place == nil && token.requestorID == requestor
        } + forgetProvider(on: &device, because: reason)
    }

    private func forgetProvider(on device: inout Device, because reason: CodedText) -> [StorageChange] {
        guard let area = area(for: nil, on: device) else { return [] }
        let path = [area.providers, requestor]
        guard device.stores[area.store, path] != nil else { return [] }
        device.stores[area.store, path] = nil
        return [StorageChange(.removed, area.store, path, by: .accessEnabler, because: reason)]
    }

    /// Removes the buckets that are `unwanted`, here and where the importer would fetch them from.
    private func drop(
        on device: inout Device,
        because reason: CodedText,
        where isUnwanted: (TokenBucket) -> Bool
    ) -> [StorageChange] {
        var changes: [StorageChange] = []
        for area in areas(on: device) + importedAreas(on: device) {
            changes += remove(from: area, on: &device, by: .accessEnabler) { bucket in
                let isMine = foreignTokens != .ignored || bucket.deviceHash == deviceID.hash
                return isMine && isUnwanted(bucket) ? reason : nil
            }
        }
        return changes
    }
}

// MARK: Tools of all that removes

extension TokenStorage {
    /// Removes the buckets of `area` for which there is a reason, and tells each thing in them.
    func remove(
        from area: StorageArea,
        on device: inout Device,
        by agent: StorageChange.Agent,
        because reason: (TokenBucket) -> CodedText?
    ) -> [StorageChange] {
        var changes: [StorageChange] = []
        for bucket in area.buckets(on: device) {
            guard let reason = reason(bucket) else { continue }
            device.stores[area.store, bucket.path] = nil
            changes += bucket.contents.map { StorageChange(.removed, area.store, $0, by: agent, because: reason) }
        }
        return changes
    }

    /// Removes all that AccessEnabler keeps in `areas`, whatever its form, and tells each thing in them.
    func clear(
        _ areas: [StorageArea],
        on device: inout Device,
        by agent: StorageChange.Agent,
        because reason: CodedText
    ) -> [StorageChange] {
        var changes: [StorageChange] = []
        for area in areas {
            var paths = area.buckets(on: device).flatMap(\.contents)
            if paths.isEmpty, device.stores[area.store, [area.tokens]] != nil { paths = [[area.tokens]] }
            if let providers = device.stores[area.store, [area.providers]] {
                paths += providers.map?.keys.map { [area.providers, $0] } ?? [[area.providers]]
            }
            device.stores[area.store, [area.tokens]] = nil
            device.stores[area.store, [area.providers]] = nil
            changes += paths.map { StorageChange(.removed, area.store, $0, by: agent, because: reason) }
        }
        return changes
    }

    /// The older areas that the importer reads, the latest first.
    func importedAreas(on device: Device) -> [StorageArea] {
        era.imported.flatMap { StorageArea.areas(of: $0, for: bundleID, on: device) }
    }
}
