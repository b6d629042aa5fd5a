public import VirtualTime

/// An expiration, and a world in which it counts.
///
/// What changes at an expiration is looked at in the last world in which it was known and nothing that came later, such
/// as a logout, had made it pointless.
public struct ExpirationCheckpoint: Sendable {
    /// The expiration, with its instant.
    public var expiration: Expiration
    /// The last world in which it counts.
    public var world: World
    /// The place of the app that it is about, among the world's.
    public var app: Int
    /// True if it ended before it expired, by a logout or a refusal: what is seen is as if it had not.
    public var hasEnded = false

    /// An expiration that became known in `world`.
    public init(_ expiration: Expiration, in world: World, app: Int = 0) {
        self.expiration = expiration
        self.world = world
        self.app = app
    }
}

/// The expirations seen so far, each once.
public struct Checkpoints: Sendable {
    /// The checkpoints, in the order in which they were made.
    public private(set) var all: [ExpirationCheckpoint] = []
    private var known: [Expiration: Int] = [:]

    /// Nothing was seen.
    public init() {}

    /// Lets `change` say more of each, and leaves out those for which it returns false.
    public mutating func review(_ change: (inout ExpirationCheckpoint) -> Bool) {
        for index in all.indices.reversed() where !change(&all[index]) { all.remove(at: index) }
        known = [:]
    }

    /// Looks for expirations that were not known before, and for a later world of those that were.
    ///
    /// - Parameters:
    ///   - world: where to look.
    ///   - expirations: what runs out in it; nil: all that it knows.
    ///   - app: which app it is about.
    public mutating func look(at world: World, for expirations: [Expiration]? = nil, app: Int = 0) {
        let isSignedIn = world.apps.indices.contains(app) && world.isSignedIn(app)
        for expiration in expirations ?? world.expirations() where expiration.instant > world.now {
            var key = expiration
            key.source = ""
            // Where several apps run, it is about the one that knows of it.
            let owner = world.apps.indices.first { world.expirations(of: $0).contains(expiration) }
            let checkpoint = ExpirationCheckpoint(expiration, in: world, app: owner ?? app)
            guard let index = known[key] else {
                known[key] = all.count
                all.append(checkpoint)
                continue
            }
            // A code counts until it was used; everything else for as long as somebody is signed on.
            if expiration.kind != .registrationCode, isSignedIn { all[index] = checkpoint }
        }
    }
}
