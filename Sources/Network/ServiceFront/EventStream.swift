import Documents
import NIOConcurrencyHelpers
import NIOCore
import Proxy
import Report
import Simulation
import VirtualTime

/// What happens to what is served, as server-sent events (HTML standard §9.2), for one reader.
///
/// It begins where the reader stopped, or with the first request that is kept. What was sent is not kept for anybody: whoever
/// reads slowly is sent later what is still in the log then, and sees by the ordinals what is not.
final class EventStream: Sendable {
    static let contentType = "text/event-stream"
    /// The events in a piece at most.
    private static let mostEvents = 64
    /// The bytes after which no further event goes into a piece.
    private static let pieceBytes = 32 * 1024

    /// What is sent.
    enum Content: Hashable, Sendable {
        /// Requests and steps.
        case timeline
        /// What the page draws of them.
        case page

        /// What a resource has as events; nil if that is nothing.
        init?(_ resource: ControlResource) {
            switch resource {
            case .timeline: self = .timeline
            case .page: self = .page
            case .clock, .steps, .state, .expirations, .unmatched, .reset, .verdict, .openAPI: return nil
            }
        }
    }

    private let content: Content
    private let backend: ServedState
    private let number: Int
    private let now: @Sendable () -> Instant
    /// What the reader may not read whole; nil if it may.
    private let shortened: NIOLockedValueBox<ShortenedIdentifiers>?
    private let place: NIOLockedValueBox<Place>

    /// How far a reader has come.
    struct Place: Hashable, Sendable {
        /// The last request that it was sent.
        var request = 0
        /// The last step that it was sent after that request; 0 for none.
        var step = 0
        /// How often all had been forgotten; nil if that is not known.
        var resets: Int?
        /// True if it was sent nothing yet.
        var isNew = true
        /// How far it has come with what the page draws.
        var page = ServedPage.Place()

        /// Begins again if all was forgotten since it was there.
        ///
        /// - Parameters:
        ///   - resets: how often all has been forgotten.
        ///   - count: the requests since then.
        /// - Returns: whether it begins again.
        mutating func forget(upTo resets: Int, count: Int) -> Bool {
            let isForgotten = self.resets.map { $0 != resets } ?? (request > count)
            if isForgotten { (request, step) = (0, 0) }
            self.resets = resets
            return isForgotten
        }

        /// The beginning, or the place after the event of this id: `12` is a request's, `12+3` that of a step after it.
        init(after id: String?) {
            let parts = (id ?? "").split(separator: "+", maxSplits: 1).map { Int($0) ?? 0 }
            request = max(0, parts.first ?? 0)
            step = parts.count > 1 ? max(0, parts[1]) : 0
            page = ServedPage.Place(id: id ?? "")
        }
    }

    /// A stream for a reader whose last event had this id; nil if there are too many readers.
    ///
    /// - Parameters:
    ///   - content: what is sent.
    ///   - backend: what is served.
    ///   - id: the id of the reader's last event; nil for a new one.
    ///   - shortens: whether the reader may not read device ids and codes whole.
    ///   - now: tells the wall's time.
    init?(
        _ content: Content,
        of backend: ServedState,
        after id: String?,
        shortens: Bool,
        now: @escaping @Sendable () -> Instant
    ) {
        guard let number = backend.events.open() else { return nil }
        shortened = shortens ? NIOLockedValueBox(ShortenedIdentifiers()) : nil
        (self.content, self.backend, self.number, self.now) = (content, backend, number, now)
        place = NIOLockedValueBox(Place(after: id))
    }

    /// The stream as a response's body.
    var body: StreamedBody {
        StreamedBody {
            await self.next()
        } end: {
            self.backend.events.close(self.number)
        }
    }

    private func next() async -> ByteBuffer? {
        if place.withLockedValue({ $0.isNew }) { return ByteBuffer(string: "retry: 2000\n\n" + piece()) }
        while true {
            let text = piece()
            if !text.isEmpty { return ByteBuffer(string: text) }
            switch await backend.events.turn(of: number) {
            case .look: continue
            // What begins with a colon is a comment: it keeps the connection, and finds out whether the reader is there.
            case .beat: return ByteBuffer(string: ":\n\n" + piece())
            case .end: return nil
            }
        }
    }

