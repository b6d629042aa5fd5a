public import Documents
import Replay
import VirtualTime

/// A continuation as JSON Lines: what the replay found, the events from the fork on, what had to be assumed, and what
/// expires next.
public enum ContinuationJSON {
    /// The lines between header and summary, and the summary's members.
    public static func lines(of continuation: Continuation) -> (text: String, summary: JSONObject) {
        let notes = continuation.notes.flatMap(FindingJSON.findings(for:))
        let found = ReplayJSON.findings(of: continuation.replay) + notes
        let (events, inTimeline) = TimelineJSON.objects(of: continuation.timeline, isRecorded: false)
        let expirations = continuation.expirations.map { ExpirationJSON($0).object }
        let start = continuation.timeline.events.first?.instant ?? continuation.end
        var summary: JSONObject = ["eventCount": .count(continuation.timeline.events.count)]
        summary.members += ReplayJSON.counts(of: continuation.replay).members
        summary.members += FindingCounts(found + inTimeline).object.members
        summary["forkedAt"] = .instant(start)
        summary["endedAt"] = .instant(continuation.end)
        summary["digest"] = .string("\(continuation.digest)")
        return (JSONLine.text(of: found.map(\.object) + events + expirations), summary)
    }
}
