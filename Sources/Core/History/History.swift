public import Exchanges
import PassAPI
import SubscriberAccount
public import VirtualTime

/// The history that a recording shows: each token, code, session and account, its life, and how that is known.
///
/// A fold over exchanges, VSA calls and user actions, in the order in which they ended. It needs no client and no
/// simulation, and it is linear: each request is recognized once. What only the history knows is never stored.
public struct History: Hashable, Sendable {
    /// The devices, in the order in which they are first seen.
    public let devices: [ObservedDevice]
    /// Everything that was ever there, in the order in which the recording shows it.
    public let entries: [Holding]
    /// The refusals of the service, in order.
    public let refusals: [RecordedRefusal]
    /// The calls that went wrong without refusing anything, in order.
    public let failures: [FailedCall]
    /// The time by which the service's clock is ahead of the recorder's, as far as the recording shows it.
    public let clockOffset: Duration
    /// From the first request to the last response of the recording, VSA calls and user actions included; nil where it
    /// holds nothing.
    public let span: ClosedRange<Instant>?
    /// The last event up to the point that it is about; nil if nothing had happened.
    public let point: Occurrence?
    /// The events, for points before the end.
    let events: [HistoryEvent]
    /// The calls for which something was taken that was there before, in order.
    let uses: [Use]

    /// A call for which something was taken that was there before: it succeeded with it, or was refused for another reason.
    struct Use: Hashable, Sendable {
        /// Its exchange, by ordinal.
        var exchange: Int
        /// The place in ``History/entries`` of what was taken.
        var entry: Int
    }

    /// Everything that `recording` shows.
    public init(_ recording: Recording) {
        let attributed = DeviceAttribution.attributed(RecordingReader(recording).events)
        self.init(attributed.devices, attributed.events, span: Self.span(recording), knowing: nil)
    }

    /// The history of the first events, with what the whole history knows of the things that are there by then.
    init(
        _ devices: [ObservedDevice],
        _ events: [HistoryEvent],
        upTo count: Int? = nil,
        span: ClosedRange<Instant>?,
        knowing whole: History?
    ) {
        let offset = whole?.clockOffset ?? Self.clockOffset(events)
        var fold = HistoryFold(requestors: Self.requestors(events), vsaDevice: Self.vsaDevice(events, devices))
        fold.clockOffset = offset
        for event in events.prefix(count ?? events.count) { fold.take(event) }
        self.devices = devices
        self.span = span
        self.events = events
        clockOffset = offset
        refusals = fold.refusals
        failures = fold.failures
        uses = fold.uses
        let last = events.prefix(count ?? events.count).last
        point = last.map { Occurrence($0.reference, at: $0.instant) }
        entries = Self.settled(fold.entries.all, knowing: whole, at: point?.instant)
    }

    /// The same history, seen at an instant after its last event.
    init(_ history: History, settledAt instant: Instant) {
        devices = history.devices
        span = history.span
        events = history.events
        clockOffset = history.clockOffset
        refusals = history.refusals
        failures = history.failures
        uses = history.uses
        point = history.point
        entries = Self.settled(history.entries, knowing: nil, at: instant)
    }

    /// The entries with what is told of them later, and ended where their time is over.
    static func settled(_ entries: [Holding], knowing whole: History?, at instant: Instant?) -> [Holding] {
        entries.enumerated().map { index, holding in settled(holding, index, knowing: whole, at: instant) }
    }

    /// The entry at place `index` with what is told of it later, and ended where its time is over.
    static func settled(_ holding: Holding, _ index: Int, knowing whole: History?, at instant: Instant?) -> Holding {
        var holding = holding
        if let later = whole?.entries[index].expires, holding.expires?.knowledge.isShown != true {
            holding.expires = later
        } else if let whole, whole.entries[index].expires == nil, holding.expires?.knowledge.isAssumed == true {
            holding.expires = nil
        }
        if holding.ending == nil, let expires = holding.expires, let instant, expires.value <= instant {
            holding.ending = Known(Ending(.expired, at: expires.value), expires.knowledge)
        }
        return holding
    }

    private static func span(_ recording: Recording) -> ClosedRange<Instant>? {
        let others = recording.vsaCalls.map(\.answeredAt) + recording.userActions.map(\.occurredAt)
        let starts = recording.exchanges.map(\.startedAt) + others
        guard let first = starts.min(), let last = (recording.exchanges.map(\.endedAt) + others).max() else {
            return nil
        }
        return first...max(first, last)
    }

    /// The requestor that a device names first: for its calls that name none.
    static func requestors(_ events: [HistoryEvent]) -> [Int: String] {
        var requestors: [Int: String] = [:]
        for case .call(let call) in events {
            guard let device = call.device, requestors[device] == nil else { continue }
            requestors[device] = call.request.requestor
        }
        return requestors
    }

    /// The device that a VSA call is from: the one that forwards profile requests, else the one with most calls.
    static func vsaDevice(_ events: [HistoryEvent], _ devices: [ObservedDevice]) -> Int? {
        for case .call(let call) in events where [.profileRequest, .exchangeToken].contains(call.request.operation) {
            return call.device
        }
        return mainDevice(devices)
    }

    /// The place of the device with most calls, of several the first.
    static func mainDevice(_ devices: [ObservedDevice]) -> Int? {
        devices.indices.max { (devices[$0].callCount, -$0) < (devices[$1].callCount, -$1) }
    }

    /// A second is what a response may take; more is another clock.
    private static func clockOffset(_ events: [HistoryEvent]) -> Duration {
        for case .call(let call) in events {
            guard case .configuration(let details)? = call.response?.content, let time = details.time else { continue }
            let offset = time - call.endedAt
            if offset > .seconds(1) || offset < .seconds(-1) { return offset }
        }
        return .zero
    }
}
