import Report
import Testing
import VirtualTime

@Suite struct TimelineTextTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)

    static var timeline: Timeline {
        var timeline = Timeline()
        timeline.append(TimelineEvent(at: start, .user, "launch", "the app starts"))
        timeline.append(
            TimelineEvent(
                at: start + .microseconds(12_345),
                .service,
                "v1.checkauthn",
                "404: no token",
                values: [.number("status", 404), .truth("isSuccess", false), .list("mvpds", ["Meadowlark"])],
                details: [.init("status", "404"), .init("path", "/api/v1\n")]
            )
        )
        return timeline
    }

    @Test("A timeline names its start, then each event relative to it, then its digest")
    func plain() {
        #expect(
            TimelineText().text(of: Self.timeline) == """
                2027-01-15T08:00:00Z
                       0.000 ms  user      launch              the app starts
                      12.345 ms  service   v1.checkauthn       404: no token
                                                               status: 404
                                                               path: /api/v1\\u{a}
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
    func colour() {
        #expect(!TimelineText().text(of: Self.timeline).contains("\u{1B}"))
        let event = TimelineEvent(at: Self.start, .replay, "divergence", "never recorded")
        let text = TimelineText(showsColour: true).text(of: event, since: Self.start)
        #expect(text.contains("\u{1B}[31mreplay"))
    }

    @Test("An empty timeline says so")
    func empty() {
        #expect(TimelineText().text(of: Timeline()) == "nothing happened\n0 events, digest \(Timeline().digest)\n")
    }
}
