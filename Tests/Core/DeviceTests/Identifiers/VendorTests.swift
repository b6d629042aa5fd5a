import Device
import SubscriberAccount
import Testing

@Suite struct VendorTests {
    static func prefix(_ bundleID: String, _ system: OperatingSystem) -> String {
        Vendor(of: InstalledApp(bundleID: bundleID, teamID: "KITE"), under: system).prefix
    }

    @Test(
        "From iOS 7 on all components of a bundle id but the last count, and a one-component id counts whole",
        arguments: [
            ("com.kite.tv", "com.kite"), ("com.kite.kids.tv", "com.kite.kids"), ("kite", "kite"), ("com.kite", "com"),
            ("", ""), ("com.", "com"), (".", ""),
        ]
    )
    func seven(bundleID: String, prefix: String) {
        #expect(Self.prefix(bundleID, .iOS(7)) == prefix)
        #expect(Self.prefix(bundleID, .tvOS(9)) == prefix)
    }

    @Test(
        "On iOS 6 the first two components count",
        arguments: [
            ("com.kite.tv", "com.kite"), ("com.kite.kids.tv", "com.kite"), ("kite", "kite"), ("com.kite", "com.kite"),
        ]
    )
    func six(bundleID: String, prefix: String) {
        #expect(Self.prefix(bundleID, .iOS(6, 1)) == prefix)
    }

    @Test("Apps of one team and prefix see one identifier; another prefix or another team, another")
    func matrix() throws {
        let stranger = InstalledApp(bundleID: "com.kite.copy", teamID: "COPYCAT")
        let device = try Device.example(.iOS(7), apps: [.kiteTV, .kiteKids, .kiteSports, stranger])
        let kite = device.identifierForVendor(of: "com.kite.tv")
        #expect(device.identifierForVendor(of: "com.kite.kids") == kite)
        #expect(device.identifierForVendor(of: "org.kitesports.live") != kite)
        #expect(device.identifierForVendor(of: "com.kite.copy") != kite)
        #expect(Vendor(of: .kiteTV, under: .iOS(7)) == Vendor(of: .kiteKids, under: .iOS(7)))
        #expect(Vendor(of: stranger, under: .iOS(7)).teamID == "COPYCAT")
    }
}
