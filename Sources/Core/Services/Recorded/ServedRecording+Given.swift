import Exchanges
public import VirtualTime

// What apps were given, and until when that can be given.

/// The exchanges that an app was given by some point, of those that a recording has.
public struct GivenExchanges: Hashable, Sendable {
    fileprivate var exchanges = UsedExchanges()

    /// None of them.
    public init() {}
}

extension ServedRecording {
    /// Learns from when on its responses hold no longer: by the recording's time, and after which logout.
    ///
    /// An app that is later gets none of them.
    public mutating func learn(_ evidence: RecordedEvidence) {
        (ends, logouts, isContinued) = ([:], [:], evidence.observer != nil)
        for (entry, exchange) in index.exchanges.enumerated() {
            if let end = evidence.ends[exchange.ordinal] { ends[entry] = end }
            guard let ordinals = evidence.logouts[exchange.ordinal] else { continue }
            logouts[entry] = ordinals.compactMap { index.exchanges.place(of: $0, by: \.ordinal) }
        }
        var earliest = Instant.distantFuture
        earliestEnds = index.exchanges.indices.reversed().map { entry in
            earliest = min(earliest, ends[entry] ?? earliest)
            return earliest
        }
        earliestEnds.reverse()
    }

    /// Checks whether an app that begins with an exchange when the recording's time is `instant` begins too late: a response that it
    /// may be given, that one or one after it, holds no longer.
    public func isLate(beginningWith ordinal: Int, at instant: Instant) -> Bool {
        guard !ends.isEmpty, let entry = index.exchanges.place(of: ordinal, by: \.ordinal) else { return false }
        return instant >= earliestEnds[entry]
    }

    /// The recording's time, as the app of a session has it, is ahead of the clock by which it is served.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - duration: By so much.
    public mutating func set(_ session: Int, ahead duration: Duration) { sessions.set(session, ahead: duration) }

    /// A response that a session was given did not come to its app, which may request it again.
    public mutating func putBack(_ match: ServedAnswer.Match) {
        guard !match.isRepeated, let entry = index.exchanges.place(of: match.exchange.ordinal, by: \.ordinal) else {
            return
        }
        sessions.putBack(entry, in: match.session)
    }

    /// What a session was given beyond what it had been given before.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - known: What it had been given before; afterwards, what it has.
    /// - Returns: The exchanges, by ordinal, in the recording's order.
    public func given(to session: Int, beyond known: inout GivenExchanges) -> [Int] {
        guard let place = sessions.place(of: session) else { return [] }
        return sessions.all[place].requested(beyond: &known.exchanges).map { index.exchanges[$0].ordinal }
    }
}
