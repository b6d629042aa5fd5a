/// The holdings of a history by the event that gives or ends them.
public struct HoldingIndex: Sendable {
    private var (issued, ended): ([EventReference: [Int]], [EventReference: [Int]]) = ([:], [:])

    /// The index of the entries of a history.
    public init(_ entries: [Holding]) {
        for (place, holding) in entries.enumerated() {
            issued[holding.issued.value.event, default: []].append(place)
            if let event = holding.ending?.value.cause.event { ended[event, default: []].append(place) }
        }
    }

    /// The places in the entries of what an event gives, rising.
    public func issued(by event: EventReference) -> [Int] { issued[event] ?? [] }

    /// The places in the entries of what an event ends, rising: also of what it replaces.
    public func ended(by event: EventReference) -> [Int] { ended[event] ?? [] }
}
