import ClientStack
import Device
import PassAPI
import Services
public import VirtualTime

// What the world knows, all rooms together.

extension World {
    /// Returns the expirations, earliest first, each thing once: where several state the same, the app's word counts.
    public func expirations() -> [Expiration] { expirations(after: now) }

    /// The same as it is known at `instant`: a thing that runs out this very moment is told of a nanosecond before.
    func expirations(after instant: Instant) -> [Expiration] {
        // With the device each is told of: two devices may hold what ends at the same instant.
        var found: [(expiration: Expiration, device: String?)] = []
        for app in apps where !app.isDeleted {
            let device = devices[app.device]
            found += app.client.expirations(on: device, at: instant).map { ($0, device.name) }
        }
        for device in devices { found += device.expirations(at: instant).map { ($0, device.name) } }
        found += backend.service.expirations(at: instant).map { ($0, nil) }
        var seen: Set<Expiration> = []
        var single: [Expiration] = []
        for (expiration, device) in found {
            var named = expiration
            named.subject = expiration.subject.map(Self.resourceName)
            var key = named
            key.source = ""
            let isNew = seen.insert(key).inserted
            if let device {
                key.source = device
                if !seen.insert(key).inserted { continue }
            } else if !isNew {
                continue
            }
            single.append(named)
        }
        return single.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    /// Returns the expirations that one app knows, earliest first.
    func expirations(of app: Int, after instant: Instant? = nil) -> [Expiration] {
        var found = apps[app].client.expirations(on: devices[apps[app].device], at: instant ?? now)
        for index in found.indices { found[index].subject = found[index].subject.map(Self.resourceName) }
        return found.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    /// Returns the name of a resource: the guid of an MRSS document that has one, its title if that is all, else its
    /// text.
    static func resourceName(_ resource: String) -> String {
        let document = MRSSResource(resource)
        return document.guid ?? document.canonical
    }

    /// Everything that holds on devices, in apps and in the service, in a fixed order.
    public func stateEntries() -> [StateEntry] {
        var entries: [StateEntry] = []
        for device in devices { entries += device.stateEntries(at: now) }
        // What apps share appears once.
        var known: Set<StateEntry> = []
        for app in apps where !app.isDeleted {
            var own = app.client.stateEntries(on: devices[app.device], at: now)
            // A client of the REST API does not know under which id it is installed.
            for index in own.indices {
                if case .app = own[index].source { own[index].source = .app(app.bundleID) }
            }
            entries += own.filter { known.insert($0).inserted }
        }
        return entries + (backend.service.simulated?.stateEntries(at: now) ?? [])
    }

    /// Returns true if the app holds an AuthN token that has not expired, or has a profile.
    ///
    /// A client of the REST API holds none itself: it knows only what it learned last, so the service is asked too.
    public func isSignedIn(_ app: Int) -> Bool {
        let device = devices[apps[app].device]
        guard apps[app].client.isSignedIn(on: device, at: now) else { return false }
        let wall = device.clock.wallTime(at: now)
        guard let session = apps[app].client.holderAtService(at: wall), let service = backend.service.simulated else {
            return true
        }
        guard let mvpd = session.mvpd else {
            return service.isSignedIn(session.requestor, on: session.deviceID, at: now)
        }
        return service.mayWatch(
            session.requestor,
            with: mvpd,
            on: session.deviceID,
            bringing: session.userHeaders,
            at: now
        )
    }
}
