public import Device
import OrderedCollections
import Tokens
public import VirtualTime

// What runs out, and what is there, for whoever travels in time or looks.

extension TokenStorage {
    /// The ends of the tokens that the current requestor uses, in true time: its AuthN tokens, one of another requestor
    /// that signs it on, and its AuthZ tokens by resource.
    ///
    /// A token ends when the device's wall clock shows its end, so a clock that is ahead brings the end forward.
    public func expirations(on device: Device, at now: Instant) -> [Expiration] {
        let source = "app \(bundleID)"
        var expirations: [Expiration] = []
        func add(_ kind: HoldingKind, _ subject: String, _ token: StoredToken) {
            guard let expiry = token.expiry, isOfThisDevice(token) else { return }
            let expiration = Expiration(kind, subject, at: firstInstantWithout(expiry, on: device), source: source)
            if !expirations.contains(expiration) { expirations.append(expiration) }
        }
        if let token = authentication(on: device, at: device.clock.wallTime(at: now)) {
            add(.authenticationToken, token.requestorID ?? requestor, token)
        }
        for area in areas(on: device) {
            for bucket in area.buckets(on: device) where (bucket.place?.requestor ?? requestor) == requestor {
                if let token = bucket.authentication {
                    add(.authenticationToken, token.requestorID ?? requestor, token)
                }
                for (resource, token) in bucket.authorizations where token.requestorID == requestor {
                    add(.authorizationToken, resource, token)
                }
            }
        }
        return expirations
    }

    /// The first instant of true time at which the wall clock shows that a token which ends at `expiry` is over.
    private func firstInstantWithout(_ expiry: Instant, on device: Device) -> Instant {
        firstInstantWithout(expiry) - device.clock.offset
    }

    /// The first instant of the wall clock at which a token which ends at `expiry` is over.
    private func firstInstantWithout(_ expiry: Instant) -> Instant {
        switch options.boundary {
        case .exclusive: expiry
        case .inclusive: expiry + .nanoseconds(1)
        }
    }

    /// All tokens and providers that are kept where this app keeps its own, other requestors' and other apps' too.
    ///
    /// Each says in which store it lies, and whether it was kept under this app's device id.
    public func stateEntries(on device: Device, at now: Instant) -> [StateEntry] {
        let source = StateEntry.Source.device(device.name)
        let wallTime = device.clock.wallTime(at: now)
        var entries: [StateEntry] = []
        for area in areas(on: device) {
            let store = area.store.values()
            for bucket in area.buckets(on: device) {
                func add(_ kind: String, _ token: StoredToken, resource: String? = nil) {
                    let requestor = bucket.place?.requestor ?? token.requestorID
                    let mvpd = bucket.place?.mvpd ?? token.msoID
                    let facts: [EventValue?] = [
                        .code("kind", kind), requestor.map { .text("requestor", $0) }, mvpd.map { .text("mvpd", $0) },
                        resource.map { .text("resource", $0) },
                    ]
                    let isExpired = token.expiry.map { firstInstantWithout($0) <= wallTime } ?? false
                    let end = EventValue.expiration(token.expiry, isExpired: isExpired)
                    let owner = EventValue.truth("isOfThisDevice", token.deviceID.hash == deviceID.hash)
                    entries.append(StateEntry(source, .token, store + facts.compactMap(\.self) + end + [owner]))
                }
                if let token = bucket.authentication { add("authn", token) }
                for (resource, token) in bucket.authorizations { add("authz", token, resource: resource) }
            }
            for (requestor, value) in device.stores[area.store, [area.providers]]?.map ?? [:] {
                guard let provider = StoredProvider(value) else { continue }
                let values: [EventValue] = [
                    .text("requestor", requestor), .text("mvpd", provider.mvpd),
                    .truth("canAuthenticate", provider.canAuthenticate),
                ]
                entries.append(StateEntry(source, .provider, store + values))
            }
        }
        return entries
    }
}
