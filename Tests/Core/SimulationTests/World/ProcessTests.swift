import ClientStack
import Device
import Services
@testable import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite("Processes end, screens go dark, and people notice") struct ProcessTests {
    @Test(
        "A restart ends every app: nobody polls until the next launch, whichever the client",
        arguments: [nil, PlatformVersion(3, 5)]
    )
    func restart(_ sdk: PlatformVersion?) throws {
        let begin: [ScenarioStep] =
            sdk == nil
            ? [.launch] : [.launch, .call(.getAuthentication()), .call(.setSelectedProvider("Juniper"))]
        var ends: [ScenarioStep] = [.restart, .upgradeOS(PlatformVersion(16))]
        if let sdk { ends.append(.updateApp(sdkVersion: sdk)) }
        for end in ends {
            let steps: [ScenarioStep] = [
                .advance(.seconds(60)), .expect([]), end, .expect([]), .advance(.seconds(60)),
                .expect([.noRequests([])]),
            ]
            let run = try Kite.run(Kite.setup(sdk: sdk, permission: false), begin + steps)
            #expect(run.failures.isEmpty, "\(run.failures)")
            #expect(!run.world.apps[0].isLaunched)
            #expect(!run.world.apps[0].waitsForUser)
        }
    }

    @Test("An updated app runs its new SDK from the next use on")
    func update() throws {
        let run = try Kite.run(
            Kite.setup(.tvOS, PlatformVersion(12), sdk: PlatformVersion(3, 1)),
            [
                Kite.signIn("Juniper"), .updateApp(sdkVersion: PlatformVersion(3, 5)),
                .expect([.state(["client", "isRunning=false"])]), .call(.checkAuthentication),
                .expect([.state(["client", "isRunning=true", "sdkVersion=3.5"])]),
            ]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("An app that was in the background is not there after a restart, and is launched")
    func background() throws {
        let run = try Kite.run(
            Kite.setup(),
            [Kite.signIn("Meadowlark"), .background, .restart, .launch, .play("KITE1"), .expect([.playing("KITE1")])]
        )
        #expect(run.failures.isEmpty, "\(run.failures)")
    }

    @Test("Nobody logs in on a device that sleeps: the page waits until it is awake")
    func sleepingPage() throws {
        var run = ScenarioRun(in: try World(Kite.setup(.iOS, PlatformVersion(9), sdk: PlatformVersion(1, 9, 4))))
        try run.run([.init(.launch), .init(.call(.getAuthentication())), .init(.call(.setSelectedProvider("Juniper")))])
        #expect(run.world.apps[0].openPresentation != nil)
        var world = run.world
        world.setSimulatedUser(SimulatedUser(signInBehavior: .init(provider: "Juniper")), of: 0)
        _ = try world.apply(.fellAsleep, to: 0)
        _ = world.run(until: world.now + .seconds(600))
        #expect(!world.timeline.events.contains { $0.actor == .user && $0.kind == "login" })
        _ = try world.apply(.wokeUp, to: 0)
        _ = world.run(until: world.now + .seconds(60))
        #expect(world.timeline.events.contains { $0.actor == .user && $0.kind == "login" })
        #expect(world.isSignedIn(0))
    }

    @Test("A code that the user has given up is not entered")
    func abandonedCode() throws {
        var world = try Kite.run(Kite.setup(permission: false), [.launch]).world
        world.setSimulatedUser(SimulatedUser(signInBehavior: .init(provider: "Juniper")), of: 0)
        _ = world.apply(.userActionOccurred(.cancel))
        _ = world.run(until: world.now + .seconds(600))
        #expect(!world.timeline.events.contains { $0.actor == .user && $0.kind == "login" })
    }

    @Test("An app that is deleted and installed again has none of its old cookies")
    func cookies() throws {
        let app = try #require(Kite.setup().devices[0].apps.first)
        let world = try Kite.run(Kite.setup(), [.deleteApp, .installApp(app)]).world
        #expect(world.apps.map(\.isDeleted) == [true, false])
        #expect(world.apps[0].title == world.apps[1].title)
        #expect(world.apps[0].connection.cookies != world.apps[1].connection.cookies)
    }
}
