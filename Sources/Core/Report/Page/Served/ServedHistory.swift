import Exchanges
public import History
import Simulation
import VirtualTime

/// What a recording that is served gives to an app with each of its exchanges and VSA calls, and what it takes away.
///
/// The back end over a recording knows no tokens: it answers what was recorded. What its app was given shows only here.
public struct ServedHistory: Sendable {
    /// Something that an event of the recording gave.
    struct Holding: Sendable {
        /// Its life, by the recording's time.
        var life: PageLife
        /// The event that gave it.
        var issuedBy: EventReference
        /// The event that ended it before it expired; nil if none did.
        var endedBy: EventReference?
    }

    /// What was given, by what gave it.
    private var issued: [EventReference: [Holding]] = [:]
    /// The places in the history of what was ended, by what ended it.
    private var ended: [EventReference: [Holding]] = [:]

    /// What the recording with this history gives.
    public init(_ history: History) {
        for (place, entry) in history.entries.enumerated() where entry.expires != nil {
            let holding = Holding(
                life: PageLife(entry, place),
                issuedBy: entry.issued.value.event,
                endedBy: entry.ending?.value.cause.event
            )
            issued[holding.issuedBy, default: []].append(holding)
            if let endedBy = holding.endedBy { ended[endedBy, default: []].append(holding) }
        }
    }

    /// What an event gives, in the history's order.
    func issued(by event: EventReference) -> [Holding] { issued[event] ?? [] }

    /// What an event ends, in the history's order.
    func ended(by event: EventReference) -> [Holding] { ended[event] ?? [] }
}

/// A response of a recording that an app was given.
struct GivenResponse: Sendable {
    /// What it was in the recording.
    var event: EventReference
    /// The app, by the number of its session; nil if it is not known.
    var session: Int?
    /// When that was, by the served clock.
    var instant: Instant
    /// Seconds by which its instants are ahead of the recording's.
    var lead: Int64

    /// The response that a request got; nil if it was none of a recording.
    init?(_ entry: ServedEntry, _ observation: ServedObservation) {
        switch entry.source {
        case .recorded(let match):
            (event, session, lead) = (.exchange(match.exchange), match.session, match.distance)
        case .recordedVSA(let match):
            guard let call = match.vsaCall else { return nil }
            (event, session, lead) = (.vsaCall(call), nil, observation.lead)
        case .simulated, .unmatched, .damaged, .foreignHost, .fault: return nil
        }
        instant = observation.instant
    }
}
