import ClientStack

import Device
import PassAPI
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime
/// Devices, their clocks, and what is installed on them.
extension ScenarioRunTests {
    // MARK: Devices and clocks

    @Test("Timers stand while the device sleeps: nobody polls, and the poll comes as long after waking")
    func sleep() throws {
        let run = try Kite.run(
            Kite.setup(permission: false),
            [
                .launch, .expect([]), .advance(.seconds(2)), .sleep, .advance(.seconds(600)),
                .expect([.noRequests([])]), .wake, .advance(.milliseconds(2_900)), .expect([.noRequests([])]),
                .advance(.milliseconds(200)), .expect([.requests([.readAuthenticationToken])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test(
        "What happens to one device and its apps leaves the timers and processes of another's alone",
        arguments: [
            [ScenarioStep.sleep], [.sleep, .wake], [.restart], [.upgradeOS(PlatformVersion(16))], [.deleteApp],
            [.updateApp(sdkVersion: PlatformVersion(3, 5))],
        ]
    )
    func otherDevice(happens: [ScenarioStep]) throws {
        var setup = Kite.setup(permission: false)
        // The same app, by its bundle id.
        var phone = Kite.setup(.iOS, sdk: PlatformVersion(3, 1)).devices[0]
        phone.name = "phone"
        setup.devices.append(phone)
        func on(_ device: String, _ step: ScenarioStep) -> Scenario.LocatedStep {
            .init(step, app: .init(device: device, bundleID: nil))
        }
        var run = ScenarioRun(in: try World(setup))
        try run.run(
            [on("phone", .launch), on("tv", .launch), on("tv", .expect([.step("S10")]))]
                + happens.map { on("phone", $0) }
                + [on("tv", .secondScreenLogin(.init(provider: "Juniper"))), on("tv", .expect([.signedIn(true)]))]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A device that wakes wakes no other: the timers of one that sleeps go on standing")
    func sleepers() throws {
        var setup = Kite.setup(permission: false)
        var second = setup.devices[0]
        second.name = "second tv"
        setup.devices.append(second)
        func on(_ device: String, _ step: ScenarioStep) -> Scenario.LocatedStep {
            .init(step, app: .init(device: device, bundleID: nil))
        }
        var run = ScenarioRun(in: try World(setup))
        try run.run([
            on("tv", .launch), on("second tv", .launch), on("tv", .sleep), on("second tv", .sleep),
            on("second tv", .wake), on("tv", .expect([])), .init(.advance(.seconds(60))),
            on("tv", .expect([.noRequests([])])), on("second tv", .launch), on("second tv", .sleep),
            on("tv", .wake), on("tv", .expect([])), .init(.advance(.milliseconds(5_100))),
            on("tv", .expect([.requests([.readAuthenticationToken])])),
        ])
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("An app in the background hears nothing until it is in front again")
    func background() throws {
        let run = try Kite.run(
            Kite.setup(permission: false),
            [
                .launch, .background, .expect([]), .advance(.seconds(60)), .expect([.noRequests([])]), .foreground,
                .expect([.requests([.readAuthenticationToken])]), .advance(.milliseconds(5_100)),
                .expect([.requests([.readAuthenticationToken])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("A wall clock that runs ahead makes AccessEnabler think its token has run out; the server knows better")
    func wrongClock() throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)),
            [
                Kite.signIn("Juniper"), .moveDate(by: Kite.days(31)), .call(.checkAuthentication),
                .expect([.callback("setAuthenticationStatus", contains: ["isAuthenticated=false"])]),
                .moveDate(by: .seconds(-31 * 86_400)),
                .call(.checkAuthentication),
                .expect([.callback("setAuthenticationStatus", contains: ["isAuthenticated=true"])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("Of two apps' tokens the one counts that belongs to the app at hand")
    func ownExpiration() throws {
        var setup = Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4))
        var other = DeviceSetup(name: "phone", system: setup.devices[0].system)
        other.apps = setup.devices[0].apps
        setup.devices.append(other)
        var run = ScenarioRun(in: try World(setup))
        let phone = AppName(device: "phone", bundleID: nil)
        try run.run([
            .init(Kite.signIn("Juniper")), .init(.advance(.seconds(3_600))),
            .init(Kite.signIn("Juniper"), app: phone),
            .init(.advanceToExpiration(.justBefore, .authenticationToken, subject: nil)),
            .init(.expect([.signedIn(true)])),
            .init(.advanceToExpiration(.at, .authenticationToken, subject: nil)),
            .init(.expect([.signedIn(false)])),
        ])
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("K-146: an upgrade tells which tokens went, from which store, by what, and why")
    func upgrade() throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(6), sdk: PlatformVersion(1, 7, 5)),
            [Kite.signIn("Juniper"), .upgradeOS(PlatformVersion(7)), .launch, .expect([.signedIn(false)])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(run.line("platform migrated", "authn", "pasteboard", "operating system", "iOS 7") != nil)
        #expect(run.line("client removed", "authn", "pasteboard", "scrubber", "Wi-Fi MAC to IDFA") != nil)
    }

    @Test("An app is installed, updated and deleted, and what it kept goes with it")
    func apps() throws {
        let run = try Kite.run(
            Kite.setup(.tvOS, PlatformVersion(12), sdk: PlatformVersion(3, 1)),
            [
                Kite.signIn("Juniper"), .expect([.stored(["authn", "KITETV"], isPresent: true)]),
                .updateApp(sdkVersion: PlatformVersion(3, 5)), .restart, .launch, .expect([.signedIn(true)]),
                .installApp(
                    AppSetup(
                        bundleID: "com.harbor.tv",
                        teamID: "HARBOR",
                        requestor: "HARBORTV",
                        kind: .sdk(PlatformVersion(3, 1))
                    )
                ),
                .launch, .expect([.signedIn(false)]), .deleteApp,
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }
}
