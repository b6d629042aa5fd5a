import Device
import ClientStack
import PassAPI
import Services
public import VirtualTime

/// A scenario on its way through a world: step by step, or all of it.
public struct ScenarioRun: Sendable {
    /// The world, as far as it has come.
    public internal(set) var world: World
    /// The expectations that were not met, in order.
    public internal(set) var failures: [ExpectationFailure] = []
    /// The other names of resources: the guid of an MRSS document, with the document.
    public var resources: [String: String] = [:]

    /// Whole seconds by which the clock that whoever tells the steps sees is ahead of the world's.
    var lead: Int64 = 0
    /// The place of the app that the next step is about.
    var app = 0
    /// The place of the device that the next step is about.
    var device = 0
    /// The observations since the last expectation.
    var seen: [Observation] = []
    /// The number of events that the timeline had at the last expectation.
    var eventsSeen = 0
    /// The expirations that were seen, if somebody collects them.
    var checkpoints: Checkpoints?
    /// The instant that the run does not pass.
    var horizon = Instant.distantFuture
    /// True if something would happen next that lies behind the horizon.
    var isAtHorizon = false

    /// A run through `world` in which nothing has happened yet.
    public init(in world: World) {
        self.world = world
        eventsSeen = world.timeline.events.count
    }

    /// Carries out `steps`, in order.
    ///
    /// - Throws: `ScenarioError` for a step that cannot happen; what came before it has happened.
    public mutating func run(_ steps: [Scenario.LocatedStep]) throws(ScenarioError) {
        for step in steps { try perform(step) }
    }

    /// Carries out `steps` up to `instant`, be it in the middle of one; after the last the world goes on by itself.
    ///
    /// - Throws: `ScenarioError` for a step that cannot happen, and for an instant that is over.
    public mutating func run(_ steps: [Scenario.LocatedStep], until instant: Instant) throws(ScenarioError) {
        guard instant >= world.now else {
            throw ScenarioError(line: 0, "\(instant) is before the beginning, at \(world.now)")
        }
        horizon = instant
        for step in steps where !isAtHorizon { try perform(step) }
        seen += world.run(until: instant)
        try requireNoCircle(0)
    }

    /// Carries out one step.
    ///
    /// - Throws: `ScenarioError` if it cannot happen.
    public mutating func perform(_ located: Scenario.LocatedStep) throws(ScenarioError) {
        if let name = located.app { try turn(to: name, located.line) }
        try located.step.base.perform(in: &self, located.line)
    }

    /// The digest of the whole run: the timeline, and which expectations were not met, and when.
    public var digest: Digest {
        var digest = world.timeline.digest
        digest.absorb(UInt64(failures.count))
        var identities = IdentityNumbers()
        for failure in failures {
            digest.absorb(failure.instant)
            digest.absorb(failure.expectation.values, numbering: &identities)
        }
        return digest
    }

    // MARK: Whom a step is about

    private mutating func turn(to name: AppName, _ line: Int) throws(ScenarioError) {
        if let deviceName = name.device {
            let names = world.devices.map(\.name)
            guard let index = names.firstIndex(of: deviceName) else {
                throw ScenarioError(
                    line: line,
                    "there is no device \(deviceName)",
                    hint: "the devices are \(names.joined(separator: ", "))"
                )
            }
            if index != device, name.bundleID == nil, let first = firstApp(of: index) { app = first }
            device = index
        }
        if let bundleID = name.bundleID {
            let candidates = world.apps.indices.filter {
                world.apps[$0].bundleID == bundleID && !world.apps[$0].isDeleted
            }
            let chosen =
                candidates.first { world.apps[$0].device == device } ?? (name.device == nil ? candidates.first : nil)
            guard let chosen else {
                let known = world.apps.filter { !$0.isDeleted }.map(\.title)
                throw ScenarioError(
                    line: line,
                    "there is no app \(name)",
                    hint: known.isEmpty ? "no app is installed" : "the apps are \(known.joined(separator: ", "))"
                )
            }
            app = chosen
            device = world.apps[chosen].device
        }
    }

    func firstApp(of device: Int) -> Int? {
        world.apps.firstIndex { $0.device == device && !$0.isDeleted }
    }
}
