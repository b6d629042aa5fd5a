import Device
import SubscriberAccount
import VirtualTime

/// The generator's knowledge of a device, so that it lets nothing happen that cannot.
struct GeneratedDevice: Sendable {
    /// The setup of the device.
    let setup: DeviceSetup
    /// The system that it runs by now.
    var system: OperatingSystem
    /// The apps that are installed by now.
    var apps: [App]
    /// True if it sleeps.
    var isAsleep = false

    /// An app on it.
    struct App: Sendable {
        let bundleID: String
        let hasSDK: Bool
        var isRunning = false
        var isInBackground = false

        init(_ setup: AppSetup) {
            bundleID = setup.bundleID
            hasSDK = setup.kind.sdkVersion != nil
        }
    }

    /// A device that was just set up.
    init(setup: DeviceSetup) {
        self.setup = setup
        system = setup.system
        apps = setup.apps.map(App.init)
    }

    /// After a restart nothing runs.
    mutating func stopApps() {
        for index in apps.indices { apps[index].isRunning = false }
    }
}

/// Years in which certain systems were in use: a phone of 2012 and an Apple TV of 2024 are never in one scenario.
struct Era: Sendable {
    /// The instant of its beginning.
    let begins: Instant
    /// The systems that devices run when they come into a scenario.
    let systems: [OperatingSystem]

    /// From AccessEnabler's first pasteboards to today.
    static let all: [Era] = [
        Era(2012, [.init(.iOS, .init(5, 1)), .init(.iOS, .init(6, 0))]),
        Era(2013, [.init(.iOS, .init(6, 1)), .init(.iOS, .init(7, 0))]),
        Era(2015, [.init(.iOS, .init(8, 4)), .init(.iOS, .init(9, 2))]),
        Era(2017, [.init(.iOS, .init(9, 3)), .init(.iOS, .init(10, 3)), .init(.tvOS, .init(10, 2))]),
        Era(2020, [.init(.iOS, .init(13, 3)), .init(.iPadOS, .init(13, 4)), .init(.tvOS, .init(13, 4))]),
        Era(2024, [.init(.iOS, .init(17, 2)), .init(.iPadOS, .init(17, 2)), .init(.tvOS, .init(17, 2))]),
    ]

    private init(_ year: Int, _ systems: [OperatingSystem]) {
        begins = Instant(iso8601: "\(year)-01-01T00:00:00Z") ?? .distantPast
        self.systems = systems
    }
}

extension OperatingSystem {
    /// True if Apple's framework is there.
    var hasPlatformSignOn: Bool { version >= PlatformVersion(10) }

    /// True if apps use the REST API, and people on computers the browser's dialect.
    var hasRESTApps: Bool { version >= PlatformVersion(9) }

    /// The versions of AccessEnabler that apps on it have.
    var sdkVersions: [PlatformVersion] {
        if family == .tvOS { return [.init(2, 0), .init(3, 0), .init(3, 6), .init(3, 7), .init(3, 8, 3)] }
        return version < PlatformVersion(10)
            ? [.init(1, 5), .init(1, 6), .init(1, 7), .init(1, 7, 5), .init(1, 8), .init(1, 9, 4), .init(1, 10)]
            : [.init(1, 10), .init(2, 4), .init(3, 1), .init(3, 2), .init(3, 5), .init(3, 7), .init(3, 8, 3)]
    }

    /// A newer version to upgrade to; nil if there is none.
    func upgrade(_ generator: inout SeededGenerator) -> PlatformVersion? {
        let later = [6, 7, 8, 9, 10, 11, 13, 15, 17, 18].map { PlatformVersion($0) }.filter { $0 > version }
        let near = later.prefix(3)
        return near.isEmpty ? nil : near[generator.below(near.count)]
    }
}
