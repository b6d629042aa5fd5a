import Device
import OrderedCollections
import SubscriberAccount
import Tokens

extension TokenStorage {
    /// The first version with integrity checks.
    static let firstIntegrityCheck = PlatformVersion(3, 8, 3)

    /// Checks the storage as `check` says; a failure clears it, and the user is signed out.
    ///
    /// Nothing before 3.8.3.
    func checkIntegrity(_ check: IntegrityCheck, on device: inout Device) -> [StorageChange] {
        guard version >= Self.firstIntegrityCheck, let area = area(for: nil, on: device) else { return [] }
        let problem: String? =
            switch check {
            case .none: nil
            case .clear: "always"
            case .all: isOperable(area, on: &device) ? flaw(in: area, on: device) : "what is written cannot be read"
            }
        guard let problem else { return [] }
        return clear([area], on: &device, by: .integrityCheck, because: "\(check.rawValue): \(problem)")
    }

    /// Whether what is written can be read and removed.
    private func isOperable(_ area: StorageArea, on device: inout Device) -> Bool {
        let probe = ["integrity check"]
        device.stores[area.store, probe] = .text(version.description)
        let wasWritten = device.stores[area.store, probe] == .text(version.description)
        device.stores[area.store, probe] = nil
        return wasWritten && device.stores[area.store, probe] == nil
    }

    /// What is wrong with the values in `area`; nil if nothing is.
    private func flaw(in area: StorageArea, on device: Device) -> String? {
        if let root = device.stores[area.store, [area.tokens]], !isMap(root, ofMapsTo: Self.bucketDepth) {
            return "\(area.tokens) is no map of requestors, MVPDs and device ids"
        }
        for bucket in area.buckets(on: device) {
            if let flaw = flaw(in: bucket) { return flaw }
        }
        if let providers = device.stores[area.store, [area.providers]] {
            guard let map = providers.map else { return "\(area.providers) is no map" }
            for (requestor, value) in map where StoredProvider(value) == nil {
                return "the provider of \(requestor) is malformed"
            }
        }
        return nil
    }

    /// Requestors, MVPDs, device ids, and what a bucket holds: so many maps lie within each other.
    private static let bucketDepth = 4

    /// Whether `value` is a map, and its values too, and so on, `depth` deep.
    private func isMap(_ value: StoredValue, ofMapsTo depth: Int) -> Bool {
        guard depth > 0 else { return true }
        guard let map = value.map else { return false }
        return map.values.allSatisfy { isMap($0, ofMapsTo: depth - 1) }
    }

    private func flaw(in bucket: TokenBucket) -> String? {
        let place = bucket.place.map { "\($0.requestor) \($0.mvpd)" } ?? ""
        if let value = bucket.value[TokenBucket.Key.authentication] {
            guard let stored = StoredToken(value), let token = try? AuthenticationToken(parsing: stored.text),
                token.expiry == stored.expiry
            else { return "AuthN token of \(place) is malformed" }
        }
        guard let tokens = bucket.value[TokenBucket.Key.authorizations] else { return nil }
        guard let map = tokens.map else { return "AuthZ tokens of \(place) are no map" }
        for (resource, value) in map {
            guard let stored = StoredToken(value), let token = try? AuthorizationToken(parsing: stored.text),
                token.expiry == stored.expiry
            else { return "AuthZ token \(resource) of \(place) is malformed" }
        }
        return nil
    }
}
