import Device
import OrderedCollections
import SubscriberAccount
import Testing

@Suite struct DeviceIdentifiersTests {
    @Test("Identifiers follow from the seed: the same for one seed, others for others")
    func derived() throws {
        let identifiers = DeviceIdentifiers(seed: 7)
        #expect(identifiers == DeviceIdentifiers(seed: 7))
        #expect(identifiers.wifiAddress != DeviceIdentifiers(seed: 8).wifiAddress)
        #expect(identifiers.advertisingIdentifier != DeviceIdentifiers(seed: 8).advertisingIdentifier)
        #expect(identifiers.wifiAddress.wholeMatch(of: /02(:[0-9a-f]{2}){5}/) != nil)
        let form = /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
        #expect(identifiers.advertisingIdentifier.wholeMatch(of: form) != nil)
        let vendor = try #require(try Device.example(.iOS(7)).identifierForVendor(of: "com.kite.tv"))
        #expect(vendor.wholeMatch(of: form) != nil)
        #expect(vendor != identifiers.advertisingIdentifier)
    }

    @Test(
        "K-144, K-159: apps see the Wi-Fi address up to iOS 6, from iOS 7 on a constant, on tvOS always",
        arguments: [
            (OperatingSystem.iOS(5), true), (.iOS(6, 1), true), (.iOS(7), false), (.iOS(17), false),
            (OperatingSystem(.iPadOS, PlatformVersion(6, 1)), true), (.tvOS(9), false), (.tvOS(6), false),
        ]
    )
    func wifiAddress(system: OperatingSystem, isReal: Bool) throws {
        let device = try Device.example(system)
        #expect(device.visibleWiFiAddress == (isReal ? device.identifiers.wifiAddress : "02:00:00:00:00:00"))
        #expect((device.visibleWiFiAddress == Device.hiddenWiFiAddress) != isReal)
    }

    @Test(
        "There are identifiers for advertising and for vendors from iOS 6 on, and on every tvOS",
        arguments: [(OperatingSystem.iOS(5, 1), false), (.iOS(6), true), (.iOS(7), true), (.tvOS(9), true)]
    )
    func sinceSix(system: OperatingSystem, isThere: Bool) throws {
        let device = try Device.example(system)
        #expect(device.visibleAdvertisingIdentifier == (isThere ? device.identifiers.advertisingIdentifier : nil))
        #expect((device.identifierForVendor(of: "com.kite.tv") != nil) == isThere)
        #expect(device.identifierForVendor(of: "com.wren.tv") == nil)
    }

    @Test("Limited ad tracking hides the advertising identifier from iOS 10 on", arguments: [(9, false), (10, true)])
    func limitedTracking(version: Int, isHidden: Bool) throws {
        var choices = DeviceAssumptions()
        choices.limitsAdTracking = true
        let device = try Device.example(.iOS(version), choices: choices)
        #expect((device.visibleAdvertisingIdentifier == Device.hiddenAdvertisingIdentifier) == isHidden)
    }

    @Test("Each reset gives another advertising identifier, and leaves the vendor's as it was")
    func reset() throws {
        var device = try Device.example(.iOS(12))
        let vendor = device.identifierForVendor(of: "com.kite.tv")
        var seen = [device.identifiers.advertisingIdentifier]
        for _ in 0..<5 {
            try device.meet(.advertisingIdentifierReset)
            seen.append(device.identifiers.advertisingIdentifier)
        }
        #expect(Set(seen).count == 6)
        #expect(device.identifierForVendor(of: "com.kite.tv") == vendor)
        #expect(device.identifiers.advertisingResets == 5)
    }

    @Test("The vendor's identifier changes when its last app was deleted and one comes back, not before")
    func vendorIdentifier() throws {
        var device = try Device.example(.iOS(8), apps: [.kiteTV, .kiteKids, .heron])
        let first = device.identifierForVendor(of: "com.kite.tv")
        let heron = device.identifierForVendor(of: "com.heron.tv")
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        try device.meet(.appInstalled(.kiteTV))
        #expect(device.identifierForVendor(of: "com.kite.tv") == first)
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        try device.meet(.appDeleted(bundleID: "com.kite.kids"))
        try device.meet(.appInstalled(.kiteKids))
        let second = device.identifierForVendor(of: "com.kite.kids")
        #expect(second != first && second != nil)
        #expect(device.identifierForVendor(of: "com.heron.tv") == heron)
        #expect(device.identifiers.vendorLosses[Vendor(of: .kiteKids, under: .iOS(8))] == 1)
    }

    @Test("An upgrade to iOS 6 brings the vendor's identifier, one to iOS 7 counts more of the bundle id")
    func upgrades() throws {
        let kids = InstalledApp(bundleID: "com.kite.kids.tv", teamID: "KITE")
        var device = try Device.example(.iOS(5), apps: [.kiteTV, kids])
        #expect(device.identifierForVendor(of: "com.kite.tv") == nil)
        try device.upgrade(6)
        let six = device.identifierForVendor(of: "com.kite.tv")
        #expect(six != nil && device.identifierForVendor(of: "com.kite.kids.tv") == six)
        try device.upgrade(7)
        #expect(device.identifierForVendor(of: "com.kite.tv") == six)
        #expect(device.identifierForVendor(of: "com.kite.kids.tv") != six)
        try device.meet(.appDeleted(bundleID: "com.kite.tv"))
        #expect(device.identifierForVendor(of: "com.kite.tv") == nil)
    }
}
