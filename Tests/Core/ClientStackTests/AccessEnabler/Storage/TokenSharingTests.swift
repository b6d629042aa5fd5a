import Device
import SubscriberAccount
import Testing
import VirtualTime

@testable import ClientStack

/// The apps that sign each other in (access-enabler.md §11).
@Suite struct TokenSharingTests {
    typealias App = Handset.App

    /// The effects of two apps on each other.
    enum Relation {
        /// A login in one is a login in the other.
        case shared
        /// Each app logs in once, and both stay signed in.
        case apart
        /// Each app's launch signs the other out.
        case erasing
    }

    static let matrix: [(family: OperatingSystem.Family, system: Int, sdk: String, other: App, relation: Relation)] = [
        (.iOS, 6, "1.6", .kiteSports, .shared), (.iOS, 6, "1.6", .heron, .shared), (.iOS, 6, "1.10", .gull, .shared),
        (.iOS, 6, "1.10", .heron, .shared), (.iOS, 6, "1.8", .gull, .shared),
        (.iOS, 7, "1.10", .kiteSports, .shared), (.iOS, 7, "1.10", .gull, .apart), (.iOS, 7, "1.10", .heron, .apart),
        (.iOS, 7, "1.8", .kiteSports, .shared), (.iOS, 7, "1.8", .gull, .erasing), (.iOS, 7, "1.8", .heron, .apart),
        (.iOS, 7, "1.6", .kiteSports, .shared), (.iOS, 7, "1.6", .heron, .apart), (.iOS, 7, "1.7.5", .gull, .shared),
        (.iOS, 7, "1.7.5", .heron, .apart), (.iOS, 12, "3.0", .kiteSports, .shared), (.iOS, 12, "3.0", .gull, .apart),
        (.iPadOS, 15, "3.7", .kiteSports, .shared), (.iPadOS, 15, "3.7", .gull, .apart),
        (.iPadOS, 15, "3.7", .heron, .apart), (.tvOS, 9, "2.0", .kiteSports, .apart), (.tvOS, 9, "2.0", .heron, .apart),
        (.tvOS, 15, "3.8.3", .kiteSports, .apart),
    ]

    @Test(
        "K-127, K-131, K-133, K-134, K-135: team, bundle prefix, system and SDK decide who shares",
        arguments: matrix.indices
    )
    func sharing(index: Int) throws {
        let (family, system, sdk, other, relation) = Self.matrix[index]
        var device = Handset(family, PlatformVersion(system))
        try device.install(.kite, sdk: Handset.sdk(sdk))
        try device.logIn(.kite, Kite.meadowlark)
        try device.install(other, sdk: Handset.sdk(sdk))
        switch relation {
        case .shared: #expect(device.mvpd(other) == "Meadowlark")
        case .apart:
            #expect(device.mvpd(other) == nil)
            try device.logIn(other, Kite.meadowlark)
            device.launch(.kite)
            #expect(device.token(.kite)?.guid == "guid-1")
            device.launch(other)
            #expect(device.token(other)?.guid == "guid-2")
        case .erasing:
            #expect(device.mvpd(other) == nil)
            try device.logIn(other, Kite.meadowlark)
            device.launch(.kite)
            #expect(device.token(.kite) == nil)
            device.launch(other)
            #expect(device.token(other) == nil)
        }
    }

    @Test("From 1.10 on two apps of one team and one requestor stay signed in under two device ids")
    func oneRequestor() throws {
        let service = App("org.gull.tv")
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.install(service, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark)
        try phone.logIn(service, Kite.meadowlark)
        phone.launch(.kite)
        #expect(phone.token(.kite)?.guid == "guid-1")
        #expect(phone.token(service)?.guid == "guid-2")
        phone.cancel(service)
        #expect(phone.token(.kite)?.guid == "guid-1")
        phone.logOut(.kite)
        #expect(phone.token(service) == nil)
    }

    @Test("K-127: what another app writes is seen at once")
    func atOnce() throws {
        var phone = Handset()
        try phone.install(.kite, sdk: Handset.sdk("1.10"))
        try phone.install(.kiteSports, sdk: Handset.sdk("1.10"))
        try phone.logIn(.kite, Kite.meadowlark)
        #expect(phone.mvpd(.kiteSports) == "Meadowlark")
        phone.logOut(.kite)
        #expect(phone.mvpd(.kiteSports) == nil)
    }

    @Test("K-134: on the way to iOS 7 apps of two teams part")
    func parting() throws {
        var phone = Handset(.iOS, PlatformVersion(6))
        try phone.install(.kite, sdk: Handset.sdk("1.7"))
        try phone.install(.heron, sdk: Handset.sdk("1.7"))
        try phone.logIn(.kite, Kite.meadowlark)
        #expect(phone.mvpd(.heron) == "Meadowlark")
        try phone.happen(.upgraded(to: PlatformVersion(7)))
        phone.launch(.kite)
        phone.launch(.heron)
        try phone.logIn(.kite, Kite.plover)
        #expect(phone.mvpd(.kite) == "Plover")
        #expect(phone.mvpd(.heron) == "Meadowlark")
        phone.logOut(.kite)
        #expect(phone.mvpd(.heron) == "Meadowlark")
    }
}
