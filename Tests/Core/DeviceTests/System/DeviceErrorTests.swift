import Device
import SubscriberAccount
import Testing

@Suite struct DeviceErrorTests {
    @Test(
        "An event about an app that is not there is refused, and the apps that are there are named",
        arguments: [
            DeviceEvent.appUpdated(bundleID: "com.wren.tv", sdkVersion: nil), .appDeleted(bundleID: "com.wren.tv"),
            .permissionSet(bundleID: "com.wren.tv", isGranted: true),
            .permissionAnswered(bundleID: "com.wren.tv", isGranted: true),
            .permissionRestricted(bundleID: "com.wren.tv"),
        ]
    )
    func unknownApp(event: DeviceEvent) throws {
        var device = try Device.example(.iOS(12), apps: [.kiteTV, .heron])
        let before = device
        #expect(throws: DeviceError.unknownApp("com.wren.tv", known: ["com.kite.tv", "com.heron.tv"])) {
            try device.meet(event)
        }
        #expect(device == before)
        #expect(event.bundleID == "com.wren.tv")
    }

    @Test("An app cannot be installed twice")
    func alreadyInstalled() throws {
        var device = try Device.example(.iOS(12))
        let other = InstalledApp(bundleID: "com.kite.tv", teamID: "HERON")
        #expect(throws: DeviceError.alreadyInstalled("com.kite.tv")) { try device.meet(.appInstalled(other)) }
        #expect(device.app("com.kite.tv") == .kiteTV)
    }

    @Test("The system never goes back", arguments: [(9, 9), (9, 0), (0, 0), (-1, 0)])
    func downgrade(major: Int, minor: Int) throws {
        var device = try Device.example(.iOS(10))
        let version = PlatformVersion(major, minor)
        #expect(throws: DeviceError.downgrade(from: .iOS(10), to: version)) { try device.upgrade(major, minor) }
        #expect(device.system == .iOS(10))
    }

    @Test("Before version 10 there are no TV providers in Settings")
    func noTVProvider() throws {
        var device = try Device.example(.tvOS(9, 2))
        let account = TVProviderSettings.Account(providerIdentifier: "lark", user: "ada", expires: nil)
        #expect(throws: DeviceError.noTVProvider(.tvOS(9, 2))) { try device.meet(.providerSignedIn(account)) }
        #expect(throws: DeviceError.noTVProvider(.tvOS(9, 2))) {
            try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        }
        try device.upgrade(10)
        try device.meet(.providerSignedIn(account))
        #expect(device.settings.account == account)
    }

    @Test(
        "Each error says what is wrong and what to do",
        arguments: [
            (
                DeviceError.unknownApp("a", known: ["b", "c"]),
                "no app \"a\" is installed on this device: name one of b, c, or install it first"
            ),
            (
                .unknownApp("a", known: []),
                "no app \"a\" is installed on this device, nor any other: install it first"
            ),
            (.alreadyInstalled("a"), "the app \"a\" is installed already: update it, or delete it first"),
            (
                .downgrade(from: .iOS(10), to: PlatformVersion(9)),
                "iOS 10.0 cannot go back to 9.0: upgrade to a later version, or begin with a device of the older one"
            ),
            (.noTVProvider(.tvOS(9)), "tvOS 9.0 knows no TV provider: upgrade to tvOS 10.0 first"),
            (
                .impossibleTimeZone(minutesEast: 900),
                "no time zone is 900 minutes east of UTC: give a number from -720 to 840"
            ),
        ]
    )
    func descriptions(error: DeviceError, text: String) {
        #expect("\(error)" == text)
    }
}
