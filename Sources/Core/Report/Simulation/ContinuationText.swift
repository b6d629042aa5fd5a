import Documents
import Replay
import Simulation
import VirtualTime

/// A continuation as readable text: the timeline from the fork on, what was not met, how it ended.
public struct ContinuationText: Sendable {
    /// Whether to print in colour.
    public var showsColour: Bool
    /// Whether each event's details follow it.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColour: Bool = false, showsDetails: Bool = false) {
        self.showsColour = showsColour
        self.showsDetails = showsDetails
    }

    /// The whole continuation.
    public func text(of continuation: Continuation) -> String {
        let replay = ReplayText(showsColour: showsColour)
        let timeline = TimelineText(showsColour: showsColour, showsDetails: showsDetails, showsDigest: false)
        var text = timeline.text(of: continuation.timeline)
        text += replay.notes(continuation.notes)
        text += replay.divergences(continuation.replay)
        if !continuation.failures.isEmpty {
            text += "\n" + Colour.red.paint("Expectations that were not met", isShown: showsColour) + "\n"
            text += ScenarioText(showsColour: showsColour).text(of: continuation.failures, in: "--then")
        }
        let events = CountedNoun.text(continuation.timeline.events.count, "event")
        let start = continuation.timeline.events.first?.instant ?? continuation.end
        return text + "\n\(events) after the fork, "
            + "\(ElapsedTime(continuation.end - start)) virtual, digest \(continuation.digest)\n"
    }
}