    // MARK: Pieces

    private enum Event {
        case request(ServedEntry)
        case step(ServedEvents.Step)
    }

    /// The events that follow, as many as go into a piece; empty if there are none.
    private func piece() -> String {
        switch content {
        case .timeline: timelinePiece()
        case .page: pagePiece()
        }
    }

    private func pagePiece() -> String {
        var place = place.withLockedValue { $0 }
        let wall = now()
        let (objects, clock) = backend.withPage(at: wall) { page, clock in
            (page.objects(after: place.page, limit: Self.mostEvents), ServedJSON.clock(clock, at: wall))
        }
        let shown = objects.isEmpty ? nil : identifiers(at: wall)
        var text = ""
        for (object, next) in objects where text.utf8.count < Self.pieceBytes {
            text += Self.event(object["type"]?.string ?? "", id: next.id, shown?(object) ?? object)
            place.page = next
        }
        let isFirst = place.isNew
        place.isNew = false
        self.place.withLockedValue { $0 = place }
        // A step may have moved the clock.
        return text.isEmpty && !isFirst ? text : text + Self.event("clock", id: nil, clock)
    }

    private func timelinePiece() -> String {
        var place = place.withLockedValue { $0 }
        let wall = now()
        let (events, isForgotten, clock) = backend.withBackend { backend in
            let changes = self.backend.events.changes
            let isForgotten = place.forget(upTo: changes.resets, count: backend.log.count)
            return (
                Self.events(backend.log, changes.steps, after: place), isForgotten,
                ServedJSON.clock(backend.clock, at: wall)
            )
        }
        var text = isForgotten ? Self.event("reset", id: "0", clock) : ""
        var tellsClock = place.isNew
        let shown = events.isEmpty ? nil : identifiers(at: wall)
        for event in events where text.utf8.count < Self.pieceBytes {
            switch event {
            case .request(let entry):
                (place.request, place.step) = (entry.ordinal, 0)
                let object = ServedJSON.request(entry)
                text += Self.event("request", id: "\(entry.ordinal)", shown?(object) ?? object)
            case .step(let step):
                // The requests before it may be kept no longer.
                (place.request, place.step) = (max(place.request, step.requests), step.number)
                tellsClock = true
                text += Self.event("step", id: "\(place.request)+\(step.number)", shown?(step.object) ?? step.object)
            }
        }
        place.isNew = false
        self.place.withLockedValue { $0 = place }
        return text + (tellsClock ? Self.event("clock", id: nil, clock) : "")
    }

    /// What the reader is not to read whole; nil if it may.
    private func identifiers(at wall: Instant) -> ShortenedIdentifiers? {
        shortened?.withLockedValue { known in
            if known.isNew { known = backend.withBackend { ShortenedIdentifiers(of: &$0, at: wall) } }
            backend.withBackend { known.learn($0) }
            return known
        }
    }

    /// The events after a place, in the order in which they happened.
    private static func events(_ log: ServedLog, _ steps: [ServedEvents.Step], after place: Place) -> [Event] {
        let first = log.entries.first?.ordinal ?? 1
        var next = max(place.request + 1, first)
        var pending = steps.drop { place.step > 0 ? $0.number <= place.step : $0.requests < place.request }
        var events: [Event] = []
        while events.count < mostEvents {
            if let step = pending.first, step.requests < next {
                events.append(.step(step))
                pending.removeFirst()
            } else if log.entries.indices.contains(next - first) {
                events.append(.request(log.entries[next - first]))
                next += 1
            } else {
                break
            }
        }
        return events
    }

    /// An event as it is sent: JSON on one line, its end, and an empty one.
    private static func event(_ name: String, id: String?, _ object: JSONObject) -> String {
        "event: \(name)\n" + (id.map { "id: \($0)\n" } ?? "") + "data: \(JSONLine.text(of: object))\n"
    }
}
