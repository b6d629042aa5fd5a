import Device
import Documents
public import Exchanges
public import Replay
import Simulation
import VirtualTime

/// A replay as readable text: what the recording amounts to, the head, the timeline, what was found, how it ended.
public struct ReplayText: Sendable {
    /// Colors and width.
    public var style: TextStyle
    /// Whether a line's details follow it.
    public var showsDetails: Bool
    /// Whether the timeline is shown, and not the findings alone.
    public var showsTimeline: Bool

    /// A rendering; plain, of the standard width and without details unless said otherwise.
    public init(_ style: TextStyle = .plain, showsDetails: Bool = false, showsTimeline: Bool = true) {
        self.style = style
        self.showsDetails = showsDetails
        self.showsTimeline = showsTimeline
    }

    /// The whole replay.
    ///
    /// - Parameters:
    ///   - result: what came of it.
    ///   - recording: what was replayed.
    ///   - file: what the recording is called.
    ///   - story: what the recording amounts to; nil for that of its main device.
    /// - Returns: the lines, with their line ends.
    public func text(
        of result: ReplayResult,
        from recording: Recording,
        called file: String,
        story: RecordingStory? = nil
    ) -> String {
        let hasVSALog = !result.notes.contains(.platformInferred)
        var rows = TimelineRows(of: result.timeline, isRecorded: true, hasVSALog: hasVSALog)
        rows.add(skipped: result.fates, of: recording)
        let client = result.world.clientName.map { ", \($0)" } ?? ""
        let (text, findings) = TimelineText(style, showsDetails: showsDetails).text(
            of: rows,
            since: result.timeline.events.first?.instant,
            "\(file)\(client), replayed by "
                + (result.followsApp ? "the reference client, adapted to the app" : "the reference client"),
            result.otherFindings,
            showsTable: showsTimeline
        )
        let headline = (story ?? RecordingStory(of: recording)).headline
        return style.paragraph(PrintableText.escaped(headline)) + "\n" + text + "\n"
            + style.paragraph(Self.verdict(on: result, findings), indent: 2)
    }

    private static func verdict(on result: ReplayResult, _ findings: FindingList) -> String {
        let rest = result.exchangeCount - result.replayedCount
        return "\(result.replayedCount) of \(CountedNoun.text(result.exchangeCount, "exchange")) replayed"
            + (rest > 0 ? ", \(rest) not replayed" : "") + "; "
            + CountedNoun.text(findings.count(.error), "error") + ", "
            + CountedNoun.text(findings.count(.warning), "warning") + ", "
            + CountedNoun.text(findings.count(.note), "note") + "; digest \(result.digest)"
    }
}

extension ReplayResult {
    /// Whether the client that replayed does what the recording shows the app to do.
    fileprivate var followsApp: Bool { !behavior.isEmpty || !assumedRows.isEmpty }

    /// What is no event of the timeline: where the app does other than the documented client, what was inferred and assumed.
    var otherFindings: [TimelineFinding] {
        var found = behavior.map(TimelineFinding.init) + notes.map(TimelineFinding.init)
        if !assumedRows.isEmpty {
            let text = "Assumed, for the recording does not show it (--client ROW=VALUE sets it): "
            found.append(TimelineFinding(level: .note, text: text + assumedRows.joined(separator: "; ") + "."))
        }
        let shown = Set(timeline.events.compactMap { $0.content?.value as? Divergence })
        return divergences.filter { !shown.contains($0) }.map(TimelineFinding.init) + found
    }
}

extension World {
    /// The app, its platform and the dialect it speaks, as far as they are known: `KITETV on tvOS, REST API V1`.
    var clientName: String? {
        let entries = stateEntries()
        guard let client = entries.first(where: { $0.kind == .client }) else { return nil }
        let requestor = client.text("requestor") ?? entries.first { $0.kind == .requestor }?.text("requestor")
        // Which system a browser runs on makes no difference.
        let (dialect, system): (String, String?) =
            switch client.text("api") {
            case "accessEnabler":
                (
                    "AccessEnabler" + (client.text("sdkVersion").map { " \($0)" } ?? ""),
                    devices.first?.system.family.rawValue
                )
            case "browser": ("AccessEnabler web protocol", nil)
            case "recorded": ("REST API V1", nil)
            case "restV2": ("REST API V2", devices.first?.system.family.rawValue)
            case "recordedNative": ("AccessEnabler native protocol", nil)
            default: ("REST API V1", devices.first?.system.family.rawValue)
            }
        let app = [requestor, system].compactMap(\.self).joined(separator: " on ")
        return app.isEmpty ? dialect : "\(app), \(dialect)"
    }
}
