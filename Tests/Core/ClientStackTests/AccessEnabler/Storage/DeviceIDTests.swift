import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

@Suite struct DeviceIDTests {
    @Test(
        "K-144, K-159: the basis depends on SDK and iOS",
        arguments: [
            ("1.6", 6, DeviceIDBasis.wifiAddress), ("1.7", 6, .wifiAddress), ("1.7.5", 6, .wifiAddress),
            ("1.10", 6, .wifiAddress), ("1.6", 7, .wifiAddress), ("1.7", 7, .wifiAddress), ("1.7.4", 7, .wifiAddress),
            ("1.7.5", 7, .advertisingIdentifier), ("1.7.9", 8, .advertisingIdentifier),
            ("1.8", 7, .identifierForVendor),
            ("3.8.3", 15, .identifierForVendor),
        ]
    )
    func basis(sdk: String, iOS: Int, basis: DeviceIDBasis) {
        #expect(DeviceIDBasis.of(Handset.sdk(sdk), on: OperatingSystem(.iOS, PlatformVersion(iOS))) == basis)
    }

    @Test("tvOS has the identifier for vendors", arguments: ["2.0", "3.8.3"])
    func television(sdk: String) {
        let system = OperatingSystem(.tvOS, PlatformVersion(9))
        #expect(DeviceIDBasis.of(Handset.sdk(sdk), on: system) == .identifierForVendor)
    }

    @Test("The sources' contradiction about iOS 7 can be settled either way")
    func contradiction() {
        let iOS7 = OperatingSystem(.iOS, PlatformVersion(7))
        var options = StorageOptions.default
        options.identifierSinceIOS7 = .advertisingIdentifier
        #expect(DeviceIDBasis.of(PlatformVersion(1, 10), on: iOS7, options: options) == .advertisingIdentifier)
        options.identifierSinceIOS7 = .identifierForVendor
        #expect(DeviceIDBasis.of(PlatformVersion(1, 7, 5), on: iOS7, options: options) == .identifierForVendor)
        #expect(DeviceIDBasis.rules(options).allSatisfy { !$0.source.isEmpty })
    }

    @Test("K-156: a device id is the SHA-256 of an identifier, in 64 lower-case hexadecimal digits")
    func hash() {
        #expect(
            DeviceID(.wifiAddress, of: "abc").hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            DeviceID(.wifiAddress, of: "").hash == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }

    @Test("K-154: two devices have two device ids, and from iOS 7 on an old SDK sees all devices alike")
    func devices() throws {
        func id(_ sdk: String, _ version: Int, seed: UInt64) throws -> String {
            var phone = Handset(.iOS, PlatformVersion(version), seed: seed)
            try phone.install(.kite, sdk: Handset.sdk(sdk))
            return try #require(phone.storages[Handset.App.kite.bundleID]).deviceID.hash
        }
        for (sdk, version) in [("1.6", 6), ("1.7.5", 6), ("1.7.5", 7), ("1.10", 7), ("3.7", 12)] {
            #expect(try id(sdk, version, seed: 1) != id(sdk, version, seed: 2))
            #expect(try id(sdk, version, seed: 1) == id(sdk, version, seed: 1))
        }
        #expect(try id("1.7", 7, seed: 1) == id("1.7", 7, seed: 2))
    }

    @Test("An app without an SDK, or none at all, has no storage")
    func noSDK() throws {
        var phone = Handset()
        try phone.happen(.appInstalled(InstalledApp(bundleID: "com.plain", teamID: "T")))
        #expect(TokenStorage(on: phone.device, bundleID: "com.plain") == nil)
        #expect(TokenStorage(on: phone.device, bundleID: "com.nobody") == nil)
    }
}
