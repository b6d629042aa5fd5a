import Documents
import Report
import Testing

@Suite struct JUnitReportTests {
    private func document(_ results: ScenarioResult...) throws -> XMLDocument {
        var report = JUnitReport()
        for result in results { report.add(result) }
        #expect(report.text.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))
        return try XMLDocument(parsing: Array(report.text.utf8))
    }

    @Test("A report about nothing is well-formed and counts nothing")
    func empty() throws {
        let root = try document().root
        #expect(root.name.local == "testsuites")
        #expect(root.attribute("tests") == "0")
        #expect(root.elements.count == 1)
    }

    @Test("Each scenario is a test case, counted by what came of it")
    func counts() throws {
        let root = try document(
            ScenarioExamples.good,
            ScenarioExamples.failed,
            ScenarioExamples.refused,
            ScenarioExamples.stopped
        ).root
        for element in [root, root.elements[0]] {
            #expect(["tests", "failures", "errors"].map { element.attribute($0) } == ["4", "1", "2"])
        }
        let cases = root.elements[0].elements("testcase", in: nil)
        #expect(cases.map { $0.attribute("file") } == ["a/good.yaml", "a/failed.yaml", "refused.yaml", "stopped.yaml"])
        #expect(cases.map { $0.attribute("classname") } == ["a.good", "a.failed", "refused", "stopped"])
        #expect(cases.map { $0.elements("failure", in: nil).count } == [0, 1, 0, 0])
        #expect(cases.map { $0.elements("error", in: nil).count } == [0, 0, 1, 1])
    }

    @Test("Whatever was found, the report is well-formed, and says it")
    func escaping() throws {
        let test = try document(ScenarioExamples.failed).root.elements[0].elements[0]
        #expect(test.attribute("name") == "A <failed> one & more")
        #expect(test.attribute("line") == "9")
        let failure = try #require(test.elements("failure", in: nil).first)
        #expect(failure.attribute("message") == "expected playing KITE1, found not playing, and 1 more")
        let lines = failure.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("a/failed.yaml:9: at 2027-01-15T08:00:03Z: expected playing KITE1"))
        #expect(lines[1].contains(#"\u{1b}[2J "quoted" ]]> \u{ffff}"#))
    }

    @Test("The requirements of a scenario are properties, as are its digest and its virtual time")
    func properties() throws {
        let test = try document(ScenarioExamples.good).root.elements[0].elements[0]
        let properties = test.elements[0].elements.map { [$0.attribute("name"), $0.attribute("value")] }
        #expect(
            properties == [
                ["requirement", "K-1"], ["virtual-time", "1 d 3 s"],
                ["digest", "\(ScenarioExamples.timeline.digest)"],
            ]
        )
    }
}
