import ClientStack
import Device
import PassAPI
import Services
public import VirtualTime

// What the world knows, all rooms together.

extension World {
    /// What runs out, earliest first, each thing once: where several say the same, the app's word counts.
    public func deadlines() -> [Deadline] {
        var found: [Deadline] = []
        for app in apps where !app.isDeleted {
            found += app.client.deadlines(on: devices[app.device], at: now)
        }
        for device in devices { found += device.deadlines(at: now) }
        if let twin { found += twin.deadlines(at: now) }
        found += mediaTokens
        for index in found.indices { found[index].subject = found[index].subject.map(Self.resourceName) }
        var seen: Set<Deadline> = []
        let single = found.filter { deadline in
            var key = deadline
            key.holder = ""
            return seen.insert(key).inserted
        }
        return single.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    /// What one app knows to run out, earliest first.
    func deadlines(of app: Int) -> [Deadline] {
        var found = apps[app].client.deadlines(on: devices[apps[app].device], at: now)
        for index in found.indices { found[index].subject = found[index].subject.map(Self.resourceName) }
        return found.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    /// What a resource is called: the guid of an MRSS document that has one, its title if that is all, else its text.
    static func resourceName(_ resource: String) -> String {
        let document = MRSSResource(resource)
        return document.guid ?? document.canonical
    }

    /// Everything that can be said of the state of devices, apps and twin, in a fixed order.
    public func stateLines() -> [StateLine] {
        var lines: [StateLine] = []
        for device in devices { lines += device.stateLines(at: now) }
        // What apps share is told once.
        var told: Set<StateLine> = []
        for app in apps where !app.isDeleted {
            lines += app.client.stateLines(on: devices[app.device], at: now).filter { told.insert($0).inserted }
        }
        if let twin { lines += twin.stateLines(at: now) }
        return lines
    }

    /// Whether the app holds an AuthN token that has not run out, by its own knowledge or the twin's of it.
    public func isSignedOn(_ app: Int) -> Bool {
        apps[app].client.isSignedOn(on: devices[apps[app].device], at: now)
    }
}
