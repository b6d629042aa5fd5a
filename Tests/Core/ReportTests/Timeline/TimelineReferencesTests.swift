import Testing
import VirtualTime

@testable import Report

@Suite struct TimelineReferencesTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)

    private static func event(_ actor: TimelineEvent.Actor, _ kind: String, _ link: EventLink? = nil) -> TimelineEvent {
        var event = TimelineEvent(at: start, actor, kind)
        event.link = link
        return event
    }

    private static func rows(
        _ events: [TimelineEvent],
        hasUserActions: Bool = false
    ) -> [TimelineReferences.Row] {
        var timeline = Timeline()
        for event in events { timeline.append(event) }
        return TimelineReferences(timeline, hasUserActions: hasUserActions).rows
    }

    @Test("A request is about the exchange that its response is from, a VSA result about the call that it answers")
    func joined() {
        let rows = Self.rows([
            Self.event(.client, "v1.media", EventLink(call: 1)), Self.event(.client, "S4"),
            Self.event(.client, "enqueue", EventLink(call: 1, vsaCall: 3)),
            Self.event(.service, "v1.media", EventLink(call: 1, exchange: 8)),
            Self.event(.vsa, "enqueue", EventLink(call: 1)),
        ])
        #expect(rows.map(\.exchange) == [8, nil, nil, 8, nil])
        #expect(rows.map(\.vsaCall) == [nil, nil, 3, nil, 3])
    }

    @Test("A number that comes again belongs to the later request, and what has no number is about what it names")
    func again() {
        let rows = Self.rows([
            Self.event(.client, "v1.media", EventLink(call: 1)),
            Self.event(.service, "v1.media", EventLink(call: 1, exchange: 8)),
            Self.event(.client, "v1.media", EventLink(call: 1)),
            Self.event(.service, "v1.media", EventLink(call: 1, exchange: 11)),
            Self.event(.replay, "adopted", EventLink(exchange: 12)), Self.event(.replay, "fork"),
        ])
        #expect(rows.map(\.exchange) == [8, 8, 11, 11, 12, nil])
    }

    @Test("What the user does is a user action of the recording only if there are any")
    func userActions() {
        let events = [Self.event(.user, "launch"), Self.event(.client, "S1"), Self.event(.user, "play")]
        #expect(Self.rows(events, hasUserActions: true).map(\.userAction) == [1, nil, 2])
        #expect(Self.rows(events).map(\.userAction) == [nil, nil, nil])
    }
}
