public import Device
import OrderedCollections
public import Tokens
import VirtualTime

// What AccessEnabler writes in the ordinary course of a flow. Each answers with the changes, for the timeline.

extension TokenStorage {
    /// Keeps an AuthN token that the service sent, and what user metadata came with it (row K-112).
    ///
    /// Up to 1.6 it takes the place of the one token there is (row K-121); from 1.7 on, that of the same requestor's from
    /// the same MVPD (row K-118). AuthZ tokens of the same MVPD stay, answers to preauthorizations go. `mvpd` is the
    /// provider that was chosen, for a token that does not name its issuer.
    public func store(
        _ token: AuthenticationToken,
        from mvpd: String,
        userMetadata: String? = nil,
        on device: inout Device
    ) -> [StorageChange] {
        var token = StoredToken(token, deviceID: deviceID)
        token.requestorID = token.requestorID ?? requestor
        let issuer = token.msoID ?? mvpd
        token.msoID = issuer
        guard let area = area(for: issuer, on: device) else { return [] }
        let path = area.path(requestor, issuer, deviceID.hash)
        var changes = makeRoom(for: issuer, in: area, on: &device)
        var bucket = device.stores[area.store, path]?.map ?? [:]
        bucket[TokenBucket.Key.authentication] = token.value
        bucket[TokenBucket.Key.preauthorization] = nil
        bucket[TokenBucket.Key.userMetadata] = userMetadata.map { .text($0) }
        device.stores[area.store, path] = .map(bucket)
        changes.append(
            wrote(area, path + [TokenBucket.Key.authentication], .authenticationToken(from: issuer, for: requestor))
        )
        return changes
    }

    /// Keeps an AuthZ token in place of an older one of the same resource; those of others stay (row K-124).
    ///
    /// `mvpd` is the issuer of the AuthN token it was asked for with.
    public func store(
        _ token: AuthorizationToken,
        of resource: String,
        from mvpd: String,
        on device: inout Device
    ) -> [StorageChange] {
        var token = StoredToken(token, deviceID: deviceID)
        token.requestorID = token.requestorID ?? requestor
        token.msoID = token.msoID ?? mvpd
        guard let area = area(for: mvpd, on: device) else { return [] }
        let path = area.path(requestor, mvpd, deviceID.hash) + [TokenBucket.Key.authorizations, resource]
        device.stores[area.store, path] = token.value
        return [wrote(area, path, .authorizationToken(of: resource, from: mvpd, for: requestor))]
    }

    /// Keeps the provider that the user chose, and whether the last login with it succeeded.
    public func store(_ provider: StoredProvider, on device: inout Device) -> [StorageChange] {
        guard let area = area(for: nil, on: device), self.provider(on: device) != provider else { return [] }
        let path = [area.providers, requestor]
        device.stores[area.store, path] = provider.value
        return [wrote(area, path, .provider(provider.mvpd, of: requestor))]
    }

    func wrote(_ area: StorageArea, _ path: [String], _ reason: CodedText) -> StorageChange {
        StorageChange(.wrote, area.store, path, by: .accessEnabler, because: reason)
    }

    /// Removes what a new AuthN token of `issuer` leaves no room for: up to 1.6 the token of another MVPD with all that
    /// belongs to it, later those of other device ids, unless this version leaves these alone.
    private func makeRoom(for issuer: String, in area: StorageArea, on device: inout Device) -> [StorageChange] {
        let owner = requestor
        let mine = deviceID.hash
        let isForeignKept = foreignTokens == .ignored
        return remove(from: area, on: &device, by: .accessEnabler) { bucket in
            let isInTheWay =
                if let place = bucket.place {
                    !isForeignKept && place.requestor == owner && place.mvpd == issuer && place.deviceID != mine
                } else {
                    bucket.authentication?.msoID != issuer
                }
            return isInTheWay ? .replaced(by: issuer) : nil
        }
    }
}
