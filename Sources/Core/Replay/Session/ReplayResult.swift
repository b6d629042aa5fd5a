import Services
public import Simulation
public import VirtualTime

/// The findings of a replay.
public struct ReplayResult: Sendable {
    /// Everything that happened, with its digest.
    public var timeline: Timeline
    /// The places where the recorded client did other than the reference client, in the order in which they showed.
    public var warnings: [ReplayWarning]
    /// The places where the replay could not be answered from the recording, or ended elsewhere, in the order in which
    /// they showed.
    public var divergences: [Divergence]
    /// The notes for readers: what was inferred, what the recording lacks.
    public var notes: [ReplayNote]
    /// The differences of the app from the documents' client, by the rows of its behavior; of a replay by that client only
    /// the pace of polls, where the app polls faster than it may.
    public var behavior: [BehaviorDifference] = []
    /// The rows of the app's behavior that the recording does not show, each as `row=value`.
    public var assumedRows: [String] = []
    /// The fate of each recorded exchange, in the recording's order.
    public var fates: [ExchangeFate]
    /// The world at the end, to go on from.
    public var world: World

    /// Stands for the whole replay: the timeline and what was found, but for what the recording alone shows.
    public var digest: Digest {
        var digest = timeline.digest
        var identities = IdentityNumbers()
        let counted = warnings.filter { $0.isInDigest }
        for values in counted.map(\.values) + divergences.map(\.values) {
            digest.absorb(values, numbering: &identities)
        }
        return digest
    }

    /// True if the app breaks a rule: what `--strict` treats as an error.
    public var hasWarnings: Bool {
        warnings.contains { $0.level == .warning } || behavior.contains { $0.level == .warning }
    }

    /// The number of recorded exchanges.
    public var exchangeCount: Int { fates.count }
    /// The number of recorded exchanges that answered the replayed client.
    public var replayedCount: Int { count(.replayed) }
    /// The number of exchanges taken over because the replayed client did not make them.
    public var adoptedCount: Int { count(.adopted) }
    /// The number of exchanges that are not calls of the client.
    public var skippedCount: Int { fates.count { if case .skipped = $0.fate { true } else { false } } }
    /// The number of exchanges behind the place where the replay stopped.
    public var notReachedCount: Int { count(.notReached) }

    private func count(_ fate: ExchangeFate.Fate) -> Int { fates.count { $0.fate == fate } }

    /// Adds what was found outside the replay, such as damage to the file; what names an exchange that is known to be
    /// missing is left out.
    public mutating func add(_ found: [Divergence]) {
        divergences += found.filter { new in
            new.exchange == nil
                || !divergences.contains { $0.exchange == new.exchange && $0.reason == .notRecorded }
        }
    }
}
