import Documents
public import Simulation
import VirtualTime

/// Results of scenarios as readable text: a line for each, and the expectations that were not met below it.
public struct ScenarioText: Sendable {
    /// Colors and width.
    public var style: TextStyle
    /// Whether the timeline precedes each result.
    public var showsTimeline: Bool
    /// Whether a line's details follow it on the timeline.
    public var showsDetails: Bool
    /// Whether the digest of each run is printed.
    public var showsDigest: Bool

    /// A rendering; plain, of the standard width and brief unless said otherwise.
    public init(
        _ style: TextStyle = .plain,
        showsTimeline: Bool = false,
        showsDetails: Bool = false,
        showsDigest: Bool = false
    ) {
        self.style = style
        self.showsTimeline = showsTimeline
        self.showsDetails = showsDetails
        self.showsDigest = showsDigest
    }

    /// The lines about one scenario.
    ///
    /// Why a scenario could not be run is an error and no part of them; what came before its impossible step is.
    public func text(of result: ScenarioResult) -> String {
        guard let run = result.run else { return "" }
        var text = ""
        if showsTimeline {
            let timeline = TimelineText(style, showsDetails: showsDetails)
            text += timeline.text(of: run.timeline, head: "\(result.file), simulated") + "\n"
        }
        switch result.verdict {
        case .good: text += line(about: run, of: result, "ok  ", .green)
        case .failed: text += line(about: run, of: result, "FAIL", .red)
        case .refused: break
        }
        return text + self.text(of: run.failures, in: result.file) + (showsTimeline ? "\n" : "")
    }

    private func line(about run: ScenarioResult.Run, of result: ScenarioResult, _ word: String, _ color: Color)
        -> String
    {
        let events = CountedNoun.text(run.timeline.events.count, "event")
        let span = ElapsedTime(run.span.upperBound - run.span.lowerBound)
        let digest = showsDigest ? ", digest \(run.digest)" : ""
        return style.paragraph(
            "\(PrintableText.escaped(result.title)) (\(events) in \(span)\(digest))",
            label: "\(word)  ",
            labelColor: color
        )
    }

    /// The lines about expectations that were not met, which are in `file`.
    public func text(of failures: [ExpectationFailure], in file: String) -> String {
        failures.map { failure in
            style.paragraph(
                PrintableText.escaped(failure.place(in: file)) + ": at \(failure.instant)",
                label: "      ",
                indent: 8
            )
                + style.paragraph(PrintableText.escaped(failure.expected), label: "          expected ")
                + style.paragraph(PrintableText.escaped(failure.found), label: "          found    ")
        }.joined()
    }
}

extension ExpectationFailure {
    /// The place of the expectation that was not met: `kite.yaml:9`.
    func place(in file: String) -> String { line > 0 ? "\(file):\(line)" : file }
}
