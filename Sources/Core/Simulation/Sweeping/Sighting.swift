public import VirtualTime

/// A deadline, and a world in which it counts.
///
/// What changes at a deadline is looked at in the last world in which it was known and nothing that came later, such as
/// a logout, had made it pointless.
public struct Sighting: Sendable {
    /// What runs out, and when.
    public var deadline: Deadline
    /// The last world in which it counts.
    public var world: World
    /// Which app of the world it is about.
    public var app: Int

    /// A deadline that became known in `world`.
    public init(_ deadline: Deadline, in world: World, app: Int = 0) {
        self.deadline = deadline
        self.world = world
        self.app = app
    }
}

/// The deadlines seen so far, each once.
public struct Sightings: Sendable {
    /// The sightings, in the order in which they were made.
    public private(set) var all: [Sighting] = []
    private var known: [Deadline: Int] = [:]

    /// Nothing was seen.
    public init() {}

    /// Looks for deadlines that were not known before, and for a later world of those that were.
    ///
    /// - Parameters:
    ///   - world: where to look.
    ///   - deadlines: what runs out in it; nil: all that it knows.
    ///   - app: which app it is about.
    public mutating func look(at world: World, for deadlines: [Deadline]? = nil, app: Int = 0) {
        let isSignedOn = world.apps.indices.contains(app) && world.isSignedOn(app)
        for deadline in deadlines ?? world.deadlines() where deadline.instant > world.now {
            var key = deadline
            key.holder = ""
            // Where several apps run, it is about the one that knows of it.
            let owner = world.apps.indices.first { world.deadlines(of: $0).contains(deadline) }
            let sighting = Sighting(deadline, in: world, app: owner ?? app)
            guard let index = known[key] else {
                known[key] = all.count
                all.append(sighting)
                continue
            }
            // A code counts until it was used; everything else for as long as somebody is signed on.
            if deadline.kind != .registrationCode, isSignedOn { all[index] = sighting }
        }
    }
}
