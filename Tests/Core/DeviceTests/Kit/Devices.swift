import Device
import SubscriberAccount
import VirtualTime

/// 2026-11-20T12:00:00Z, when everything begins here.
let noon = Instant(secondsSince1970: 1_795_176_000)

extension OperatingSystem {
    static func iOS(_ major: Int, _ minor: Int = 0) -> OperatingSystem { .init(.iOS, PlatformVersion(major, minor)) }
    static func tvOS(_ major: Int, _ minor: Int = 0) -> OperatingSystem { .init(.tvOS, PlatformVersion(major, minor)) }
}

extension InstalledApp {
    /// Two apps of Kite, one of Kite's with another prefix, and one of Heron's.
    static let kiteTV = InstalledApp(bundleID: "com.kite.tv", teamID: "KITE", sdkVersion: PlatformVersion(1, 7, 5))
    static let kiteKids = InstalledApp(bundleID: "com.kite.kids", teamID: "KITE")
    static let kiteSports = InstalledApp(bundleID: "org.kitesports.live", teamID: "KITE")
    static let heron = InstalledApp(bundleID: "com.heron.tv", teamID: "HERON", sdkVersion: PlatformVersion(1, 6))
}

extension Device {
    /// A device on `system` with these apps.
    static func example(
        _ system: OperatingSystem,
        apps: [InstalledApp] = [.kiteTV],
        clockOffset: Duration = .zero,
        choices: DeviceAssumptions = .default,
        platformAssumptions: PlatformAssumptions = .default
    ) throws -> Device {
        var device = Device(
            name: "den",
            system: system,
            identifiers: DeviceIdentifiers(seed: 7),
            at: noon,
            clockOffset: clockOffset,
            choices: choices,
            platformAssumptions: platformAssumptions
        )
        for app in apps { try device.meet(.appInstalled(app)) }
        return device
    }

    /// Lets an event happen at noon.
    @discardableResult
    mutating func meet(_ event: DeviceEvent, at now: Instant = noon) throws -> [StorageChange] {
        try apply(event, at: now)
    }

    /// Upgrades to `major`.
    @discardableResult
    mutating func upgrade(_ major: Int, _ minor: Int = 0) throws -> [StorageChange] {
        try meet(.upgraded(to: PlatformVersion(major, minor)))
    }
}
