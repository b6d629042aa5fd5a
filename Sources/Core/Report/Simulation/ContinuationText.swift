import Documents
import Replay
import Simulation
import VirtualTime

/// A continuation as readable text: the timeline from the fork on, what was not met, how it ended.
public struct ContinuationText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether each event's details follow it.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = false) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
    }

    /// The whole continuation.
    public func text(of continuation: Continuation) -> String {
        let replay = ReplayText(showsColor: showsColor)
        let timeline = TimelineText(showsColor: showsColor, showsDetails: showsDetails, showsDigest: false)
        var text = timeline.text(of: continuation.timeline)
        text += replay.notes(continuation.notes)
        text += replay.divergences(continuation.replay)
        if !continuation.failures.isEmpty {
            text += "\n" + Color.red.paint("Expectations that were not met", isShown: showsColor) + "\n"
            text += ScenarioText(showsColor: showsColor).text(of: continuation.failures, in: "--then")
        }
        let events = CountedNoun.text(continuation.timeline.events.count, "event")
        let start = continuation.timeline.events.first?.instant ?? continuation.end
        return text + "\n\(events) after the fork, "
            + "\(ElapsedTime(continuation.end - start)) virtual, digest \(continuation.digest)\n"
    }
}
