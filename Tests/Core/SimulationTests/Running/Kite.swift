import Device
import PassAPI
import Report
import Services
import Simulation
import SubscriberAccount
import VirtualTime

/// Worlds for tests: one device, one app of Kite TV on it.
enum Kite {
    static let start = Instant(secondsSince1970: 1_767_225_600)

    static func setup(
        _ family: OperatingSystem.Family = .tvOS,
        _ version: PlatformVersion = PlatformVersion(15),
        sdk: PlatformVersion? = nil,
        permission: Bool? = nil
    ) -> WorldSetup {
        var app = AppSetup(
            bundleID: "com.kite.tv",
            teamID: "KITE",
            requestor: "KITETV",
            kind: sdk.map { .sdk($0) } ?? .rest
        )
        app.permission = permission
        var device = DeviceSetup(name: "tv", system: OperatingSystem(family, version))
        device.apps = [app]
        var setup = WorldSetup(start: start)
        setup.devices = [device]
        return setup
    }

    static func run(_ setup: WorldSetup, _ steps: [ScenarioStep]) throws -> ScenarioRun {
        var run = ScenarioRun(in: try World(setup))
        try run.run(steps.map { .init($0) })
        return run
    }

    static func signIn(_ provider: String, _ outcome: ScenarioStep.SignIn.Outcome = .succeeds) -> ScenarioStep {
        var signIn = ScenarioStep.SignIn(provider: provider)
        signIn.outcome = outcome
        return .signIn(signIn)
    }

    static func days(_ count: Int64) -> Duration { .seconds(count * 86_400) }
}

extension ScenarioRun {
    /// Returns the events of the timeline after the last one of this kind, by kind.
    func kinds(since kind: String? = nil) -> [String] {
        let events = world.timeline.events
        let start = kind.flatMap { kind in events.lastIndex { $0.kind == kind } } ?? 0
        return events[start...].map(\.kind)
    }

    /// The line of the timeline that holds every word; nil if there is none.
    func line(_ words: String...) -> String? {
        world.timeline.events.lazy.map { "\($0.actor.title) \($0.kind) \($0.summary)" }
            .first { line in words.allSatisfy { line.contains($0) } }
    }
}
