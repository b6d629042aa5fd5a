import Documents
import Report
import Testing

@Suite struct ScenarioJSONTests {
    private func object(_ result: ScenarioResult) throws -> JSONObject {
        try #require(try objects(result).last)
    }

    private func objects(_ result: ScenarioResult) throws -> [JSONObject] {
        try ScenarioJSON.text(of: result).split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
    }

    @Test("Every result has the same keys in the same order")
    func keys() throws {
        let keys = try [ScenarioExamples.good, ScenarioExamples.failed, ScenarioExamples.refused].map { result in
            try object(result).members.map(\.key)
        }
        #expect(Set(keys).count == 1)
        #expect(keys[0].prefix(2) == ["type", "file"])
    }

    @Test("A failure names its line, its instant, what was expected and what was found")
    func failures() throws {
        let failures = try objects(ScenarioExamples.failed).dropLast()
        #expect(failures.count == 2)
        #expect(failures[0]["type"]?.string == "finding" && failures[0]["code"]?.string == "expectationNotMet")
        #expect(failures[0]["source"]?["line"]?.number?.int64 == 9)
        #expect(failures[0]["at"]?.string == "2027-01-15T08:00:03Z")
        let field = try #require(failures[0]["fields"]?.array?.first)
        #expect(field["name"]?.string == "playing" && field["recorded"]?.string == "KITE1")
        #expect(field["replayed"]?.array?.compactMap(\.string) == ["not playing"])
        #expect(try object(ScenarioExamples.failed)["errorCount"]?.number?.int64 == 2)
    }

    @Test("A scenario that could not be run says why, and has no digest")
    func refused() throws {
        let object = try object(ScenarioExamples.refused)
        #expect(object["verdict"]?.string == "refused")
        #expect(object["message"]?.string?.contains("Did you mean") == true)
        #expect(object["digest"] == .null)
    }

    @Test("With the timeline, each event is an object before the result's")
    func timeline() {
        let lines = ScenarioJSON.text(of: ScenarioExamples.good, showsTimeline: true).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""kind":"launch""#))
        #expect(lines[2].hasPrefix(#"{"type":"scenario","file":"a/good.yaml""#))
        #expect(ScenarioJSON.text(of: ScenarioExamples.good).split(separator: "\n").count == 1)
    }
}
