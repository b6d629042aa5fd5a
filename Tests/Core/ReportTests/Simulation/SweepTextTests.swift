import Documents
import Report
import Testing
import VirtualTime

@testable import Simulation

/// A table that nobody swept.
enum SweepExamples {
    static let instant = ScenarioExamples.start
    static let early = Expiration(.mediaToken, "KITE1", at: instant, source: "service")
    static let late = Expiration(.authenticationToken, at: instant + .seconds(30), source: "app com.kite.tv")

    static func sample(_ isValid: Bool, _ nanoseconds: Int64, _ behavior: String) -> BoundarySample {
        let said = CodedText("said", words: behavior)
        return BoundarySample(
            instant: instant + .nanoseconds(nanoseconds),
            isValid: isValid,
            reaction: behavior.isEmpty ? .nothing : .told([said])
        )
    }

    static let table = SweepTable(
        rows: [
            SweepTable.Row(
                expiration: early,
                before: sample(true, -1, "verifier: VALID_TOKEN"),
                at: sample(false, 0, "verifier: TOKEN_EXPIRED"),
                after: sample(false, 1, "verifier: TOKEN_EXPIRED")
            ),
            SweepTable.Row(
                expiration: late,
                before: sample(true, 29_999_999_999, "play\u{1B}"),
                at: sample(false, 30_000_000_000, "play\u{1B}"),
                after: sample(true, 30_000_000_001, "play\u{1B}")
            ),
        ],
        orders: [
            SweepTable.Order(first: early, second: late, isNatural: true, between: sample(false, 0, "play")),
            SweepTable.Order(first: late, second: early, isNatural: false, between: sample(false, -1, "")),
        ]
    )
}

@Suite struct SweepTextTests {
    @Test("Each expiration has a line just before it and one at it, and one just after only where that differs")
    func table() {
        #expect(
            SweepText().text(of: SweepExamples.table) == """
                media-token KITE1
                  2027-01-15T07:59:59.999999999Z  valid    verifier: VALID_TOKEN
                  2027-01-15T08:00:00Z            expired  verifier: TOKEN_EXPIRED
                authn-token
                  2027-01-15T08:00:29.999999999Z  valid    play\\u{1b}
                  2027-01-15T08:00:30Z            expired  play\\u{1b}
                  2027-01-15T08:00:30.000000001Z  valid    play\\u{1b}

                Two expirations within a minute, in both orders: what happens between them
                  media-token KITE1, then authn-token: at 2027-01-15T08:00:00Z expired; play
                  authn-token, then media-token KITE1 (moved): at 2027-01-15T07:59:59.999999999Z expired

                2 expirations, 1 with a change of behavior, 2 orders of two within a minute
                each is tried by itself: what expired before it has expired, and no act in between renewed it

                """
        )
    }

    @Test("With details the line just after is always there, and each expiration has its source")
    func details() {
        let text = SweepText(showsDetails: true).text(of: SweepExamples.table)
        #expect(text.contains("2027-01-15T08:00:00.000000001Z  expired"))
        #expect(text.contains("\nauthn-token, source app com.kite.tv\n"))
    }

    @Test("Where nothing expires the table says so")
    func empty() {
        #expect(SweepText().text(of: SweepTable()) == "nothing expires\n")
        #expect(SweepJSON.lines(of: SweepTable()).text.isEmpty)
    }

    @Test("Colors change nothing but the colors")
    func color() {
        let colored = SweepText(showsColor: true).text(of: SweepExamples.table)
        #expect(colored.contains("\u{1B}[31mexpired"))
        let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain == SweepText().text(of: SweepExamples.table))
    }
}

@Suite struct SweepJSONTests {
    @Test("Each expiration, its boundary and each order is an object, exact to the nanosecond")
    func lines() throws {
        let objects = try SweepJSON.lines(of: SweepExamples.table).text.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
        let types = objects.map { $0["type"]?.string }
        #expect(types == ["expiration", "boundary", "expiration", "boundary", "order", "order"])
        #expect(objects.map { $0["hasChange"]?.bool } == [nil, true, nil, false, nil, nil])
        #expect(objects[1]["before"]?["at"]?.string == "2027-01-15T07:59:59.999999999Z")
        #expect(objects[1]["before"]?["isValid"]?.bool == true)
        #expect(objects[1]["expiration"]?.object == objects[0])
        #expect(objects[3]["expiration"]?["subject"] == .null)
        #expect(objects[5]["isMoved"]?.bool == true)
    }
}
