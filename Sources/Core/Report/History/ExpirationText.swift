import Documents
import History
public import Simulation
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
        var text = table.rows.isEmpty ? "no expiration in the recording\n" : ""
        for row in table.rows {
            let heading = "\(row.expiration.name), \(source(row))"
            text += Color.bold.paint(PrintableText.escaped(heading), isShown: showsColor) + "\n" + lines(row)
        }
        return text + ended(table) + summary(table)
    }

    private func lines(_ row: ExpirationTable.Row) -> String {
        let instant = row.expiration.instant.value
        let nanosecond = Duration.nanoseconds(1)
        var text = line(instant - nanosecond, isValid: true, EffectText.before(row))
        text += line(instant, isValid: false, EffectText.after(row))
        if showsDetails { text += line(instant + nanosecond, isValid: false, EffectText.after(row)) }
        return text
    }

    /// How the instant is known, and what took the thing's place.
    private func source(_ row: ExpirationTable.Row) -> String {
        var text = KnowledgeText.text(of: row.expiration.instant.knowledge)
        if let cause = row.expiration.holding.ending?.value.cause, cause != .expired {
            text += ", " + KnowledgeText.text(of: cause)
        }
        return text
    }

    private func line(_ instant: Instant, isValid: Bool, _ effect: String) -> String {
        let state = (isValid ? Color.green : .red).paint(
            isValid ? effect.isEmpty ? "valid" : "valid  " : "expired",
            isShown: showsColor
        )
        let start = "  " + PrintableText.padded("\(instant)", to: Self.instantWidth) + "  " + state
        return start + (effect.isEmpty ? "" : "  " + PrintableText.escaped(effect)) + "\n"
    }

    /// What expires in the recording and is not in a sweep of its replay: neither the replayed client nor the simulated service has it;
    /// empty if nothing is.
    public func untried(_ table: ExpirationTable, in sweep: SweepTable) -> String {
        let tried = Set(sweep.rows.map { "\($0.expiration.name) \($0.expiration.instant)" })
        let lines = table.rows.filter { !tried.contains("\($0.expiration.name) \($0.expiration.instant.value)") }.map {
            row in
            "  \(PrintableText.escaped(row.expiration.name)): \(row.expiration.instant.value), \(source(row))\n"
        }
        guard !lines.isEmpty else { return "" }
        return "\n" + Color.bold.paint("not tried: the replay does not have it", isShown: showsColor) + "\n"
            + lines.joined()
    }

    /// What ended before it expired, with the end that a response had stated; empty if nothing did.
    public func ended(_ table: ExpirationTable) -> String {
        guard !table.ended.isEmpty else { return "" }
        let lines = table.ended.map { holding in
            let cause = holding.ending.map { KnowledgeText.text(of: $0.value.cause) }
            let words = [cause, HoldingText.lostEnd(of: holding)].compactMap { $0 }.joined(separator: ", ")
            return "  \(PrintableText.escaped(holding.name)): \(words)\n"
        }
        return "\n" + Color.bold.paint("no longer valid before they expired", isShown: showsColor) + "\n"
            + lines.joined()
    }

    private func summary(_ table: ExpirationTable) -> String {
        let assumed = table.rows.filter(\.expiration.instant.knowledge.isAssumed).count
        var text = "\n" + CountedNoun.text(table.rows.count, "expiration")
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

    private static let instantWidth = 30
}
