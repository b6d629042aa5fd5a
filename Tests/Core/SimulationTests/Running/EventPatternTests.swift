import Simulation
import Testing
import VirtualTime

/// Documentation/reference/scenarios.md, Expectations: a kind of event, and facts.
@Suite struct EventPatternTests {
    private static let event = TimelineEvent(
        at: Instant(secondsSince1970: 0),
        .service,
        "deviation",
        code: "warning",
        values: [
            .number("status", 403), .code("content", "error"), .text("name", "Kite & Co."), .truth("isOn", false),
            .instant("expiresAt", Instant(secondsSince1970: 1_642_752_000)), .list("mvpds", ["Juniper", "Northwind"]),
            .identity("code", "ABC"), .text("key", "KITETV"), .text("key", "Meadowlark"), .text("empty", ""),
        ],
        "a thing with status=500 in it"
    )

    @Test(
        "An event fits that is of the kind, as shown or as its code, and has every fact",
        arguments: [
            ["deviation"], ["warning"], ["deviation", "status=403"], ["status=403"], ["status=403", "content=error"],
            ["name=Kite & Co."], ["isOn=false"], ["expiresAt=2022-01-21"], ["expiresAt=2022-01-21T08:00:00Z"],
            ["mvpds=Juniper"], ["mvpds=Northwind"], ["mvpds=Juniper,Northwind"], ["code=ABC"],
            ["warning", "key=Meadowlark", "key=KITETV"], ["empty="],
        ]
    )
    func fits(words: [String]) throws {
        #expect(try #require(EventPattern(words)).matches(Self.event))
    }

    @Test(
        "One fact less, another value, another key, another kind: none fits; nor what stands in the sentence or the details",
        arguments: [
            ["divergence"], ["warn"], ["deviation", "status=40"], ["status=4033"], ["status=403", "content=empty"],
            ["Status=403"], ["name=Kite"], ["isOn=true"], ["expiresAt=2022-01-22"], ["expiresAt="], ["mvpds=Jun"],
            ["mvpds=Northwind,Juniper"], ["code=ABCD"], ["status=500"], ["detail=seen"], ["name="], ["content=Error"],
            ["key=KITE"],
        ]
    )
    func fitsNot(words: [String]) throws {
        #expect(try !#require(EventPattern(words)).matches(Self.event))
    }

    @Test(
        "Words of a sentence are no pattern: only the first may be a kind, all others are facts",
        arguments: [
            ["scrubber", "removed"], ["the user logs out"], ["status=403", "deviation"], ["removed", "pending logout"],
            [""], ["a-b"], ["removed", "=x"], ["removed", "a b=c"],
        ]
    )
    func sentences(words: [String]) { #expect(EventPattern(words) == nil) }

    @Test("A fact without a key is met by any value of that text, of callbacks, whose values have their own names")
    func bareValues() {
        #expect(EventPattern.Fact("Juniper").matches(.list("mvpds", ["Juniper"])))
        #expect(EventPattern.Fact("N005").matches(.code("status", "N005")))
        #expect(!EventPattern.Fact("N00").matches(.code("status", "N005")))
        // By bytes: the same letter written with a combining mark is another text.
        #expect(!EventPattern.Fact("caf\u{E9}").matches(.text("name", "cafe\u{301}")))
    }
}
