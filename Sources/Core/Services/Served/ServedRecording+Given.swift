import Exchanges
public import VirtualTime

// What apps were given, and until when that can be given.

/// The exchanges that an app was given by some point, of those that a recording has.
public struct GivenExchanges: Hashable, Sendable {
    fileprivate var exchanges = UsedExchanges()

    /// None of them.
    public init() {}
}

/// The instants and the logouts from which on the responses of a recording are not given, by the indices of exchanges.
struct ResponseEnds: Sendable {
    /// True if a simulated service goes on after the recording.
    private(set) var isContinued = false
    private var instants: [Int: Instant] = [:]
    private var logouts: [Int: [Int]] = [:]
    /// The earliest instant from each index on; empty where nothing is known to end.
    private var earliest: [Instant] = []

    /// Nothing is known to end.
    init() {}

    init(_ evidence: RecordedEvidence, of exchanges: [Exchange]) {
        isContinued = evidence.observer != nil
        for (entry, exchange) in exchanges.enumerated() {
            if let end = evidence.ends[exchange.ordinal] { instants[entry] = end }
            guard let ordinals = evidence.logouts[exchange.ordinal] else { continue }
            logouts[entry] = ordinals.compactMap { exchanges.place(of: $0, by: \.ordinal) }
        }
        guard !instants.isEmpty else { return }
        var least = Instant.distantFuture
        earliest = exchanges.indices.reversed().map { entry in
            least = min(least, instants[entry] ?? least)
            return least
        }
        earliest.reverse()
    }

    /// The recording's time from which on a response holds no longer; nil if none is known.
    func instant(of entry: Int) -> Instant? { instants.isEmpty ? nil : instants[entry] }

    /// The logouts after which a response is not given.
    func logouts(of entry: Int) -> [Int] { logouts.isEmpty ? [] : logouts[entry] ?? [] }

    /// Checks whether a response from an index on holds no longer at an instant of the recording's.
    func isOver(from entry: Int, at instant: Instant) -> Bool { !earliest.isEmpty && instant >= earliest[entry] }
}

extension ServedRecording {
    /// Learns from when on its responses hold no longer: by the recording's time, and after which logout.
    ///
    /// An app that is later gets none of them.
    public mutating func learn(_ evidence: RecordedEvidence) { ends = ResponseEnds(evidence, of: index.exchanges) }

    /// Checks whether an app that begins with an exchange when the recording's time is `instant` begins too late: a response that it
    /// may be given, that one or one after it, holds no longer.
    public func isLate(beginningWith ordinal: Int, at instant: Instant) -> Bool {
        guard let entry = index.exchanges.place(of: ordinal, by: \.ordinal) else { return false }
        return ends.isOver(from: entry, at: instant)
    }

    /// The recording's time, as the app of a session has it, is ahead of the clock by which it is served.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - duration: By so much.
    public mutating func set(_ session: Int, ahead duration: Duration) {
        if let place = sessions.place(of: session) { sessions.change(place) { $0.ahead = duration } }
    }

    /// A response that a session was given did not come to its app, which may request it again.
    public mutating func putBack(_ match: AppAnswer.Match) {
        guard !match.isRepeated, let entry = index.exchanges.place(of: match.exchange.ordinal, by: \.ordinal),
            let place = sessions.place(of: match.session)
        else { return }
        sessions.change(place) { $0.progress.putBack(entry) }
    }

    /// What a session was given beyond what it had been given before.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - known: What it had been given before; afterwards, what it has.
    /// - Returns: The exchanges, by ordinal, in the recording's order.
    public func given(to session: Int, beyond known: inout GivenExchanges) -> [Int] {
        guard let place = sessions.place(of: session) else { return [] }
        return sessions.all[place].progress.requested(beyond: &known.exchanges).map { index.exchanges[$0].ordinal }
    }
}
