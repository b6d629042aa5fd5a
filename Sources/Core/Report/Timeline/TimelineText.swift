import Documents
import Replay
public import VirtualTime

/// A timeline as readable text: who did what to whom and what came of it, a line each, under the steps of the flow, and what was found
/// below it.
public struct TimelineText: Sendable {
    /// Colors and width.
    public var style: TextStyle
    /// Whether a line's details follow it, one a line.
    public var showsDetails: Bool

    /// A rendering; plain, of the standard width and without details unless said otherwise.
    public init(_ style: TextStyle = .plain, showsDetails: Bool = false) {
        self.style = style
        self.showsDetails = showsDetails
    }

    /// The timeline of a run that the simulated service answered, or after its fork did: the head, the lines and the findings.
    ///
    /// - Parameters:
    ///   - timeline: what happened.
    ///   - head: what the run is about, in a line.
    /// - Returns: the lines, with their line ends.
    public func text(of timeline: Timeline, head: String? = nil) -> String {
        let isRecorded = timeline.events.contains { $0.kind == "fork" || $0.link?.exchange != nil }
        return text(
            of: TimelineRows(of: timeline, isRecorded: isRecorded),
            since: timeline.events.first?.instant,
            head,
            []
        ).text
    }

    /// The same of lines that are made already.
    ///
    /// - Parameters:
    ///   - rows: the lines, and what was found while they were made.
    ///   - start: when the timeline begins; nil if nothing happened.
    ///   - head: what the run is about, in a line.
    ///   - others: what was found besides.
    ///   - showsTable: whether the lines are shown, and not the findings alone.
    /// - Returns: the lines with their line ends, and the findings.
    func text(
        of rows: TimelineRows,
        since start: Instant?,
        _ head: String?,
        _ others: [TimelineFinding],
        showsTable: Bool = true
    ) -> (text: String, findings: FindingList) {
        var lines = rows.rows
        let findings = FindingList(rows.findings + others.map { ($0, nil) }, marking: &lines)
        guard showsTable else { return (findings.text(style, showsDetails: showsDetails), findings) }
        var text = ""
        if let head { text += style.paragraph(PrintableText.escaped(head), indent: 2, .bold) }
        if let start {
            text += style.line([], last: "starts \(start.headline)", .dim) + "\n"
            text += TimelineTable(lines, style, showsDetails: showsDetails).text
            if !rows.earlier.isEmpty {
                let exchanges = OrdinalRanges(rows.earlier.sorted()).text(limit: 12)
                text += style.paragraph(
                    "Above the step that it belongs to, since it was recorded earlier: \(exchanges)",
                    indent: 2
                )
            }
        } else {
            text += "nothing happened\n"
        }
        let list = findings.text(style, showsDetails: showsDetails)
        return (list.isEmpty ? text : text + "\n" + list, findings)
    }
}
