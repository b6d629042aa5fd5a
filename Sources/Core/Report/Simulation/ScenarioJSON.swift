import Documents
import Replay
import Simulation
import VirtualTime

/// Results of scenarios as JSON Lines: one object a scenario, after the expectations that were not met; with the timeline
/// after all of its events.
public enum ScenarioJSON {
    /// The lines about one scenario.
    public static func text(of result: ScenarioResult, showsTimeline: Bool = false) -> String {
        var lines: [JSONObject] = []
        if let run = result.run {
            let isRecorded = TimelineJSON.beginsRecorded(run.timeline)
            let (events, findings) = TimelineJSON.objects(
                of: run.timeline,
                isRecorded: isRecorded,
                scenario: result.file
            )
            let told = run.timeline.events.compactMap { $0.content?.value as? ExpectationFailure }
            let others = run.failures.filter { !told.contains($0) }.map { FindingJSON($0, of: result.file, step: nil) }
            lines = showsTimeline ? events : findings.filter { $0.level == .error }.map(\.object)
            lines += others.map(\.object)
        }
        return JSONLine.text(of: lines + [object(for: result)])
    }

    /// One scenario; the same keys whatever came of it.
    static func object(for result: ScenarioResult) -> JSONObject {
        var problem: String?
        if case .refused(let text, _) = result.outcome { problem = text }
        let run = result.run
        return [
            "type": .string("scenario"),
            "file": .string(result.file),
            "title": .string(result.title),
            "requirements": .texts(result.requirements),
            "verdict": .string(result.verdict.rawValue),
            "errorCount": .count(run?.failures.count ?? 0),
            "eventCount": .count(run?.timeline.events.count),
            "startedAt": .instant(run?.span.lowerBound),
            "endedAt": .instant(run?.span.upperBound),
            "digest": .text(run.map { "\($0.digest)" }),
            "message": .text(problem),
        ]
    }
}
