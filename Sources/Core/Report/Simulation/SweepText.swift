import Documents
import History
public import Simulation
import VirtualTime

/// A sweep as a table: for each expiration a line just before and a line at it, and one just after where that differs.
public struct SweepText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether the line just after is always there, and each expiration has where it is known.
    public var showsDetails: Bool

    /// A rendering; plain and without details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = false) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
    }

    /// The whole table.
    public func text(of table: SweepTable) -> String {
        var text = table.rows.isEmpty ? table.untried.isEmpty ? "nothing expires\n" : "nothing can be tried\n" : ""
        for row in table.rows {
            text += bold(name(of: row.expiration) + remarks(on: row))
            text += line(row.before, isChange: false)
            text += line(row.at, isChange: row.before.text != row.at.text)
            if showsDetails || row.at.text != row.after.text {
                text += line(row.after, isChange: row.at.text != row.after.text)
            }
        }
        if !table.orders.isEmpty { text += "\n" + orders(table.orders) }
        text += untried(table.untried) + ended(table.ended)
        return table.rows.isEmpty && table.otherDevices.isEmpty ? text : text + "\n" + summary(of: table)
    }

    /// What ended the thing before, by what a recording shows, and that it is tried as if it had not.
    private func remarks(on row: SweepTable.Row) -> String {
        (row.ending.map { ", " + KnowledgeText.text(of: $0) } ?? "")
            + (row.hasEnded ? ", as if it had not ended before" : "")
    }

    /// The name, and how the instant is known.
    private func name(of expiration: Expiration) -> String {
        PrintableText.escaped(expiration.name)
            + (showsDetails ? ", source \(PrintableText.escaped(expiration.source))" : "")
            + (expiration.knowledge.map { ", " + PrintableText.escaped(KnowledgeText.text(of: $0)) } ?? "")
    }

    /// What expires in the recording and neither the replayed client nor the simulated service has.
    private func untried(_ untried: [SweepTable.Untried]) -> String {
        guard !untried.isEmpty else { return "" }
        let lines = untried.map { row in
            let words = [
                row.expiration.knowledge.map { KnowledgeText.text(of: $0) },
                row.ending.map { KnowledgeText.text(of: $0) },
            ]
            return line(row.expiration.name, "\(row.expiration.instant)", words)
        }
        return "\n" + bold("not tried: the replay does not have it") + lines.joined()
    }

    /// What ended before it expired, with the end that a response had stated.
    private func ended(_ ended: [SweepTable.Ended]) -> String {
        guard !ended.isEmpty else { return "" }
        let lines = ended.map { row in
            let expiration = row.expiration
            let isAssumed = expiration.knowledge?.isAssumed == true
            let end = "before its end at \(expiration.instant)" + (isAssumed ? " (assumed)" : "")
            let isEarly = row.ending.map { $0.value.instant < expiration.instant } ?? false
            return line(
                expiration.name,
                row.ending.map { KnowledgeText.text(of: $0.value.cause) } ?? "",
                [isEarly ? end : nil]
            )
        }
        return "\n" + bold("no longer valid before they expired") + lines.joined()
    }

    private func line(_ name: String, _ first: String, _ rest: [String?]) -> String {
        let words = ([first] + rest.compactMap(\.self)).joined(separator: ", ")
        return "  \(PrintableText.escaped(name)): \(PrintableText.escaped(words))\n"
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
        var text = CountedNoun.text(table.rows.count, "expiration")
        if table.isTried {
            let changing = table.rows.filter(\.changesBehavior).count
            text += ", \(changing) with a change of behavior, "
            text += CountedNoun.text(table.orders.count, "order") + " of two within a minute\n"
            text += "each is tried by itself: what expired before it has expired, and no act in between renewed it\n"
            return text
        }
        let assumed = table.rows.filter { $0.expiration.knowledge?.isAssumed == true }.count
        if assumed > 0 { text += ", \(assumed) of them assumed" }
        if let device = table.device, !table.otherDevices.isEmpty {
            text += " of \(PrintableText.escaped(device.name))"
        }
        text += "\n"
        if !table.rows.isEmpty { text += "each is judged alone, as if everything else were still valid\n" }
        for other in table.otherDevices {
            let calls = CountedNoun.text(other.callCount, "call")
            text += "not shown: device \(PrintableText.escaped(other.name)) (\(calls))\n"
        }
        return text
    }

    private func bold(_ text: String) -> String { Color.bold.paint(text, isShown: showsColor) + "\n" }
}
