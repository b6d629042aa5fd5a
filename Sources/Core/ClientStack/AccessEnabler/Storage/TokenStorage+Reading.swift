public import Device
import OrderedCollections
import Tokens
public import VirtualTime

// What the storage holds that may be used. `wall` is what the device's wall clock shows: a wrong date makes tokens end
// early or late (rows K-113, K-129, K-130).

extension TokenStorage {
    /// The AuthN token that signs the current requestor on; nil if none is usable.
    ///
    /// Its own of the provider chosen last comes first, then its own of other providers, then those that other
    /// requestors got from an MVPD it allows too, unless that MVPD's are good per requestor (row K-127).
    public func authentication(on device: Device, at wall: Instant) -> StoredToken? {
        if let chosen = provider(on: device)?.mvpd, let token = authentication(of: chosen, on: device, at: wall) {
            return token
        }
        return firstAuthentication(on: device, at: wall)
    }

    /// The usable AuthN token that the current requestor got from `mvpd` itself; nil if there is none.
    public func authentication(of mvpd: String, on device: Device, at wall: Instant) -> StoredToken? {
        guard let token = StoredToken(bucket(of: mvpd, on: device)?[TokenBucket.Key.authentication]),
            token.msoID == mvpd, isUsable(token, at: wall)
        else { return nil }
        return token
    }

    /// A token of another requestor from an MVPD whose tokens are good per requestor: passive authentication can make one
    /// for the current requestor of it (row K-119); nil if there is none, or before 1.7.
    func passiveAuthenticationSource(on device: Device, at wall: Instant) -> StoredToken? {
        guard era != .singleToken, let area = area(for: nil, on: device) else { return nil }
        for bucket in area.buckets(on: device) where bucket.place?.requestor != requestor {
            guard let token = bucket.authentication, let issuer = token.msoID, perRequestor.contains(issuer) else {
                continue
            }
            if allowed.contains(issuer), isOfThisDevice(token), token.isValid(at: wall, boundary: options.boundary) {
                return token
            }
        }
        return nil
    }

    /// The usable AuthZ token of `resource`; nil if there is none.
    ///
    /// `mvpd` is the issuer of the AuthN token in use.
    public func authorization(
        of resource: String,
        from mvpd: String,
        on device: Device,
        at wall: Instant
    ) -> StoredToken? {
        guard let value = bucket(of: mvpd, on: device)?[TokenBucket.Key.authorizations]?[resource],
            let token = StoredToken(value), token.msoID == mvpd, token.requestorID == requestor
        else { return nil }
        return isUsable(token, at: wall) ? token : nil
    }

    /// The text of the user metadata that came with the AuthN token from `mvpd`; nil if none did.
    public func userMetadata(from mvpd: String, on device: Device) -> String? {
        bucket(of: mvpd, on: device)?[TokenBucket.Key.userMetadata]?.text
    }

    /// The provider that the user of the current requestor chose last; nil if none, or since a logout.
    public func provider(on device: Device) -> StoredProvider? {
        guard let area = area(for: nil, on: device) else { return nil }
        return StoredProvider(device.stores.contents[area.store]?[area.providers]?[requestor])
    }
}

// MARK: Validity

extension TokenStorage {
    /// Checks whether `token` may be used for the current requestor: it has not expired by the device's wall clock, its
    /// issuer is among those allowed, and it is of this device (rows K-130, K-145).
    ///
    /// Where the issuer's tokens are good per requestor it must be the current requestor's (tokens.md §7).
    func isUsable(_ token: StoredToken, at wall: Instant) -> Bool {
        guard let issuer = token.msoID, allowed.contains(issuer), isOfThisDevice(token) else { return false }
        return token.isUsable(
            at: wall,
            allowing: [issuer],
            requestor: perRequestor.contains(issuer) ? requestor : nil,
            boundary: options.boundary
        )
    }

    /// Checks whether it was obtained under this device id, if this version looks at that at all.
    func isOfThisDevice(_ token: StoredToken) -> Bool {
        foreignTokens == .used || token.deviceID.hash == deviceID.hash
    }

    /// The first usable AuthN token, the current requestor's own first.
    private func firstAuthentication(on device: Device, at wall: Instant) -> StoredToken? {
        var others: StoredToken?
        for area in areas(on: device) {
            guard let root = device.stores.contents[area.store]?[area.tokens] else { continue }
            if area.isSingle {
                guard let token = usable(root, at: wall) else { continue }
                if token.requestorID == requestor { return token }
                others = others ?? token
                continue
            }
            for (owner, providers) in root.map ?? [:] where owner == requestor || others == nil {
                for (mvpd, devices) in providers.map ?? [:] where allowed.contains(mvpd) {
                    for case let token? in (devices.map ?? [:]).values.lazy.map({ usable($0, at: wall) }) {
                        if owner == requestor { return token }
                        others = others ?? token
                    }
                }
            }
        }
        return others
    }

    /// The AuthN token in the bucket `value`, if it may be used.
    private func usable(_ value: StoredValue, at wall: Instant) -> StoredToken? {
        guard let token = StoredToken(value[TokenBucket.Key.authentication]), isUsable(token, at: wall) else {
            return nil
        }
        return token
    }
}
