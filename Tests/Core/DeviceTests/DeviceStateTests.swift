import Device
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct DeviceStateTests {
    private func facts(_ entry: StateEntry) -> String {
        "\(entry.source.title) | \(entry.kind.rawValue) | \(entry.values.map(\.description).joined(separator: " "))"
    }

    @Test("The state tells system, clocks, identifiers, apps, stores and settings, in a fixed order")
    func lines() throws {
        var device = try Device.example(.iOS(6, 1), apps: [.kiteTV, .kiteKids], clockOffset: .seconds(60))
        let pasteboard = try #require(device.pasteboard(named: "p", for: "com.kite.tv"))
        device.stores[pasteboard, ["authn", "KITETV"]] = .text(String(repeating: "x", count: 25))
        device.stores[pasteboard, ["authz"]] = .text(String(repeating: "y", count: 24))
        try device.meet(.timeZoneChanged(minutesEast: 60))
        try device.meet(.fellAsleep, at: noon + .seconds(5))
        let identifiers = device.identifiers
        let vendor = try #require(device.identifierForVendor(of: "com.kite.tv"))
        #expect(
            device.stateEntries(at: noon + .seconds(10)).map(facts) == [
                "device den | system | system=iOS 6.1",
                "device den | wallClock | timeAt=2026-11-20T12:01:10Z",
                "device den | localTime | time=2026-11-20T13:01:10+01:00",
                "device den | monotonicClock | time=5s isAsleep=true",
                "device den | installedApp | app=com.kite.tv team=KITE sdkVersion=1.7.5",
                "device den | installedApp | app=com.kite.kids team=KITE",
                "device den | wifiAddress | identifier=\(identifiers.wifiAddress)",
                "device den | advertisingIdentifier | identifier=\(identifiers.advertisingIdentifier)",
                "device den | vendorIdentifier | app=com.kite.tv identifier=\(vendor)",
                "device den | vendorIdentifier | app=com.kite.kids identifier=\(vendor)",
                "device den | stored | store=pasteboard name=p isGlobal=true path=authn,KITETV "
                    + "beginning=xxxxxxxxxxxxxxxxxxxxxxxx characterCount=25",
                "device den | stored | store=pasteboard name=p isGlobal=true path=authz "
                    + "beginning=yyyyyyyyyyyyyyyyyyyyyyyy characterCount=24",
                "device den | account | isSignedIn=false",
            ]
        )
    }

    @Test("The settings' lines tell account, its end, and permissions")
    func settings() throws {
        var device = try Device.example(.tvOS(12))
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        let end = noon + .seconds(10)
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: end)))
        let held = "device den | account | isSignedIn=true provider=lark user=ada"
        let current = device.stateEntries(at: noon).map(facts)
        #expect(current.contains(held + " expiresAt=\(end) isExpired=false"))
        #expect(current.contains("device den | permission | app=com.kite.tv status=granted"))
        #expect(device.stateEntries(at: end).map(facts).contains(held + " expiresAt=\(end) isExpired=true"))
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: nil)))
        #expect(device.stateEntries(at: end).map(facts).contains(held))
    }

    @Test("What does not exist on the system has no identifier")
    func none() throws {
        let entries = try Device.example(.iOS(5)).stateEntries(at: noon)
        #expect(entries.contains(StateEntry(.device("den"), .advertisingIdentifier, [])))
        #expect(entries.contains(StateEntry(.device("den"), .vendorIdentifier, [.text("app", "com.kite.tv")])))
    }

    @Test("The deadline of the session is told in true time, and stays when it is over")
    func expirations() throws {
        var device = try Device.example(.iOS(12), clockOffset: .seconds(3_600))
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: noon)))
        let expiration = Expiration(.vsaAccount, at: noon - .seconds(3_600), source: "device")
        #expect(device.expirations(at: noon) == [expiration])
        try device.meet(.wallClockSet(to: noon - .seconds(5)))
        #expect(device.expirations(at: noon).map(\.instant) == [noon + .seconds(5)])
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: nil)))
        #expect(device.expirations(at: noon).isEmpty)
    }
}
