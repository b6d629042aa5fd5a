import SubscriberAccount
public import VirtualTime

/// The stores of a device.
public enum StoreName: Hashable, Sendable {
    /// A named, persistent pasteboard; without a team it is the global one of iOS 6 and older.
    case pasteboard(String, team: String?)
    /// The user defaults of an app.
    case userDefaults(bundleID: String)
    /// The keychain items of an access group, which apps of one team may share.
    case keychain(accessGroup: String)
    /// A private file of an app.
    case file(String, bundleID: String)
}

extension StoreName {
    /// Its name for people: `pasteboard "com.adobe.pass" of team ABC`.
    public var title: String {
        switch self {
        case .pasteboard(let name, let team?): "pasteboard \"\(name)\" of team \(team)"
        case .pasteboard(let name, nil): "pasteboard \"\(name)\""
        case .userDefaults(let bundleID): "user defaults of \(bundleID)"
        case .keychain(let accessGroup): "keychain of group \(accessGroup)"
        case .file(let name, let bundleID): "file \"\(name)\" of \(bundleID)"
        }
    }
}

extension StoreName {
    /// True if it is a pasteboard that every app reads and writes.
    var isGlobal: Bool { if case .pasteboard(_, nil) = self { true } else { false } }

    /// The kinds of stores, as facts name them.
    public static let kinds = ["pasteboard", "userDefaults", "keychain", "file"]

    /// The kind of store that it is: one of ``kinds``.
    public var kind: String {
        switch self {
        case .pasteboard: Self.kinds[0]
        case .userDefaults: Self.kinds[1]
        case .keychain: Self.kinds[2]
        case .file: Self.kinds[3]
        }
    }

    /// Returns the kind of store that it is, and its name.
    ///
    /// - Parameter prefix: what the keys begin with, where a change is about two stores: `from` makes `fromStore`, `fromName`.
    /// - Returns: the facts, the kind first.
    public func values(prefix: String = "") -> [EventValue] {
        func key(_ name: String) -> String {
            prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
        }
        return switch self {
        case .pasteboard(let name, let team):
            [.code(key("store"), kind), .text(key("name"), name)]
                + (team.map { [.text(key("team"), $0)] } ?? [])
        case .userDefaults(let bundleID): [.code(key("store"), kind), .text(key("app"), bundleID)]
        case .keychain(let group): [.code(key("store"), kind), .text(key("accessGroup"), group)]
        case .file(let name, let bundleID):
            [.code(key("store"), kind), .text(key("name"), name), .text(key("app"), bundleID)]
        }
    }
}

extension StoreName {
    /// The store that facts name, written as ``values(prefix:)`` writes them; nil if they name none.
    ///
    /// - Parameter values: the facts, others among them or not.
    public init?(_ values: [EventValue]) {
        func text(_ key: String) -> String? { values.first { $0.key == key }.map { "\($0.content)" } }
        switch (text("store"), text("name"), text("app"), text("accessGroup")) {
        case (Self.kinds[0], let name?, _, _): self = .pasteboard(name, team: text("team"))
        case (Self.kinds[1], _, let app?, _): self = .userDefaults(bundleID: app)
        case (Self.kinds[2], _, _, let group?): self = .keychain(accessGroup: group)
        case (Self.kinds[3], let name?, let app?, _): self = .file(name, bundleID: app)
        default: return nil
        }
    }
}

// MARK: Which store an app reaches

extension Device {
    /// The persistent pasteboard `name` as the app reaches it; nil if there is none: on tvOS, or for an unknown app.
    ///
    /// It is one for all apps up to iOS 6, and each team's own from iOS 7. Source: access-enabler.md §9, §11 (rows K-128,
    /// K-131, K-133 to K-135).
    public func pasteboard(named name: String, for bundleID: String) -> StoreName? {
        guard system.family != .tvOS, let app = app(bundleID) else { return nil }
        return .pasteboard(name, team: system.version < Self.firstTeamPasteboards ? nil : app.teamID)
    }

    /// The app's user defaults; no other app reads them (row K-131).
    public func userDefaults(for bundleID: String) -> StoreName { .userDefaults(bundleID: bundleID) }

    /// The keychain items that the app shares with the apps of its team; nil for an unknown app.
    ///
    /// On tvOS the group is the app's own, since tokens never cross apps there (access-enabler.md §11, §16).
    public func keychain(for bundleID: String) -> StoreName? {
        app(bundleID).map {
            .keychain(accessGroup: system.family == .tvOS ? "\($0.teamID).\(bundleID)" : $0.teamID)
        }
    }

    /// The app's private file `name`; no other app reads it (row K-122).
    public func file(_ name: String, for bundleID: String) -> StoreName { .file(name, bundleID: bundleID) }

    /// iOS 7 made named pasteboards private to a team.
    static let firstTeamPasteboards = PlatformVersion(7)
}
