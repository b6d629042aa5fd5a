import ClientStack
import Device
import Simulation
import SubscriberAccount
import VirtualTime

extension World {
    /// Adds the device that a recording tells of, with the one app on it.
    ///
    /// What a recording does not show (the hardware's own identifiers, the bundle id) is made up from what it does, the
    /// same each time.
    mutating func populate(with configuration: ClientConfiguration) {
        var digest = Digest()
        digest.absorb(configuration.deviceID)
        let family: OperatingSystem.Family =
            switch configuration.platform {
            case .tvOS: .tvOS
            case .iOS: .iOS
            case .iPadOS: .iPadOS
            }
        var device = Device(
            name: "device",
            system: OperatingSystem(family, configuration.osVersion),
            identifiers: DeviceIdentifiers(seed: digest.value),
            at: now
        )
        let bundleID = "com.example." + configuration.requestor.lowercased()
        let app = InstalledApp(bundleID: bundleID, teamID: "RECORDED")
        _ = try? device.apply(.appInstalled(app), at: now)
        run(.cookbook(Client(configuration: configuration)), as: bundleID, on: add(device))
    }
}
