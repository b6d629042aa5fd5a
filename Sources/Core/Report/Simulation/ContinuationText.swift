import Documents
import Replay
import VirtualTime

/// A continuation as readable text: the timeline from the fork on, what was found, what was not met, how it ended.
public struct ContinuationText: Sendable {
    /// Colors and width.
    public var style: TextStyle
    /// Whether a line's details follow it.
    public var showsDetails: Bool

    /// A rendering; plain, of the standard width and without details unless said otherwise.
    public init(_ style: TextStyle = .plain, showsDetails: Bool = false) {
        self.style = style
        self.showsDetails = showsDetails
    }

    /// The whole continuation of the recording that is called `file`.
    public func text(of continuation: Continuation, called file: String) -> String {
        let rows = TimelineRows(of: continuation.timeline, isRecorded: true)
        let client = continuation.replay.world.clientName.map { ", \($0)" } ?? ""
        var result = TimelineText(style, showsDetails: showsDetails).text(
            of: rows,
            since: continuation.timeline.events.first?.instant,
            "\(file)\(client), continued by the simulated service",
            continuation.replay.divergences.map(TimelineFinding.init) + continuation.notes.map(TimelineFinding.init)
        ).text
        if !continuation.failures.isEmpty {
            result += "\n" + style.paint("Expectations that were not met", .red) + "\n"
            result += ScenarioText(style).text(of: continuation.failures, in: "--then")
        }
        let events = CountedNoun.text(continuation.timeline.events.count, "event")
        let start = continuation.timeline.events.first?.instant ?? continuation.end
        return result + "\n"
            + style.paragraph(
                "\(events) after the fork in \(ElapsedTime(continuation.end - start)); digest \(continuation.digest)",
                indent: 2
            )
    }
}
