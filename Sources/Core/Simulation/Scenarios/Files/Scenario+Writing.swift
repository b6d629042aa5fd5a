import Device
import SubscriberAccount
import VirtualTime

extension Scenario {
    /// The document that ``init(reading:)`` reads as this scenario.
    package var fileNode: FileNode {
        var entries: [(String, FileNode?)] = [
            ("title", .text(title)), ("requirements", FileNode.texts(requirements).unlessEmpty),
        ]
        switch start {
        case .setup(let setup):
            entries += [
                ("start", .text(setup.start.description)), ("seed", setup.seed == 1 ? nil : .text(String(setup.seed))),
                ("devices", .map(setup.devices.map { ($0.name, $0.fileNode) })),
                ("service", setup.service.fileNode.unlessEmpty),
            ]
        case .recording(let path, let forkAt, let changes):
            entries += [
                ("from", .text(path)), ("fork-at", .text(forkAt.text)),
                ("seed", changes.seed == 1 ? nil : .text(String(changes.seed))),
                ("options", changes.options.fileNode.unlessEmpty), ("service", changes.service.fileNode.unlessEmpty),
            ]
        }
        entries.append(("steps", FileNode(.list(steps.map(\.fileNode))).unlessEmpty))
        return .map(entries)
    }
}

extension ForkPoint {
    /// The point as a scenario writes it: `end`, `exchange 8`, `S8`, `2026-11-20T08:00:00Z`.
    var text: String {
        switch self {
        case .end: "end"
        case .ordinal(let number): "exchange \(number)"
        case .step(let step): step
        case .instant(let instant): instant.description
        case .expiration(let nearness, let kind, let subject):
            "\(nearness.rawValue) \(kind.rawValue)" + (subject.map { " \($0)" } ?? "")
        }
    }
}

extension DeviceSetup {
    fileprivate var fileNode: FileNode {
        .map([
            ("system", .text(system.description)),
            ("clock", clockOffset == .zero ? nil : .text(clockOffset.signedWords)),
            ("account", account?.fileNode), ("assumptions", assumptions.fileNode.unlessEmpty),
            ("apps", FileNode.map(apps.map { ($0.bundleID, $0.fileNode) }).unlessEmpty),
        ])
    }
}

extension DeviceSetup.Account {
    var fileNode: FileNode {
        .map([
            ("provider", .text(provider)), ("user", .text(user)), ("lifetime", lifetime.map { .text($0.words) }),
        ])
    }
}

extension AppSetup {
    /// The app without its bundle id.
    var fileNode: FileNode { .map(fileEntries) }

    /// The app's entries, without its bundle id.
    var fileEntries: [(String, FileNode?)] {
        [("team", .text(teamID)), ("requestor", .text(requestor))] + kind.fileEntries + [
            ("permission", permission.map { .text($0 ? "allowed" : "denied") }),
            ("options", options.fileNode.unlessEmpty),
        ]
    }
}

extension [OptionSetting] {
    /// The decisions as a mapping.
    var fileNode: FileNode { .map(map { ($0.name, .text($0.value)) }) }
}

extension Bool {
    /// The flag as scenarios write it.
    var fileNode: FileNode { .text(self ? "yes" : "no") }
}

extension Duration {
    /// The duration with its sign: `+5m`, `-1h`.
    var signedWords: String { self < .zero ? words : "+" + words }
}
