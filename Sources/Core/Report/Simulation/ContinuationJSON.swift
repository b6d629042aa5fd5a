import Documents
import Replay
import VirtualTime

/// A continuation as JSON Lines: the events from the fork on, then an object for each note, divergence and expectation
/// that was not met, then one that sums up.
///
/// Every object of the second kind has `finding`, the last has `digest`.
public enum ContinuationJSON {
    /// The whole continuation.
    public static func text(of continuation: Continuation) -> String {
        var lines = continuation.timeline.events.map(TimelineJSON.line)
        lines += continuation.notes.map(ReplayJSON.line)
        lines += continuation.replay.divergences.map(ReplayJSON.line)
        lines += continuation.failures.map { ScenarioJSON.line(for: $0) }
        let start = continuation.timeline.events.first?.instant ?? continuation.end
        lines.append(
            JSONValue.object([
                "events": .number(JSONNumber(continuation.timeline.events.count)),
                "forkedAt": .string("\(start)"),
                "endedAt": .string("\(continuation.end)"),
                "divergences": .number(JSONNumber(continuation.replay.divergences.count)),
                "failures": .number(JSONNumber(continuation.failures.count)),
                "digest": .string("\(continuation.digest)"),
            ]).serialized
        )
        return lines.map { $0 + "\n" }.joined()
    }
}
