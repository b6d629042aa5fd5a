import Documents
public import Replay

/// A replay as readable text: the timeline, what is to be known, where the clients differ, how it ended.
public struct ReplayText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether each event's details follow it.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = false) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
    }

    /// The whole replay.
    public func text(of result: ReplayResult) -> String {
        // The digest at the end stands for the findings too; that of the timeline alone would only confuse.
        let timeline = TimelineText(showsColor: showsColor, showsDetails: showsDetails, showsDigest: false)
        var text = timeline.text(of: result.timeline)
        text += list("Exchanges that were not replayed", FateText.lines(of: result), .dim)
        text += notes(result.notes)
        text += behavior(result)
        text += list(
            "Deviations (the recorded client did otherwise, both can go on)",
            result.warnings.map(\.summary),
            .yellow
        )
        return text + divergences(result) + "\n" + verdict(on: result) + "\n"
    }

    /// Where the app does other than the documents' client; empty if it does not.
    func behavior(_ result: ReplayResult) -> String {
        let notes = result.behavior.filter { $0.brokenRule == nil }.map(BehaviorText.line)
        let warnings = result.behavior.filter { $0.brokenRule != nil }.map(BehaviorText.line)
        let assumed = result.assumedRows.isEmpty ? [] : [result.assumedRows.joined(separator: ", ")]
        return list("The app's behavior where it differs from the documents' client's", notes, .dim)
            + list("Assumed, since the recording does not show it (--client ROW=VALUE sets it)", assumed, .dim)
            + list("Warnings (the app's behavior breaks a rule of the documents)", warnings, .yellow)
    }

    /// What is to be known besides, under its title; empty if there is nothing.
    func notes(_ notes: [ReplayNote]) -> String { list("Notes", notes.map(\.summary), .dim) }

    /// The divergences under their title; empty if there are none.
    func divergences(_ result: ReplayResult) -> String {
        list("Divergences (the replay and the recording part)", result.divergences.map(\.summary), .red)
    }

    private func list(_ title: String, _ lines: [String], _ color: Color) -> String {
        guard !lines.isEmpty else { return "" }
        let body = lines.map { "  " + color.paint(PrintableText.escaped($0), isShown: showsColor) + "\n" }.joined()
        return "\n" + Color.bold.paint(title, isShown: showsColor) + "\n" + body
    }

    private func verdict(on result: ReplayResult) -> String {
        let counts =
            FateText.counts(of: result) + ", "
            + CountedNoun.text(result.warnings.count, "deviation") + ", "
            + CountedNoun.text(result.divergences.count, "divergence")
        return counts + ", digest \(result.digest)"
    }
}
