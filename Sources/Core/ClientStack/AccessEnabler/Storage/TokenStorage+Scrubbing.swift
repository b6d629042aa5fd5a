import Device
import SubscriberAccount
import VirtualTime

extension TokenStorage {
    /// The scrubber: removes tokens whose device id is no longer the device's (rows K-144 to K-146).
    ///
    /// Up to 1.8 any device id but its own counts as such, and 1.8 erases everything on a clash. Later versions keep what
    /// another app of the team may still use; but an id that was computed from what all apps see alike can be checked, and
    /// if the device has another by now, nobody can use its tokens.
    func scrub(on device: inout Device) -> [StorageChange] {
        let conduct = foreignTokens
        guard conduct != .used, let area = area(for: nil, on: device) else { return [] }
        if conduct == .erased {
            guard let clash = area.buckets(on: device).first(where: { isForeign($0) }) else { return [] }
            var reason = reason(against: clash, on: device)
            reason.values.append(.text("sdkThatErasesAll", version.description))
            reason.words += "; SDK \(version) erases everything then"
            return clear([area], on: &device, by: .scrubber, because: reason)
        }
        let before = device
        return remove(from: area, on: &device, by: .scrubber) { bucket in
            guard isForeign(bucket), conduct != .ignored || isGone(bucket, from: before) else { return nil }
            return reason(against: bucket, on: before)
        }
    }

    private func isForeign(_ bucket: TokenBucket) -> Bool { bucket.deviceHash != deviceID.hash }

    /// Checks whether no app on `device` can compute the device id of `bucket` any more, as far as one app can know.
    private func isGone(_ bucket: TokenBucket, from device: Device) -> Bool {
        guard let id = bucket.deviceID else { return false }
        return switch id.basis {
        case .wifiAddress, .advertisingIdentifier:
            DeviceID(id.basis, of: device.identifier(id.basis, for: bundleID)).hash != id.hash
        case .identifierForVendor: false
        }
    }

    private func reason(against bucket: TokenBucket, on device: Device) -> CodedText {
        let new = deviceID.basis.rawValue
        guard let old = bucket.deviceID?.basis, old != deviceID.basis else {
            return CodedText("otherDeviceID", [.text("basis", new)], words: "token of another device id (\(new))")
        }
        return CodedText(
            "deviceIDChanged",
            [.text("from", old.rawValue), .text("to", new), .text("system", "\(device.system)")],
            words: "device id changed from \(old.rawValue) to \(new) with \(device.system)"
        )
    }
}
