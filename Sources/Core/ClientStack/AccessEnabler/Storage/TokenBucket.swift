import Device
import OrderedCollections

/// The content of one place for tokens: an AuthN token, AuthZ tokens, and what lives with them.
///
/// From 1.7 on there is one for each requestor, MVPD and device id. The sources speak of requestor and MVPD only; the
/// device id is added because from 1.10 on two apps of a team with different device ids both stay signed in
/// (access-enabler.md §11).
struct TokenBucket {
    /// Its owner; nil in the area of a single token, where only the tokens show it.
    var place: (requestor: String, mvpd: String, deviceID: String)?
    /// The keys that lead to it.
    var path: [String]
    /// Its content.
    var value: StoredValue

    /// The keys inside a bucket.
    enum Key {
        static let authentication = "authn"
        static let authorizations = "authz"
        static let preauthorization = "preauthorization"
        static let userMetadata = "user metadata"
    }

    /// Its AuthN token.
    var authentication: StoredToken? { StoredToken(value[Key.authentication]) }

    /// Its AuthZ tokens by resource, in the order in which the resources were first authorized.
    var authorizations: [(resource: String, token: StoredToken)] {
        (value[Key.authorizations]?.map ?? [:]).compactMap { resource, value in
            StoredToken(value).map { (resource, $0) }
        }
    }

    /// The device id of the tokens in it; nil if there are none.
    var deviceID: DeviceID? { authentication?.deviceID ?? authorizations.first?.token.deviceID }

    /// The hash of the device id it belongs to; nil if nothing tells.
    var deviceHash: String? { place?.deviceID ?? deviceID?.hash }

    /// The keys that lead to each thing in it, for a timeline.
    var contents: [[String]] {
        (value.map ?? [:]).flatMap { key, value in
            guard key == Key.authorizations, let resources = value.map else { return [path + [key]] }
            return resources.keys.map { path + [key, $0] }
        }
    }
}

extension StorageArea {
    /// All buckets in it, in the order they were first written.
    ///
    /// What is no bucket is passed over.
    func buckets(on device: Device) -> [TokenBucket] {
        guard let root = device.stores[store, [tokens]] else { return [] }
        if isSingle { return [TokenBucket(place: nil, path: [tokens], value: root)] }
        var buckets: [TokenBucket] = []
        for (requestor, providers) in root.map ?? [:] {
            for (mvpd, devices) in providers.map ?? [:] {
                for (deviceID, value) in devices.map ?? [:] where value.map != nil {
                    let path = path(requestor, mvpd, deviceID)
                    buckets.append(TokenBucket(place: (requestor, mvpd, deviceID), path: path, value: value))
                }
            }
        }
        return buckets
    }
}
