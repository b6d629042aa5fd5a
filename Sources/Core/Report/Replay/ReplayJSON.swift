public import Documents
public import Replay
import Services
import Simulation
import VirtualTime

/// A replay as JSON Lines: the timeline's events with what was found in their places, what became of each exchange, the
/// remaining findings, and what expires next.
public enum ReplayJSON {
    /// The lines between header and summary, and the summary's members; what the recording amounts to comes first.
    ///
    /// - Parameters:
    ///   - result: what came of the replay.
    ///   - story: what the recording amounts to.
    ///   - onlyFindings: whether events, fates and expirations are left out.
    /// - Returns: both.
    public static func lines(
        of result: ReplayResult,
        _ story: RecordingStory,
        onlyFindings: Bool = false
    ) -> (text: String, summary: JSONObject) {
        let (events, inTimeline) = timeline(of: result)
        let others = findingsBesides(of: result)
        let expirations = result.world.expirations().map { ExpirationJSON($0).object }
        let found = [story.object] + (inTimeline + others).map(\.object)
        let objects =
            onlyFindings
            ? found : [story.object] + events + result.fates.map(object) + others.map(\.object) + expirations
        var summary: JSONObject = ["eventCount": .count(result.timeline.events.count)]
        summary.members += counts(of: result).members + FindingCounts(inTimeline + others).object.members
        summary["digest"] = .string("\(result.digest)")
        return (JSONLine.text(of: objects), summary)
    }

    /// All findings: those that the timeline tells of, in their order, then the others.
    static func findings(of result: ReplayResult) -> [FindingJSON] {
        timeline(of: result).findings + findingsBesides(of: result)
    }

    /// What was found and is no event: damage to the file, notes, the app's behavior.
    private static func findingsBesides(of result: ReplayResult) -> [FindingJSON] {
        let events = result.timeline.events.compactMap { $0.content?.value as? Divergence }
        return result.divergences.filter { !events.contains($0) }.map { FindingJSON($0, step: nil) }
            + result.notes.flatMap(FindingJSON.findings(for:)) + result.behavior.map { FindingJSON($0) }
            + result.assumedRows.map { FindingJSON(assumedRow: $0) }
    }

    private static func timeline(of result: ReplayResult) -> (objects: [JSONObject], findings: [FindingJSON]) {
        TimelineJSON.objects(
            of: result.timeline,
            isRecorded: true,
            hasUserActions: !result.notes.contains(.userInferred)
        )
    }

    /// How many exchanges became what.
    static func counts(of result: ReplayResult) -> JSONObject {
        [
            "exchangeCount": .count(result.exchangeCount), "replayedCount": .count(result.replayedCount),
            "adoptedCount": .count(result.adoptedCount), "skippedCount": .count(result.skippedCount),
            "notReachedCount": .count(result.notReachedCount),
        ]
    }

    private static func object(for fate: ExchangeFate) -> JSONObject {
        var object: JSONObject = [
            "type": .string("fate"), "exchange": .count(fate.exchange), "fate": .string(fate.name),
        ]
        if case .skipped(let reason) = fate.fate { object["reason"] = .string(reason.rawValue) }
        return object
    }
}
