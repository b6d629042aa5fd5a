import Documents
public import Simulation
import VirtualTime

/// Results of scenarios as JSON Lines: one object a scenario, after the events of its timeline if they are wanted.
public enum ScenarioJSON {
    /// The lines about one scenario.
    public static func text(of result: ScenarioResult, showsTimeline: Bool = false) -> String {
        var lines: [String] = []
        if showsTimeline, let run = result.run { lines = run.timeline.events.map(TimelineJSON.line) }
        lines.append(line(for: result))
        return lines.map { $0 + "\n" }.joined()
    }

    /// One scenario, without a line end; the same keys whatever came of it.
    public static func line(for result: ScenarioResult) -> String {
        var problem: String?
        if case .refused(let text, _) = result.outcome { problem = text }
        let run = result.run
        return JSONValue.object([
            "scenario": .string(result.file),
            "title": .string(result.title),
            "requirements": .array(result.requirements.map(JSONValue.string)),
            "verdict": .string(result.verdict.rawValue),
            "problem": problem.map(JSONValue.string) ?? .null,
            "failures": .array((run?.failures ?? []).map { .object(value(of: $0)) }),
            "events": run.map { .number(JSONNumber($0.timeline.events.count)) } ?? .null,
            "startedAt": run.map { .string("\($0.span.lowerBound)") } ?? .null,
            "endedAt": run.map { .string("\($0.span.upperBound)") } ?? .null,
            "digest": run.map { .string("\($0.digest)") } ?? .null,
        ]).serialized
    }

    /// An expectation that was not met, on a line of its own, with the key `finding`; without a line end.
    public static func line(for failure: ExpectationFailure) -> String {
        JSONValue.object(value(of: failure, named: ["finding": .string("failure")])).serialized
    }

    private static func value(of failure: ExpectationFailure, named start: JSONObject = [:]) -> JSONObject {
        var object = start
        object["line"] = failure.line > 0 ? .number(JSONNumber(failure.line)) : .null
        object["at"] = .string("\(failure.instant)")
        object["expected"] = .string(failure.expected)
        object["found"] = .string(failure.found)
        return object
    }
}
