import Services
public import Simulation
public import VirtualTime

/// What a replay found.
public struct ReplayResult: Sendable {
    /// Everything that happened, with its digest.
    public var timeline: Timeline
    /// Where the recorded client did other than the reference client, in the order it showed.
    public var deviations: [Deviation]
    /// Where the replay could not be answered from the recording, or ended elsewhere, in the order it showed.
    public var divergences: [Divergence]
    /// What a reader should know besides: what was inferred, what the recording lacks.
    public var notes: [String]
    /// How many recorded exchanges there are, and how many of them answered the replayed client.
    public var exchangeCount: Int
    /// How many recorded exchanges answered the replayed client.
    public var answeredCount: Int
    /// The world at the end, to go on from.
    public var world: World

    /// Stands for the whole replay: the timeline and what was found.
    public var digest: Digest {
        var digest = timeline.digest
        digest.absorb(UInt64(deviations.count))
        for deviation in deviations { digest.absorb(deviation.summary) }
        digest.absorb(UInt64(divergences.count))
        for divergence in divergences { digest.absorb(divergence.summary) }
        return digest
    }

    /// Adds what was found outside the replay, such as damage to the file; what names an exchange that is known to be
    /// missing is left out.
    public mutating func add(_ found: [Divergence]) {
        divergences += found.filter { new in
            new.exchange == nil
                || !divergences.contains { $0.exchange == new.exchange && $0.reason == .neverRecorded }
        }
    }
}
