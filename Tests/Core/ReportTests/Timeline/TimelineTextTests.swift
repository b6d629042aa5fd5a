import Exchanges
import PassAPI
import Report
import Testing
import VirtualTime

@Suite struct TimelineTextTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)

    static var timeline: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", UserAction.Action.launch))
        timeline.append(
            TimelineEvent(
                at: start + .microseconds(12_345),
                .client,
                "v1.checkauthn",
                values: [.number("count", 404), .truth("isSuccess", false), .list("mvpds", ["Meadowlark"])],
                PassRequest(.checkAuthentication, [.init("requestor", "KITETV"), .init("deviceId", "/api/v1\n")])
            )
        )
        return timeline
    }

    @Test("A timeline names its start, then each event relative to it, then its digest")
    func plain() {
        #expect(
            TimelineText().text(of: Self.timeline) == """
                2027-01-15T08:00:00Z
                       0.000 ms  user      launch              the app is launched and signs on
                      12.345 ms  client    v1.checkauthn       Check Authentication Token requestor=KITETV
                                                               requestor: KITETV
                                                               deviceId: /api/v1\\u{a}
                2 events, digest \(Self.timeline.digest)

                """
        )
    }

    @Test("Without details each event is one line")
    func brief() {
        let lines = TimelineText(showsDetails: false).text(of: Self.timeline).split(separator: "\n")
        #expect(lines.count == 4)
    }

    @Test("Colour is there only when asked for, and divergences are red")
    func color() {
        #expect(!TimelineText().text(of: Self.timeline).contains("\u{1B}"))
        let event = TimelineEvent(at: Self.start, .replay, "divergence")
        let text = TimelineText(showsColor: true).text(of: event, since: Self.start)
        #expect(text.contains("\u{1B}[31mreplay"))
    }

    @Test("What no sentence is known of is told by its values")
    func values() {
        let event = TimelineEvent(at: Self.start, .replay, "new", values: [.number("a", 1), .text("b", "c")], 5)
        #expect(event.summary == "a=1 b=c")
    }

    @Test("An empty timeline says so")
    func empty() {
        #expect(TimelineText().text(of: Timeline()) == "nothing happened\n0 events, digest \(Timeline().digest)\n")
    }
}
