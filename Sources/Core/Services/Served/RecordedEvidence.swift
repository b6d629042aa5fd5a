public import History
import VirtualTime

/// What a recording shows beside its responses: what they give, until when, and what the service knows that gave them.
public struct RecordedEvidence: Sendable {
    /// What the simulated service knows by the responses; nil where none stands behind the recording.
    public let observer: ServiceObserver?
    /// From when on its responses hold no longer, by ordinal.
    let ends: [Int: Instant]
    /// The exchanges after which its responses are not given, by ordinal.
    let logouts: [Int: [Int]]
    /// What expires, by its place in the history, by the names that scenarios have.
    fileprivate let expirationsByPlace: [Int: Expiration]
    /// What each event gives and ends.
    fileprivate let holdings: HoldingIndex

    /// What a recording with this history shows.
    public init(_ history: History, observer: ServiceObserver? = nil) {
        self.observer = observer
        (ends, logouts) = (history.responseEnds, history.responseLogouts)
        holdings = HoldingIndex(history)
        var expirations: [Int: Expiration] = [:]
        for (place, holding) in history.entries.enumerated() { expirations[place] = Expiration(recorded: holding) }
        expirationsByPlace = expirations
    }
}

/// What an app knows of a recording by the responses that it was given.
public struct ShownEvidence: Sendable {
    private var exchanges = GivenExchanges()
    private var givenCalls: Set<Int> = []
    /// The places of what it holds, as far as it expires, rising.
    private var held: [Int] = []
    /// The whole seconds by which a response was made later for it than the recorded one, by exchange.
    private var lateness: [Int: Int64] = [:]
    /// The same by the places of what it was given so.
    private var heldLonger: [Int: Int64] = [:]

    /// Nothing.
    public init() {}

    /// The response of an exchange is made later for the app than the recorded one was, by whole seconds of the recording's time.
    public mutating func note(_ exchange: Int, lateBy seconds: Int64) { lateness[exchange] = seconds }

    /// Lets a service know what its app was given since the last time.
    ///
    /// - Parameters:
    ///   - service: the service: the simulated one remembers what it would have given itself, none what expires.
    ///   - session: the app's session.
    ///   - recording: the recording.
    ///   - vsaCalls: the VSA calls that were given, by ordinal.
    ///   - evidence: what the recording shows.
    public mutating func tell(
        _ service: inout Service,
        of session: Int,
        over recording: ServedRecording,
        vsaCalls: [Int],
        _ evidence: RecordedEvidence
    ) {
        let new = recording.given(to: session, beyond: &exchanges)
        guard let observer = evidence.observer else {
            let newCalls = vsaCalls.filter { givenCalls.insert($0).inserted }
            let events = new.map { EventReference.exchange($0) } + newCalls.map { .vsaCall($0) }
            guard !events.isEmpty else { return }
            for event in events {
                let ended = evidence.holdings.ended(by: event)
                if !ended.isEmpty { held.removeAll(where: ended.contains) }
                let issued = evidence.holdings.issued(by: event)
                held += issued.filter { evidence.expirationsByPlace[$0] != nil }
                if case .exchange(let exchange) = event, let late = lateness[exchange] {
                    for place in issued { heldLonger[place] = late }
                }
            }
            held.sort()
            let expirations = held.compactMap { place in
                var expiration = evidence.expirationsByPlace[place]
                expiration?.instant += .seconds(heldLonger[place] ?? 0)
                return expiration
            }
            service = .served(expirations)
            return
        }
        guard !new.isEmpty else { return }
        let given = new.map { (exchange: $0, late: Duration.seconds(lateness[$0] ?? 0)) }
        service.withSimulated { observer.observe(given, in: &$0) }
    }
}
