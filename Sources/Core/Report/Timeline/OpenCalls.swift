import SubscriberAccount
import VirtualTime

/// The calls of a timeline that have had no result yet, each with what is kept of it.
///
/// A result belongs to the last request of its number, of the same app, and of Adobe or VSA as it is itself.
struct OpenCalls<Kept> {
    private var kept: [Call: Kept] = [:]

    private struct Call: Hashable {
        var place: String?
        var isVSA: Bool
        var number: Int

        /// The call that an event is about; nil if it is about none.
        init?(_ event: TimelineEvent) {
            guard let link = event.link, let number = link.call else { return nil }
            let isOfVSA = event.actor == .vsa || event.content?.value is VSARequest || link.vsaCall != nil
            (place, isVSA, self.number) = (event.place, isOfVSA, number)
        }
    }

    /// What is kept of the calls that are open, in this order.
    func all(by precedes: (Kept, Kept) -> Bool) -> [Kept] { kept.values.sorted(by: precedes) }

    /// What is kept of the open call that an event is about.
    func call(of event: TimelineEvent) -> Kept? { Call(event).flatMap { kept[$0] } }

    /// Opens the call that a request begins.
    mutating func open(_ request: TimelineEvent, _ value: Kept) {
        if let call = Call(request) { kept[call] = value }
    }

    /// Closes the call that a result ends; nil if none was open.
    mutating func close(_ result: TimelineEvent) -> Kept? { Call(result).flatMap { kept.removeValue(forKey: $0) } }
}
