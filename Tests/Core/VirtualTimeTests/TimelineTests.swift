import Report
import Testing
import VirtualTime

@Suite struct TimelineTests {
    static let event = TimelineEvent(
        at: Instant(secondsSince1970: 1),
        .client,
        "S2",
        values: [.truth("prompt", true), .text("device", "tvOS")],
        "asks the platform"
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

    private func digest(_ change: (inout TimelineEvent) -> Void) -> Digest {
        var event = Self.event
        change(&event)
        var timeline = Timeline()
        timeline.append(event)
        return timeline.digest
    }

    @Test("Every part of an event counts that a program takes from it")
    func parts() {
        let changes: [(inout TimelineEvent) -> Void] = [
            { _ in }, { $0.instant += .nanoseconds(1) }, { $0.actor = .vsa }, { $0.actor = .device },
            { $0.place = "tv" },
            { $0.code = "S3" }, { $0.values.removeLast() }, { $0.values.reverse() }, { $0.values[0].key = "" },
            { $0.values[0] = .truth("prompt", false) }, { $0.values[0] = .text("prompt", "true") },
            { $0.values[0] = .code("prompt", "true") }, { $0.values[0] = .number("prompt", 1) },
            { $0.values[0] = .number("prompt", 2) }, { $0.values[0] = .instant("prompt", .init(secondsSince1970: 1)) },
            { $0.values[0] = .duration("prompt", .seconds(1)) }, { $0.values[0] = .duration("prompt", .seconds(2)) },
            { $0.values[0] = .list("prompt", []) }, { $0.values[0] = .list("prompt", ["a", "b"]) },
            { $0.values[0] = .list("prompt", ["b", "a"]) }, { $0.values[0] = .list("prompt", ["ab"]) },
            { $0.values[0] = .identity("prompt", "true") },
        ]
        #expect(Set(changes.map(digest)).count == changes.count)
    }

    @Test("What is told to people counts for nothing: what the sentence is made of, the kind as it is shown")
    func words() {
        let changes: [(inout TimelineEvent) -> Void] = [
            { $0.content = .init("asks") }, { $0.content = nil }, { $0.kind = "shown otherwise" },
        ]
        for change in changes { #expect(digest(change) == digest { _ in }) }
    }

    @Test("Of an identity counts which of those so far it is, not its wording; of a text its wording does")
    func values() {
        func digest(_ values: [EventValue]) -> Digest {
            var timeline = Timeline()
            for value in values {
                var event = Self.event
                event.values = [value]
                timeline.append(event)
            }
            return timeline.digest
        }
        func identities(_ names: [String]) -> Digest { digest(names.map { .identity("code", $0) }) }
        #expect(identities(["a", "b", "a"]) == identities(["x", "y", "x"]))
        #expect(identities(["a", "b", "a"]) != identities(["x", "y", "y"]))
        #expect(identities(["a", "a"]) != identities(["a", "b"]))
        #expect(digest([.text("code", "a")]) != digest([.text("code", "b")]))
    }

    @Test("What an operating system does is shown as the platform's, and told from it in a digest")
    func actors() {
        #expect(TimelineEvent.Actor.device.title == TimelineEvent.Actor.vsa.title)
        #expect(digest { $0.actor = .device } != digest { $0.actor = .vsa })
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
