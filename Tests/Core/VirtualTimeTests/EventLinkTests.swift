import Testing
import VirtualTime

@Suite struct EventLinkTests {
    @Test("A link joins events and reaches no digest")
    func digest() {
        let instant = Instant(secondsSince1970: 1_800_000_000)
        let event = TimelineEvent(at: instant, .client, "v1.authorize", values: [.text("resource", "KITE1")])
        var linked = event
        linked.link = EventLink(
            call: 7,
            exchange: 3,
            vsaCall: 2,
            startedAt: instant,
            endedAt: instant,
            isSubstitute: true
        )
        var plain = Timeline()
        plain.append(event)
        var other = Timeline()
        other.append(linked)
        #expect(plain.digest == other.digest)
        #expect(other.events[0].link == linked.link)
        #expect(other.events[0].link?.exchange == 3 && other.events[0].link?.vsaCall == 2)
    }
}
