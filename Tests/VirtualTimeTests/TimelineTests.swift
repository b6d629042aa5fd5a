import Testing
import VirtualTime

@Suite struct TimelineTests {
    static let event = TimelineEvent(
        at: Instant(secondsSince1970: 1),
        .client,
        "S2",
        "asks the platform",
        details: [.init("prompt", "true"), .init("device", "tvOS")]
    )

    @Test("The digest grows with every event, and the order counts")
    func digest() {
        var later = Self.event
        later.instant += .nanoseconds(1)
        var (one, other) = (Timeline(), Timeline())
        let nothing = one.digest
        one.append(Self.event)
        #expect(one.digest != nothing)
        one.append(later)
        other.append(later)
        other.append(Self.event)
        #expect(one.digest != other.digest)
        #expect(one.events == [Self.event, later])
    }

    @Test("Every part of an event counts")
    func parts() {
        let changes: [(inout TimelineEvent) -> Void] = [
            { _ in }, { $0.instant += .nanoseconds(1) }, { $0.actor = .platform }, { $0.kind = "S3" },
            { $0.summary += "." },
            { $0.details.removeLast() }, { $0.details.reverse() }, { $0.details[0].name = "" },
        ]
        let digests = changes.map { change -> Digest in
            var event = Self.event
            change(&event)
            var timeline = Timeline()
            timeline.append(event)
            return timeline.digest
        }
        #expect(Set(digests).count == changes.count)
    }

    @Test("Of a value counts which of the values so far it is, not its wording")
    func values() {
        func digest(_ values: [String]) -> Digest {
            var timeline = Timeline()
            for value in values {
                var event = Self.event
                event.details = [.init("code", value)]
                timeline.append(event)
            }
            return timeline.digest
        }
        #expect(digest(["a", "b", "a"]) == digest(["x", "y", "x"]))
        #expect(digest(["a", "b", "a"]) != digest(["x", "y", "y"]))
        #expect(digest(["a", "a"]) != digest(["a", "b"]))
    }

    @Test("A copy of a timeline goes its own way")
    func copy() {
        var timeline = Timeline()
        timeline.append(Self.event)
        let copy = timeline
        timeline.append(Self.event)
        #expect(copy.events.count == 1)
        #expect(copy != timeline)
    }
}
