import Report
import Testing

@Suite struct ScenarioTextTests {
    @Test("A scenario that holds is one line: its title, how many events, how much virtual time")
    func good() {
        let text = ScenarioText().text(of: ScenarioExamples.good)
        #expect(text == "ok    A good one (2 events in 1 d 3 s)\n")
    }

    @Test("An expectation that was not met names file and line, what was expected and what was found")
    func failed() {
        let lines = ScenarioText().text(of: ScenarioExamples.failed).split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines[0].hasPrefix("FAIL  A <failed> one & more (2 events"))
        #expect(lines[1] == "      a/failed.yaml:9: at 2027-01-15T08:00:03Z")
        #expect(lines[2] == "          expected playing KITE1")
        #expect(lines[3] == "          found    not playing")
        #expect(lines[4].hasPrefix("      a/failed.yaml:12:"))
    }

    @Test("What a scenario found cannot clear the screen")
    func harmless() {
        #expect(!ScenarioText().text(of: ScenarioExamples.failed).contains("\u{1B}"))
    }

    @Test("A scenario that could not be read has no lines; of one that stopped, what was not met before has")
    func refused() {
        #expect(ScenarioText().text(of: ScenarioExamples.refused).isEmpty)
        let text = ScenarioText().text(of: ScenarioExamples.stopped)
        #expect(text.hasPrefix("      stopped.yaml:9: at"))
        #expect(!text.contains("FAIL"))
    }

    @Test("The timeline precedes the result, with details only if they are asked for")
    func timeline() {
        let text = ScenarioText(showsTimeline: true).text(of: ScenarioExamples.good)
        #expect(text.hasPrefix("\(ScenarioExamples.good.file), simulated\nstarts 2027-01-15 08:00:00.000 UTC\n"))
        #expect(text.contains("user → client    launch\n"))
        #expect(!text.contains("exchange"))
        #expect(text.hasSuffix("(2 events in 1 d 3 s)\n\n"))
        let details = ScenarioText(showsTimeline: true, showsDetails: true).text(of: ScenarioExamples.good)
        #expect(details.contains("exchange: 300"))
    }

    @Test("The digest is printed where it is asked for")
    func digest() {
        let text = ScenarioText(showsDigest: true).text(of: ScenarioExamples.good)
        #expect(text.contains(" 3 s, digest \(ScenarioExamples.timeline.digest))"))
    }

    @Test("Colors change nothing but the colors")
    func color() {
        let colored = ScenarioText(TextStyle(showsColor: true)).text(of: ScenarioExamples.failed)
        #expect(colored.contains("\u{1B}[31mFAIL"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == ScenarioText().text(of: ScenarioExamples.failed))
    }
}

@Suite struct ScenarioCountsTests {
    @Test(
        "Counts name what there is of",
        arguments: [
            ([], "0 scenarios: 0 ok"), ([.good], "1 scenario: 1 ok"),
            ([.good, .failed], "2 scenarios: 1 ok, 1 failed"),
            ([.refused, .failed], "2 scenarios: 0 ok, 1 failed, 1 could not be run"),
        ] as [([ScenarioResult.Verdict], String)]
    )
    func text(verdicts: [ScenarioResult.Verdict], text: String) {
        var counts = ScenarioCounts()
        for verdict in verdicts { counts.add(verdict) }
        #expect(counts.text == text)
        #expect(counts.total == verdicts.count)
    }

    @Test("As JSON they have the same keys whatever they are")
    func json() {
        let line = JSONLine.summary(of: "simulate", ScenarioCounts().object)
        #expect(
            line == #"{"type":"summary","command":"simulate","scenarioCount":0,"okCount":0,"failedCount":0,"#
                + #""refusedCount":0}"# + "\n"
        )
    }
}

@Suite struct ScenarioResultTests {
    @Test("A verdict follows from the outcome")
    func verdict() {
        let results = [
            ScenarioExamples.good, ScenarioExamples.failed, ScenarioExamples.refused, ScenarioExamples.stopped,
        ]
        #expect(results.map(\.verdict) == [.good, .failed, .refused, .refused])
        #expect(results.map { $0.run != nil } == [true, true, false, true])
    }
}
