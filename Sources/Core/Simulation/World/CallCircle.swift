public import PassAPI
public import VirtualTime

/// A circle of calls: an app that makes one after the other and waits for nothing but their responses.
///
/// No timer and no person stops it, so it would continue for ever; polls wait for a timer and are none.
public struct CallCircle: Hashable, Sendable, CustomStringConvertible {
    /// `phone/com.kite.tv`.
    public var app: String
    /// The calls it makes, each once, in the order they were made first.
    public var calls: [PassAPI.Operation]
    /// The number of events at one instant, or of responses in a row.
    public var count: Int
    /// The instant at which the run was ended.
    public var instant: Instant

    /// More than this many events of one app at one instant, or responses without anything else between them, are a circle.
    public static let limit = 1_000

    /// What goes round, how often and when.
    public var description: String {
        let what = calls.isEmpty ? "does not come to rest" : "calls \(calls.map(\.rawValue).joined(separator: ", "))"
        return "\(app) \(what) without end: \(count) events in a row until \(instant), "
            + "and it waits for nothing but the responses"
    }
}

/// The events of an app since it last waited for something.
struct EventChain: Sendable {
    private var instant = Instant.distantPast
    /// The number of events at that instant.
    private var together = 0
    /// The number of the simulated service's responses since a timer or a person.
    private var responses = 0
    /// The calls of these responses, each once.
    private(set) var calls: [PassAPI.Operation] = []

    /// Counts an event; `call` is the call whose response of the simulated service it is, `isWait` true if it was waited for.
    ///
    /// - Returns: how many there are in a row, once they are a circle.
    mutating func add(at now: Instant, call: PassAPI.Operation?, isWait: Bool) -> Int? {
        if now > instant {
            if isWait { (responses, calls) = (0, []) }
            (instant, together) = (now, 0)
        }
        together += 1
        if let call {
            responses += 1
            if !calls.contains(call) { calls.append(call) }
        }
        let count = max(together, responses)
        return count > CallCircle.limit ? count : nil
    }
}
