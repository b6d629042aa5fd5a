import Documents
import Report
import Testing

@Suite struct ScenarioJSONTests {
    private func object(_ result: ScenarioResult) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(ScenarioJSON.line(for: result).utf8)).object)
    }

    @Test("Every result has the same keys in the same order")
    func keys() throws {
        let keys = try [ScenarioExamples.good, ScenarioExamples.failed, ScenarioExamples.refused].map { result in
            try object(result).members.map(\.key)
        }
        #expect(Set(keys).count == 1)
        #expect(keys[0].first == "scenario")
    }

    @Test("A failure names its line, its instant, what was expected and what was found")
    func failures() throws {
        let failures = try #require(try object(ScenarioExamples.failed)["failures"]?.array)
        #expect(failures.count == 2)
        #expect(failures[0].object?["line"]?.number?.int64 == 9)
        #expect(failures[0].object?["at"]?.string == "2027-01-15T08:00:03Z")
        #expect(failures[0].object?["expected"]?.string == "playing KITE1")
        #expect(failures[0].object?["found"]?.string == "not playing")
    }

    @Test("A failure that stands in no file has no line")
    func noLine() throws {
        let line = ScenarioJSON.line(for: ScenarioExamples.failure(line: 0))
        let object = try #require(try JSONValue(parsing: Array(line.utf8)).object)
        #expect(object["finding"]?.string == "failure")
        #expect(object["line"] == .null)
    }

    @Test("A scenario that could not be run says why, and has no digest")
    func refused() throws {
        let object = try object(ScenarioExamples.refused)
        #expect(object["verdict"]?.string == "refused")
        #expect(object["problem"]?.string?.contains("did you mean") == true)
        #expect(object["digest"] == .null)
    }

    @Test("With the timeline, each event is an object before the result's")
    func timeline() {
        let lines = ScenarioJSON.text(of: ScenarioExamples.good, showsTimeline: true).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""kind":"launch""#))
        #expect(lines[2].hasPrefix(#"{"scenario":"a/good.yaml""#))
        #expect(ScenarioJSON.text(of: ScenarioExamples.good).split(separator: "\n").count == 1)
    }
}
