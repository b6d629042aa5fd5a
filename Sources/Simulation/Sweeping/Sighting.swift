public import VirtualTime

/// A deadline, and the world as it stood when it first became known.
///
/// What changes at a deadline is looked at in a world in which nothing that came later, such as a logout, has made it
/// pointless.
public struct Sighting: Sendable {
    /// What runs out, and when.
    public var deadline: Deadline
    /// The world right after it became known.
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
    private var known: Set<Deadline> = []

    /// Nothing was seen.
    public init() {}

    /// Looks for deadlines that were not known before.
    public mutating func look(at world: World, app: Int = 0) {
        for deadline in world.deadlines() where deadline.instant > world.now {
            var key = deadline
            key.holder = ""
            if known.insert(key).inserted { all.append(Sighting(deadline, in: world, app: app)) }
        }
    }
}
