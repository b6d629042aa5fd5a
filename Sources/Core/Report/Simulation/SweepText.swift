import Documents
public import Simulation
import VirtualTime

/// A sweep as a table: for each expiration a line just before and a line at it, and one just after where that differs.
public struct SweepText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether the line just after is always there, and each expiration has its source.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = false) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
    }

    /// The whole table.
    public func text(of table: SweepTable) -> String {
        guard !table.rows.isEmpty else { return "nothing expires\n" }
        var text = ""
        for row in table.rows {
            text += bold(name(of: row.expiration) + Self.remarks(on: row))
            text += line(row.before, isChange: false)
            text += line(row.at, isChange: row.before.text != row.at.text)
            if showsDetails || row.at.text != row.after.text {
                text += line(row.after, isChange: row.at.text != row.after.text)
            }
        }
        if !table.orders.isEmpty { text += "\n" + orders(table.orders) }
        return text + "\n" + summary(of: table)
    }

    /// How the instant is known, where no response states it, and that the recording shows the thing to end before.
    private static func remarks(on row: SweepTable.Row) -> String {
        (row.isAssumed ? ", assumed" : "") + (row.hasEnded ? ", as if it had not ended before" : "")
    }

    private func name(of expiration: Expiration) -> String {
        PrintableText.escaped(expiration.name)
            + (showsDetails ? ", source \(PrintableText.escaped(expiration.source))" : "")
    }

    private func line(_ sample: BoundarySample, isChange: Bool) -> String {
        let state = sample.isValid ? sample.behavior.isEmpty ? "valid" : "valid  " : "expired"
        let color = sample.isValid ? Color.green : .red
        let behavior = PrintableText.escaped(sample.behavior)
        return "  " + PrintableText.padded("\(sample.instant)", to: Self.instantWidth) + "  "
            + color.paint(state, isShown: showsColor) + (behavior.isEmpty ? "" : "  ")
            + (isChange ? Color.bold.paint(behavior, isShown: showsColor) : behavior) + "\n"
    }

    private static let instantWidth = 30

    private func orders(_ orders: [SweepTable.Order]) -> String {
        var text = bold("Two expirations within a minute, in both orders: what happens between them")
        for order in orders {
            let first = PrintableText.excerpt(order.first.name, limit: 60)
            let second = PrintableText.excerpt(order.second.name, limit: 60)
            text += "  \(first), then \(second)\(order.isNatural ? "" : " (moved)"): at \(order.between.instant) "
            text += PrintableText.escaped(order.between.text) + "\n"
        }
        return text
    }

    private func summary(of table: SweepTable) -> String {
        let changing = table.rows.filter(\.changesBehavior).count
        return
            CountedNoun.text(table.rows.count, "expiration") + ", \(changing) with a change of behavior, "
            + CountedNoun.text(table.orders.count, "order") + " of two within a minute\n"
            + "each is tried by itself: what expired before it has expired, and no act in between renewed it\n"
    }

    private func bold(_ text: String) -> String { Color.bold.paint(text, isShown: showsColor) + "\n" }
}
