import Exchanges
import Replay
import Testing
import VirtualTime

@testable import Report

/// One fault in two thousand exchanges is one finding, and its places are not lost.
@Suite struct FindingListTests {
    private static func found(_ text: (Int) -> String, _ count: Int) -> [(finding: TimelineFinding, row: Int?)] {
        (1...count).map { (TimelineFinding(level: .error, text: text($0), exchanges: [$0]), nil) }
    }

    private static func list(_ found: [(finding: TimelineFinding, row: Int?)]) -> [TimelineFinding] {
        var rows: [TimelineRow] = []
        return FindingList(found, marking: &rows).findings.map(\.finding)
    }

    @Test("More than three that differ in numbers and quoted values alone are one, with all their exchanges")
    func alike() {
        let all = Self.list(
            Self.found({ "expires: recorded \"a\($0)b\", expected after 2026-11-20T22:04:\($0)Z." }, 2_000)
        )
        #expect(all.count == 1 && all.first?.exchanges == Array(1...2_000))
        #expect(
            all.first?.text == "expires: recorded \"a1b\", expected after 2026-11-20T22:04:1Z. "
                + "1999 more differ from this in values alone."
        )
    }

    @Test("Three are three; what differs in a word is another, and so is what has another level")
    func different() {
        #expect(Self.list(Self.found({ "status \($0)" }, 3)).count == 3)
        #expect(Self.list(Self.found({ "status \($0)" }, 4)).count == 1)
        let words = ["one", "two", "three", "four", "five"]
        #expect(Self.list(Self.found({ "the \(words[$0 - 1])" }, 5)).count == 5)
        #expect(Self.list(Self.found({ "recorded \"a\\\"\", expected \(words[$0 - 1])" }, 5)).count == 5)
        var mixed = Self.found({ "status \($0)" }, 6)
        for place in [1, 3, 5] { mixed[place].finding.level = .warning }
        let all = Self.list(mixed)
        #expect(all.count == 6 && all.prefix(3).allSatisfy { $0.level == .error })
    }

    @Test("Equal ones are folded without a word about values, and count as one of those that are alike")
    func equal() {
        let all = Self.list(Self.found({ _ in "the same" }, 9))
        #expect(all.map(\.text) == ["the same"] && all.first?.exchanges.count == 9)
    }

    @Test("Without its timeline a replay has the story, the findings and the counts")
    func withoutTimeline() throws {
        let recording = try BundledRecordings.recording("Recordings/captures/second-screen-tvos.har")
        let result = try Replayer.replay(recording, options: ReplayOptions())
        let whole = ReplayText().text(of: result, from: recording, called: "a.har")
        let text = ReplayText(showsTimeline: false).text(of: result, from: recording, called: "a.har")
        #expect(whole.contains("client → Adobe") && !text.contains("client → Adobe"))
        let (findings, other) = (whole.firstRange(of: "\nFindings\n"), text.firstRange(of: "\nFindings\n"))
        #expect(try whole[#require(findings).lowerBound...] == text[#require(other).lowerBound...])
        #expect(text.hasPrefix("Succeeded. ") && !text.contains("a.har"))
    }
}
