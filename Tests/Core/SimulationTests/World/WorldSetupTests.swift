import Device
import Services
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite("A world as a scenario sets it up") struct WorldSetupTests {
    @Test("Devices have their clocks and accounts, apps their permission")
    func setup() throws {
        var setup = Kite.setup(permission: true)
        setup.devices[0].clockOffset = .seconds(90)
        setup.devices[0].account = .init(provider: "Meadowlark", user: "wren", lifetime: Kite.days(2))
        let world = try World(setup)
        #expect(world.devices[0].clock.wallTime(at: world.now) == Kite.start + .seconds(90))
        #expect(world.devices[0].settings.account?.providerIdentifier == "com.example.meadowlark")
        #expect(world.expirations().map(\.kind) == [.vsaAccount])
        #expect(world.apps.map(\.title) == ["tv/com.kite.tv"])
        #expect(world.isAtRest)
        #expect(!world.isSignedIn(0))
    }

    @Test("What clashes is refused: two devices of a name, an app twice, an option that there is not")
    func clashes() throws {
        var twice = Kite.setup()
        twice.devices.append(twice.devices[0])
        #expect(throws: SetupError.sameName("tv")) { try World(twice) }
        var doubled = Kite.setup()
        doubled.devices[0].apps.append(doubled.devices[0].apps[0])
        #expect(throws: SetupError.self) { try World(doubled) }
        var odd = Kite.setup()
        odd.devices[0].apps[0].options = [OptionSetting("no-such-option", "yes")]
        let error = #expect(throws: SetupError.self) { try World(odd) }
        #expect(error?.description.contains("no-such-option") == true)
        var old = Kite.setup(.iOS, PlatformVersion(9))
        old.devices[0].account = .init(provider: "Meadowlark", user: "wren", lifetime: nil)
        #expect(throws: SetupError.self, "there is no TV provider in Settings before iOS 10") { try World(old) }
    }

    @Test("The same setup gives the same world, another seed other codes")
    func seeds() throws {
        let steps = [Kite.signIn("Juniper"), .play("KITE1")]
        var setup = Kite.setup()
        let one = try Kite.run(setup, steps)
        #expect(try Kite.run(setup, steps).digest == one.digest)
        setup.seed = 2
        let other = try Kite.run(setup, steps)
        #expect(other.world.timeline != one.world.timeline)
    }

    @Test("People take as long as the world's options say")
    func reactions() throws {
        var world = try World(Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)))
        #expect(world.options == WorldOptions())
        world.options.loginTime = .seconds(500)
        var run = ScenarioRun(in: world)
        try run.perform(.init(Kite.signIn("Juniper")))
        #expect(run.world.now - Kite.start > .seconds(500))
        #expect(run.world.isSignedIn(0))
    }

    @Test("State is told by device, store, app and twin")
    func state() throws {
        let run = try Kite.run(
            Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4)),
            [Kite.signIn("Juniper")]
        )
        let entries = run.world.stateEntries()
        let authn = try #require(StatePattern(["token", "kind=authn", "requestor=KITETV", "mvpd=Juniper"]))
        let sources = Set(entries.filter(authn.matches).map(\.source))
        #expect(sources == [.device("tv"), .service])
        #expect(entries.contains { $0.source == .app("com.kite.tv") && $0["isSignedIn"] == .truth(true) })
    }
}
