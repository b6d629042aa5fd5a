import Documents
import History
import VirtualTime

/// The state of a world as readable text: a heading for each device, store, app and MVPD, and for the service, with
/// its entries below it.
public struct StateText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering; plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// The whole state.
    public func text(of report: StateReport) -> String {
        var text = Color.bold.paint("state at \(report.instant)", isShown: showsColor) + "\n"
        if let recorded = report.recorded {
            text += recorded.point.map { "after \(KnowledgeText.text(of: $0))\n" } ?? "before the recording\n"
            text += section("devices", recorded.devices.enumerated().map { Self.line($1, isShown: recorded.shows($0)) })
        }
        for (title, lines) in Self.grouped(report.entries.map(StateWords.init)) {
            text += section(title, lines.map { ($0.name, $0.value) })
        }
        if let recorded = report.recorded {
            text += section("refused", recorded.refusals.map { (RefusalText.name(of: $0), RefusalText.value(of: $0)) })
            text += section("failed", recorded.failures.map { (RefusalText.name(of: $0), RefusalText.value(of: $0)) })
        }
        return text + section("expirations", report.expirations.map { Self.line($0, from: report.instant) })
    }

    private static func line(_ device: ObservedDevice, isShown: Bool) -> (name: String, value: String) {
        let calls = CountedNoun.text(device.callCount, "call")
        let browser = device.secondScreenOrdinals.count
        let half = browser > 0 ? ", \(browser) of them by a browser" : ""
        return (device.name, calls + half + (isShown ? "" : "; not shown, --device names it"))
    }

    private static func line(_ expiration: Expiration, from instant: Instant) -> (name: String, value: String) {
        let distance = expiration.instant - instant
        let when = distance > .zero ? "in \(DistanceText(distance))" : "expired"
        let source = expiration.knowledge.map { KnowledgeText.text(of: $0) } ?? "source \(expiration.source)"
        return (expiration.name, "\(expiration.instant), \(when), \(source)")
    }

    private func section(_ title: String, _ lines: [(name: String, value: String)]) -> String {
        guard !lines.isEmpty else { return "" }
        let names = lines.map { PrintableText.excerpt($0.name, limit: Self.widestExcerpt) }
        let width = min(names.map(\.count).max() ?? 0, Self.widestName)
        return "\n" + heading(title)
            + zip(lines, names)
            .map { line, name in "  \(PrintableText.padded(name, to: width))  \(PrintableText.escaped(line.value))\n" }
            .joined()
    }

    private func heading(_ subject: String) -> String {
        Color.bold.paint(PrintableText.escaped(subject), isShown: showsColor) + "\n"
    }

    /// The lines by heading, each where it first occurs.
    private static func grouped(_ lines: [StateWords]) -> [(heading: String, lines: [StateWords])] {
        var places: [String: Int] = [:]
        var groups: [(heading: String, lines: [StateWords])] = []
        for line in lines {
            if let place = places[line.heading] {
                groups[place].lines.append(line)
            } else {
                places[line.heading] = groups.count
                groups.append((line.heading, [line]))
            }
        }
        return groups
    }

    private static let widestName = 40
    private static let widestExcerpt = 200
}

extension StateReport.Recorded {
    /// Returns true if it is about the device at this place.
    fileprivate func shows(_ place: Int) -> Bool { device == nil || device == place }
}
