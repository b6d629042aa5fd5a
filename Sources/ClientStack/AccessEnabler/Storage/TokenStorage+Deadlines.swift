public import Device
import OrderedCollections
import Tokens
public import VirtualTime

// What runs out, and what is there, for whoever travels in time or looks.

extension TokenStorage {
    /// The ends of the tokens that the current requestor uses, in true time: its AuthN tokens, one of another requestor that
    /// signs it on, and its AuthZ tokens by resource.
    ///
    /// A token ends when the device's wall clock shows its end, so a clock that is ahead brings the end forward.
    public func deadlines(on device: Device, at now: Instant) -> [Deadline] {
        let holder = "app \(bundleID)"
        var deadlines: [Deadline] = []
        func add(_ kind: Deadline.Kind, _ subject: String, _ token: StoredToken) {
            guard let expiry = token.expiry, isOfThisDevice(token) else { return }
            let deadline = Deadline(kind, subject, at: firstInstantWithout(expiry, on: device), holder: holder)
            if !deadlines.contains(deadline) { deadlines.append(deadline) }
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
        return deadlines
    }

    /// The first instant of true time at which the wall clock shows that a token which ends at `expiry` is over.
    private func firstInstantWithout(_ expiry: Instant, on device: Device) -> Instant {
        let instant = expiry - device.clock.offset
        return switch options.boundary {
        case .exclusive: instant
        case .inclusive: instant + .nanoseconds(1)
        }
    }

    /// All that is kept where this app keeps its tokens, other requestors' and other apps' too.
    ///
    /// `pasteboard "com.adobe.pass" of team A: authn KITETV Meadowlark: expires 2026-01-31T16:00:00Z`
    public func stateLines(on device: Device) -> [StateLine] {
        var lines: [StateLine] = []
        for area in areas(on: device) {
            let subject = area.store.title
            for bucket in area.buckets(on: device) {
                func add(_ name: String, _ token: StoredToken) {
                    let end = token.expiry.map { "expires \($0)" } ?? "does not say when it expires"
                    let isOwn = token.deviceID.hash == deviceID.hash
                    lines.append(StateLine(subject, name, isOwn ? end : end + ", of another device id"))
                }
                let place = bucket.place.map { "\($0.requestor) \($0.mvpd)" }
                if let token = bucket.authentication { add("authn " + (place ?? Self.place(of: token)), token) }
                for (resource, token) in bucket.authorizations {
                    add("authz " + (place ?? Self.place(of: token)) + " " + resource, token)
                }
            }
            for (requestor, value) in device.stores[area.store, [area.providers]]?.map ?? [:] {
                guard let provider = StoredProvider(value) else { continue }
                let value = provider.mvpd + (provider.canAuthenticate ? "" : ", last login failed")
                lines.append(StateLine(subject, "provider \(requestor)", value))
            }
        }
        return lines
    }

    private static func place(of token: StoredToken) -> String { "\(token.requestorID ?? "?") \(token.msoID ?? "?")" }
}
