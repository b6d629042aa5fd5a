public import VirtualTime

/// The holdings of a history by the event that gives, uses or ends them.
public struct HoldingIndex: Sendable {
    private var (issued, ended): ([EventReference: [Int]], [EventReference: [Int]]) = ([:], [:])

    private var used: [Int: [Int]] = [:]

    /// The index of the entries of a history.
    public init(_ history: History) {
        for (place, holding) in history.entries.enumerated() {
            issued[holding.issued.value.event, default: []].append(place)
            if let event = holding.ending?.value.cause.event { ended[event, default: []].append(place) }
        }
        for use in history.uses { used[use.exchange, default: []].append(use.entry) }
    }

    /// The places in the entries of what an exchange shows that the service took, in the order in which it did.
    public func used(by exchange: Int) -> [Int] { used[exchange] ?? [] }

    /// The places in the entries of what an event gives, rising.
    public func issued(by event: EventReference) -> [Int] { issued[event] ?? [] }

    /// The places in the entries of what an event ends, rising: also of what it replaces.
    public func ended(by event: EventReference) -> [Int] { ended[event] ?? [] }
}
