import Documents
import Exchanges
import Report
import Testing
import VirtualTime

@Suite struct RecordingBriefTests {
    let start = Instant(secondsSince1970: 1_800_000_000)

    var brief: RecordingBrief {
        RecordingBrief(
            name: "a.kinescope",
            information: RecordingInformation(creator: "mitmproxy 11.0.2", isRedacted: true),
            exchangeCount: 15,
            vsaCallCount: 5,
            span: start...(start + .milliseconds(1_500))
        )
    }

    @Test("A recording is told by its creator, its secrets, its time and what is in it")
    func text() {
        #expect(
            brief.text() == """
                a.kinescope
                  creator           mitmproxy 11.0.2
                  secrets           replaced
                  from              2027-01-15T08:00:00Z
                  to                2027-01-15T08:00:01.500Z, 1.5 s later
                  exchanges         15
                  VSA calls         5

                """
        )
    }

    @Test("Kept secrets, an unfinished and an interrupted recording are said")
    func warnings() {
        var brief = brief
        brief.information.isRedacted = false
        brief.isFinished = false
        #expect(brief.text().contains("do not pass this file on"))
        #expect(brief.text().contains("unfinished"))
        #expect(!brief.text().contains("interrupted"))
        #expect(!brief.text().contains("not searched"))
        brief.information.isRedacted = true
        #expect(brief.text().contains("not searched"))
        brief.isInterrupted = true
        #expect(brief.text().contains("interrupted"))
    }

    @Test("Numbers that were skipped are shown, however many there are")
    func skipped() throws {
        var information = RecordingInformation()
        information.skippedExchanges = try #require(OrdinalGaps(parsing: "3,7-9"))
        let few = RecordingBrief(name: "b", information: information, exchangeCount: 5)
        #expect(few.text().contains("  skipped           3, 7 to 9\n"))
        let ranges = JSONValue.array([
            .object(["first": .count(3), "last": .count(3)]), .object(["first": .count(7), "last": .count(9)]),
        ])
        #expect(few.object["skippedExchanges"] == ranges)
        let many = (1...14).map { "\(2 * $0)" }.joined(separator: ",")
        information.skippedExchanges = try #require(OrdinalGaps(parsing: many))
        let brief = RecordingBrief(name: "b", information: information, exchangeCount: 5)
        #expect(brief.text().contains("20, 22, 24 and 2 more ranges\n"))
    }

    @Test("As JSON it has all keys, whatever is known")
    func json() {
        let empty = RecordingBrief(name: "b", information: RecordingInformation(), exchangeCount: 0)
        #expect(
            JSONValue.object(empty.object).serialized == """
                {"type":"recording","name":"b","creator":"","isRedacted":false,"isFinished":true,\
                "isInterrupted":false,"exchangeCount":0,"skippedExchanges":[],"vsaCallCount":0,"userActionCount":0,\
                "startedAt":null,"endedAt":null}
                """
        )
    }
}
