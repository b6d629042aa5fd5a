import ClientStack
import Device
import Documents
import SubscriberAccount
import VirtualTime

extension DeviceSetup {
    /// The keys of a device.
    static let keys = ["system", "clock", "account", "assumptions", "apps"]

    /// The device that an entry of `devices` says.
    init(reading entry: FileNode.Entry) throws(Problem) {
        try AppName.check(deviceName: entry.key, at: entry.place)
        let map = try MapReader(entry.value, "the device \(entry.key)", keys: Self.keys)
        self.init(name: entry.key, system: try map.required("system").system())
        clockOffset = try map.optional("clock", FileNode.signedDuration) ?? .zero
        account = try map["account"].map { node throws(Problem) in try Account(reading: node) }
        if let assumptions = map["assumptions"] {
            self.assumptions = try assumptions.settings("\"assumptions\"", DeviceOptions.table)
        }
        guard let apps = map["apps"] else { return }
        for app in try apps.named("\"apps\"") {
            self.apps.append(try AppSetup(reading: app.value, bundleID: app.key, at: app.place))
        }
    }
}

extension DeviceSetup.Account {
    /// The keys of a TV provider account, in a device and in a step.
    static let keys = ["provider", "user", "lifetime"]

    /// The TV provider account that a mapping says.
    init(reading node: FileNode) throws(Problem) {
        let map = try MapReader(node, "a TV provider account", keys: Self.keys)
        self.init(
            provider: try map.required("provider").text("\"provider\""),
            user: try map.required("user").text("\"user\""),
            lifetime: try map.optional("lifetime", FileNode.duration)
        )
    }
}

extension AppSetup {
    /// The keys of an app in a device; in the step `install app` its bundle id stands there too, as `id`.
    static let keys = schemas.map(\.key)

    /// The keys that an app has to have.
    static let requiredKeys = ["team", "requestor"]

    /// The form of what stands behind each key.
    static let schemas: [(key: String, form: StepSchema)] =
        [("team", .reference("text")), ("requestor", .reference("text"))] + AppKind.schemas
        + [("permission", .words(["allowed", "denied"])), ("options", .reference("options"))]

    /// The app that a mapping says.
    init(reading node: FileNode, bundleID: String, at place: Place, keys: [String] = keys) throws(Problem) {
        try AppName.check(bundleID: bundleID, at: place)
        let map = try MapReader(node, "the app \(bundleID)", keys: keys)
        self.init(
            bundleID: bundleID,
            teamID: try map.required("team").text("\"team\""),
            requestor: try map.required("requestor").text("\"requestor\""),
            kind: try AppKind(reading: map)
        )
        permission = try map["permission"]?.choice("\"permission\"", [("allowed", true), ("denied", false)])
        if let options = map["options"] { self.options = try kind.settings(options) }
    }
}

extension FileNode {
    /// A system and its version: `iOS 6.1`.
    fileprivate func system() throws(Problem) -> OperatingSystem {
        let words = try text("\"system\"").split(separator: " ")
        guard words.count == 2 else { throw wrong("\"system\"", "a system and its version, like tvOS 15.1") }
        let family = FileNode(.text(String(words[0])), at: place)
        let version = FileNode(.text(String(words[1])), at: place)
        return OperatingSystem(try family.choice("the system"), try version.version("the system's version"))
    }

    /// Decisions out of `table`.
    func settings<Root>(_ what: String, _ table: OptionTable<Root>) throws(Problem) -> [OptionSetting] {
        var settings: [OptionSetting] = []
        for entry in try named(what) {
            guard let option = table.option(named: entry.key) else {
                throw .unknown("option in \(what)", entry.key, at: entry.place, known: table.options.map(\.name))
            }
            // Unlike a list's, an option's text may be empty.
            let value: String
            if case .text(let text) = entry.value.content {
                value = text
            } else {
                value = try entry.value.texts("\"\(entry.key)\"").joined(separator: ", ")
            }
            guard option.accepts(value) else {
                throw Problem(
                    entry.value.place,
                    "\"\(entry.key)\" cannot be \"\(value.shortened)\"",
                    option.values.hint(for: value)
                )
            }
            settings.append(OptionSetting(entry.key, value))
        }
        return settings
    }
}

extension OptionValues {
    /// Returns what to write instead of `found`.
    func hint(for found: String) -> String? {
        switch self {
        case .words(let words): NearestWord.hint(for: found, among: words)
        case .yesOrNo: "write yes or no"
        case .duration: "write a duration like 30d, 1h30m or 250ms"
        case .count(orNone: true): "write a whole number, or none"
        case .count(orNone: false): "write a whole number"
        case .forms(let examples): "write for example " + examples.joined(separator: ", or ")
        case .text: nil
        }
    }
}

extension AppName {
    /// The app that a text names: `phone/com.kite.tv`, `com.kite.tv`, `phone`; `/kite` for a bundle id without a point.
    init(reading node: FileNode) throws(Problem) {
        let text = try node.text("an app")
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            self.init(device: parts[0].isEmpty ? nil : String(parts[0]), bundleID: String(parts[1]))
        } else if text.contains(".") {
            self.init(bundleID: text)
        } else {
            self.init(device: text, bundleID: nil)
        }
        if let device { try Self.check(deviceName: device, at: node.place) }
        if let bundleID { try Self.check(bundleID: bundleID, at: node.place) }
    }

    /// The name as ``init(reading:)`` reads it.
    var text: String {
        switch (device, bundleID) {
        case (let device?, let bundleID?): "\(device)/\(bundleID)"
        case (let device?, nil): device
        case (nil, let bundleID?): bundleID.contains(".") ? bundleID : "/\(bundleID)"
        case (nil, nil): ""
        }
    }

    static func check(deviceName name: String, at place: Place) throws(Problem) {
        guard (1...200).contains(name.utf8.count), name.utf8.allSatisfy({ isOfName($0) && $0 != UInt8(ascii: ".") })
        else {
            throw Problem(
                place,
                "\"\(name.shortened)\" is not a device name",
                "letters, digits, - and _ make one: living-room"
            )
        }
    }

    static func check(bundleID: String, at place: Place) throws(Problem) {
        guard (1...200).contains(bundleID.utf8.count), bundleID.utf8.allSatisfy(isOfName) else {
            throw Problem(
                place,
                "\"\(bundleID.shortened)\" is not a bundle id",
                "letters, digits, points and hyphens make one: com.kite.tv"
            )
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_.".utf8.contains(byte) }
}
