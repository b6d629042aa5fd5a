import Documents
public import Simulation
import VirtualTime

/// Results of scenarios as readable text: a line for each that holds, the expectations that were not met below it.
public struct ScenarioText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether the timeline stands in front of each result.
    public var showsTimeline: Bool
    /// Whether each event's details follow it on the timeline.
    public var showsDetails: Bool
    /// Whether the digest of each run is told.
    public var showsDigest: Bool

    /// A rendering; plain and brief unless said otherwise.
    public init(
        showsColor: Bool = false,
        showsTimeline: Bool = false,
        showsDetails: Bool = false,
        showsDigest: Bool = false
    ) {
        self.showsColor = showsColor
        self.showsTimeline = showsTimeline
        self.showsDetails = showsDetails
        self.showsDigest = showsDigest
    }

    /// The lines about one scenario.
    ///
    /// Why a scenario could not be run is an error and no part of them; what came before its impossible step is.
    public func text(of result: ScenarioResult) -> String {
        guard let run = result.run else { return "" }
        var text = showsTimeline ? timeline(of: run.timeline) : ""
        switch result.verdict {
        case .good: text += line(about: run, of: result, Color.green.paint("ok  ", isShown: showsColor))
        case .failed: text += line(about: run, of: result, Color.red.paint("FAIL", isShown: showsColor))
        case .refused: break
        }
        return text + self.text(of: run.failures, in: result.file) + (showsTimeline ? "\n" : "")
    }

    private func line(about run: ScenarioResult.Run, of result: ScenarioResult, _ word: String) -> String {
        let events = CountedNoun.text(run.timeline.events.count, "event")
        let span = ElapsedTime(run.span.upperBound - run.span.lowerBound)
        let digest = showsDigest ? ", digest \(run.digest)" : ""
        return "\(word)  \(PrintableText.escaped(result.title)) (\(events), \(span) virtual\(digest))\n"
    }

    /// The lines about expectations that were not met, which stand in `file`.
    public func text(of failures: [ExpectationFailure], in file: String) -> String {
        failures.map { failure in
            "      \(PrintableText.escaped(failure.place(in: file))): at \(failure.instant)\n"
                + "          expected \(PrintableText.escaped(failure.expected))\n"
                + "          found    \(PrintableText.escaped(failure.found))\n"
        }.joined()
    }

    private func timeline(of timeline: Timeline) -> String {
        TimelineText(showsColor: showsColor, showsDetails: showsDetails, showsDigest: false).text(of: timeline)
    }
}

extension ExpectationFailure {
    /// Where the expectation stands that was not met: `kite.yaml:9`.
    func place(in file: String) -> String { line > 0 ? "\(file):\(line)" : file }
}
