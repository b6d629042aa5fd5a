import Documents
public import History
import PassAPI
public import VirtualTime

/// The state that a recording shows at an instant, as readable text.
public struct HistoryText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering; plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// The state of a device at `instant`; of all where `device` is nil.
    ///
    /// `history` is that of the instant (``History/asOf(_:)``).
    public func text(of history: History, device: Int?, at instant: Instant) -> String {
        let own = history.entries.filter { device == nil || $0.subject.device == nil || $0.subject.device == device }
        let (valid, over) = (own.filter { $0.isValid(at: instant) }, own.filter { !$0.isValid(at: instant) })
        var text = bold("state at \(instant)") + after(history)
        text += section("devices", devices(history, device))
        text += section("service", valid.map { line($0, HoldingText.details(of: $0)) })
        text += section(
            "app",
            valid.filter { $0.isKnownToClient(at: instant) }.map { line($0, HoldingText.reception(of: $0)) }
        )
        text += section("no longer valid", over.map { line($0, HoldingText.ending(of: $0)) })
        let refusals = history.refusals.filter { device == nil || $0.subject.device == device }
        text += section("refused", refusals.map(refusal))
        let failures = history.failures.filter { device == nil || $0.subject.device == device }
        text += section("failed", failures.map(failure))
        text += section("expirations", expirations(history, device, at: instant))
        return text
    }

    private func after(_ history: History) -> String {
        history.point.map { "after \(KnowledgeText.text(of: $0.event))\n" } ?? "before the recording\n"
    }

    private func devices(_ history: History, _ device: Int?) -> [Line] {
        history.devices.enumerated()
            .map { index, observed in
                let calls = CountedNoun.text(observed.callCount, "call")
                let browser = observed.secondScreenOrdinals.count
                let half = browser > 0 ? ", \(browser) of them by a browser" : ""
                let other = device != nil && index != device ? "; not shown, --device names it" : ""
                return Line(name: observed.name, value: calls + half + other)
            }
    }

    // MARK: Lines

    private func refusal(_ refusal: RecordedRefusal) -> Line {
        Line(name: HoldingText.name(of: refusal), value: HoldingText.value(of: refusal))
    }

    private func failure(_ failure: FailedCall) -> Line {
        Line(name: HoldingText.name(of: failure), value: HoldingText.value(of: failure))
    }

    private func expirations(_ history: History, _ device: Int?, at instant: Instant) -> [Line] {
        history.expirations
            .filter { device == nil || $0.holding.subject.device == nil || $0.holding.subject.device == device }
            .filter { $0.holding.isValid(at: instant) }
            .map { expiration in
                let distance = DistanceText(expiration.instant.value - instant)
                let source = KnowledgeText.text(of: expiration.instant.knowledge)
                return Line(name: expiration.name, value: "\(expiration.instant.value), in \(distance), \(source)")
            }
    }

    private struct Line {
        var name: String
        var value: String
    }

    private func line(_ holding: Holding, _ value: String) -> Line { Line(name: holding.name, value: value) }

    private func section(_ heading: String, _ lines: [Line]) -> String {
        guard !lines.isEmpty else { return "" }
        let names = lines.map { PrintableText.excerpt($0.name, limit: Self.widestName) }
        let width = names.map(\.count).max() ?? 0
        return "\n" + bold(heading)
            + zip(lines, names)
            .map { line, name in "  \(PrintableText.padded(name, to: width))  \(PrintableText.escaped(line.value))\n" }
            .joined()
    }

    private func bold(_ text: String) -> String { Color.bold.paint(text, isShown: showsColor) + "\n" }

    private static let widestName = 40
}
