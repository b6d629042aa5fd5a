import Device
import SubscriberAccount

extension TokenStorage {
    /// The scrubber: removes tokens whose device id is no longer the device's (rows K-144 to K-146).
    ///
    /// Up to 1.8 any device id but its own counts as such, and 1.8 erases everything on a clash. Later versions keep what
    /// another app of the team may still use; but an id that was computed from what all apps see alike can be checked, and
    /// if the device has another by now, nobody can use its tokens.
    func scrub(on device: inout Device) -> [StorageChange] {
        let conduct = foreignTokens
        guard conduct != .used, let area = area(for: nil, on: device) else { return [] }
        let buckets = area.buckets(on: device)
        var stale: [DeviceID] = []
        for id in buckets.compactMap(\.deviceID) where id.hash != deviceID.hash && !stale.contains(id) {
            if conduct != .ignored || isGone(id, from: device) { stale.append(id) }
        }
        guard let first = stale.first else { return [] }
        if conduct == .erased {
            let reason = "\(reason(against: first, on: device)); SDK \(version) erases everything then"
            return clear([area], on: &device, by: .scrubber, because: reason)
        }
        return stale.flatMap { id in
            remove(from: area, on: &device, by: .scrubber, because: reason(against: id, on: device)) { bucket in
                bucket.deviceID == id
            }
        }
    }

    /// Whether no app on `device` can compute `id` any more, as far as one app can know.
    private func isGone(_ id: DeviceID, from device: Device) -> Bool {
        switch id.basis {
        case .wifiAddress, .advertisingIdentifier:
            DeviceID(id.basis, of: device.identifier(id.basis, for: bundleID)).hash != id.hash
        case .identifierForVendor: false
        }
    }

    private func reason(against id: DeviceID, on device: Device) -> String {
        id.basis == deviceID.basis
            ? "token of another device id (from another \(id.basis.rawValue))"
            : "device id changed from \(id.basis.rawValue) to \(deviceID.basis.rawValue) with \(device.system)"
    }
}
