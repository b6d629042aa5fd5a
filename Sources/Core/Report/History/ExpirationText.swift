import Documents
import History
import VirtualTime

/// What expires in a recording as a table: for each expiration a line just before it and a line at it.
public struct ExpirationText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether the line just after is printed, too.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = false) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
    }

    /// The whole table.
    public func text(of table: ExpirationTable) -> String {
        var text = ""
        if table.rows.isEmpty {
            text = "no expiration in the recording\n"
        } else {
            let names = table.rows.map { PrintableText.excerpt($0.expiration.name, limit: Self.widestName) }
            let width = (names + table.rows.map(source) + [Self.heading]).map(\.count).max() ?? 0
            text +=
                Color.bold.paint(
                    PrintableText.padded(Self.heading, to: width) + "  "
                        + PrintableText.padded("instant", to: Self.instantWidth)
                        + "  state    what the next call meets",
                    isShown: showsColor
                ) + "\n"
            for (row, name) in zip(table.rows, names) { text += lines(row, name, width) }
        }
        text += ended(table) + summary(table)
        return text
    }

    private func lines(_ row: ExpirationTable.Row, _ name: String, _ width: Int) -> String {
        let instant = row.expiration.instant.value
        let nanosecond = Duration.nanoseconds(1)
        var text = line(name, width, instant - nanosecond, isValid: true, EffectText.before(row))
        text += line(source(row), width, instant, isValid: false, EffectText.after(row))
        if showsDetails { text += line("", width, instant + nanosecond, isValid: false, EffectText.after(row)) }
        return text
    }

    /// How the instant is known, and what took the thing's place.
    private func source(_ row: ExpirationTable.Row) -> String {
        var text = "  " + KnowledgeText.text(of: row.expiration.instant.knowledge)
        if let cause = row.expiration.holding.ending?.value.cause, cause != .expired {
            text += ", " + KnowledgeText.text(of: cause)
        }
        return PrintableText.escaped(text)
    }

    private func line(_ name: String, _ width: Int, _ instant: Instant, isValid: Bool, _ effect: String) -> String {
        let state = (isValid ? Color.green : .red).paint(isValid ? "valid  " : "expired", isShown: showsColor)
        let start =
            PrintableText.padded(name, to: width) + "  "
            + PrintableText.padded("\(instant)", to: Self.instantWidth) + "  " + state
        return start + (effect.isEmpty ? "" : "  " + PrintableText.escaped(effect)) + "\n"
    }

    private func ended(_ table: ExpirationTable) -> String {
        guard !table.ended.isEmpty else { return "" }
        let lines = table.ended.map { holding in
            let cause = holding.ending.map { KnowledgeText.text(of: $0.value.cause) } ?? ""
            return "  \(PrintableText.excerpt(holding.name, limit: Self.widestName)): \(cause)\n"
        }
        return "\n" + Color.bold.paint("ended before they expired", isShown: showsColor) + "\n" + lines.joined()
    }

    private func summary(_ table: ExpirationTable) -> String {
        let assumed = table.rows.filter(\.expiration.instant.knowledge.isAssumed).count
        var text = "\n" + CountedNoun.text(table.rows.count, "expiration")
        if assumed > 0 { text += ", \(assumed) of them assumed" }
        if let device = table.device, !table.otherDevices.isEmpty {
            text += " of \(PrintableText.escaped(device.name))"
        }
        text += "\n"
        for other in table.otherDevices {
            let calls = CountedNoun.text(other.callCount, "call")
            text += "not shown: device \(PrintableText.escaped(other.name)) (\(calls))\n"
        }
        return text
    }

    private static let heading = "what expires"
    private static let instantWidth = 30
    private static let widestName = 60
}
