import Device
import Simulation
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct HorizonTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)

    /// A TV with one app, and nothing done yet.
    static func run() throws -> ScenarioRun {
        var setup = WorldSetup(start: start)
        var device = DeviceSetup(name: "tv", system: OperatingSystem(.tvOS, PlatformVersion(15)))
        device.apps = [AppSetup(bundleID: "com.kite.tv", teamID: "KITE", requestor: "KITETV")]
        setup.devices = [device]
        return ScenarioRun(in: try World(setup))
    }

    @Test("A run stops at an instant in the middle of a step, and does nothing that comes later")
    func middle() throws {
        var run = try Self.run()
        let instant = Self.start + .milliseconds(60)
        try run.run([.init(.launch), .init(.advance(.seconds(86_400))), .init(.sleep)], until: instant)
        #expect(run.world.now == instant)
        #expect(!run.world.devices[0].clock.isAsleep)
        #expect(run.world.timeline.events.allSatisfy { $0.instant <= instant })
    }

    @Test("It stops on the way through time that passes")
    func advance() throws {
        var run = try Self.run()
        let instant = Self.start + .seconds(100)
        try run.run([.init(.advance(.seconds(86_400))), .init(.sleep)], until: instant)
        #expect(run.world.now == instant)
        #expect(!run.world.devices[0].clock.isAsleep)
    }

    @Test("After the last step the world goes on by itself up to the instant")
    func afterwards() throws {
        var run = try Self.run()
        try run.run([.init(.sleep)], until: Self.start + .seconds(86_400))
        #expect(run.world.now == Self.start + .seconds(86_400))
        #expect(run.world.devices[0].clock.isAsleep)
    }

    @Test("What happens at the instant itself has happened")
    func boundary() throws {
        var whole = try Self.run()
        try whole.run([.init(.launch)])
        let last = try #require(whole.world.timeline.events.last?.instant)
        var run = try Self.run()
        try run.run([.init(.launch)], until: last)
        #expect(run.world.timeline == whole.world.timeline)
        var short = try Self.run()
        try short.run([.init(.launch)], until: last - .nanoseconds(1))
        #expect(short.world.timeline.events.count < whole.world.timeline.events.count)
    }

    @Test("An instant before the beginning is an error")
    func past() throws {
        var run = try Self.run()
        #expect(throws: ScenarioError.self) { try run.run([], until: Self.start - .nanoseconds(1)) }
    }
}
