import Exchanges
public import History
import Simulation
import VirtualTime

/// What a recording that is served gives to an app with each of its exchanges and VSA calls, and what it takes away.
///
/// The back end over a recording knows no tokens: it answers what was recorded. What its app was given shows only here.
public struct ServedHistory: Sendable {
    private let holdings: HoldingIndex
    /// The life of what expires, by the recording's time, by its place in the history.
    private var livesByPlace: [Int: PageLife] = [:]

    /// What the recording with this history gives.
    public init(_ history: History) {
        holdings = HoldingIndex(history)
        for (place, entry) in history.entries.enumerated() where entry.expires != nil {
            livesByPlace[place] = PageLife(entry, place)
        }
    }

    /// What an event gives, in the history's order.
    func issued(by event: EventReference) -> [PageLife] { holdings.issued(by: event).compactMap { livesByPlace[$0] } }

    /// What an event ends, in the history's order.
    func ended(by event: EventReference) -> [PageLife] { holdings.ended(by: event).compactMap { livesByPlace[$0] } }
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
        case .simulated, .notSimulated, .unmatched, .damaged, .foreignHost, .fault: return nil
        }
        instant = observation.instant
    }
}
