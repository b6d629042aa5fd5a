import Device
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct DeviceStateTests {
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
            device.stateLines(at: noon + .seconds(10)).map { "\($0.subject) | \($0.name) | \($0.value)" } == [
                "device den | system | iOS 6.1",
                "device den | wall clock | 2026-11-20T12:01:10Z",
                "device den | local time | 2026-11-20T13:01:10+01:00",
                "device den | monotonic clock | 5s, asleep",
                "device den | app com.kite.tv | team KITE, AccessEnabler 1.7.5",
                "device den | app com.kite.kids | team KITE",
                "device den | Wi-Fi address | \(identifiers.wifiAddress)",
                "device den | advertising identifier | \(identifiers.advertisingIdentifier)",
                "device den | identifier for vendor com.kite.tv | \(vendor)",
                "device den | identifier for vendor com.kite.kids | \(vendor)",
                "device den, pasteboard \"p\" | authn KITETV | xxxxxxxxxxxxxxxxxxxxxxxx… (25 characters)",
                "device den, pasteboard \"p\" | authz | yyyyyyyyyyyyyyyyyyyyyyyy",
                "device den | TV provider | signed out",
            ]
        )
    }

    @Test("The settings' lines tell account, its end, and permissions")
    func settings() throws {
        var device = try Device.example(.tvOS(12))
        try device.meet(.permissionSet(bundleID: "com.kite.tv", isGranted: true))
        let end = noon + .seconds(10)
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: end)))
        let current = device.stateLines(at: noon)
        #expect(current.contains(StateLine("device den", "TV provider", "lark, user ada, until \(end)")))
        #expect(current.contains(StateLine("device den", "permission com.kite.tv", "granted")))
        #expect(device.stateLines(at: end).contains { $0.value == "lark, user ada, expired \(end)" })
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: nil)))
        #expect(device.stateLines(at: end).contains { $0.value == "lark, user ada" })
    }

    @Test("What does not exist on the system is told as none")
    func none() throws {
        let lines = try Device.example(.iOS(5)).stateLines(at: noon)
        #expect(lines.contains(StateLine("device den", "advertising identifier", "none")))
        #expect(lines.contains(StateLine("device den", "identifier for vendor com.kite.tv", "none")))
    }

    @Test("The deadline of the session is told in true time, and stays when it is over")
    func deadlines() throws {
        var device = try Device.example(.iOS(12), clockOffset: .seconds(3_600))
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: noon)))
        let deadline = Deadline(.platformSession, at: noon - .seconds(3_600), holder: "device")
        #expect(device.deadlines(at: noon) == [deadline])
        try device.meet(.wallClockSet(to: noon - .seconds(5)))
        #expect(device.deadlines(at: noon).map(\.instant) == [noon + .seconds(5)])
        try device.meet(.providerSignedIn(.init(providerIdentifier: "lark", user: "ada", expires: nil)))
        #expect(device.deadlines(at: noon).isEmpty)
    }
}
