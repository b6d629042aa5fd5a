import Documents
import Exchanges
import Foundation
import Proxy
import Report
import SubscriberAccount
import VirtualTime

/// What is recorded, a line each: for a person who watches, or as JSON Lines.
struct LiveText: Sendable {
    /// Whether lines are JSON.
    var showsJSON = false
    /// Whether to print in color.
    var showsColor = false
    /// Whether exchanges, VSA calls and user actions are not shown.
    var isQuiet = false

    /// The heading of the lines for a person, with its line end.
    var heading: String { row("local time", "what", "status", "took", "body", "request") }

    /// Whether there is a line for `event`.
    func shows(_ event: RecordedEvent) -> Bool {
        switch event {
        case .skipped: false
        // That a host is not recorded any more is not for the quiet to miss.
        case .notice: true
        case .exchange, .vsaCall, .userAction: !isQuiet
        }
    }

    /// The line, with its line end.
    func line(for event: RecordedEvent) -> String {
        showsJSON ? JSONLine.text(of: LiveJSON.object(for: event)) : text(event)
    }

    /// The line for lines that are missing.
    func line(notShown count: Int) -> String {
        guard showsJSON else { return "… \(CountedNoun.text(count, "line")) not shown\n" }
        return JSONLine.text(of: ["type": .string("notShown"), "lineCount": .count(count)])
    }

    // MARK: For a person

    private func text(_ event: RecordedEvent) -> String {
        switch event {
        case .exchange(let brief, let bodyBytes): exchange(brief, bodyBytes)
        case .vsaCall(let response):
            "\(LocalTime(response.answeredAt))" + VSACallText(showsColor: showsColor).line(for: response)
        case .userAction(let userAction):
            "\(LocalTime(userAction.occurredAt))  \(PrintableText.escaped(userAction.action.summary))\n"
        case .notice(let notice): paint(PrintableText.escaped("\(notice)"), .yellow) + "\n"
        case .skipped(let skipped): PrintableText.escaped(skipped.title) + "\n"
        }
    }

    private func exchange(_ brief: ExchangeBrief, _ bodyBytes: Int) -> String {
        let url = URLParts(brief.url)
        let status: String
        var target = "\(brief.method) \(url.authority)\(url.path)"
        switch brief.ending {
        case .status(let code): status = "\(code)"
        case .failure(let reason):
            status = "-"
            target += ": \(reason)"
        }
        return row(
            "\(LocalTime(brief.startedAt))",
            brief.name,
            status,
            "\(ElapsedTime(.microseconds(brief.durationMicroseconds)))",
            Self.size(bodyBytes),
            PrintableText.excerpt(target, limit: Self.targetLimit)
        )
    }

    private func row(
        _ time: String,
        _ name: String,
        _ status: String,
        _ took: String,
        _ size: String,
        _ target: String
    ) -> String {
        let what = PrintableText.padded(PrintableText.excerpt(name, limit: Self.nameWidth), to: Self.nameWidth)
        let code = PrintableText.rightAligned(status, to: 6)
        return PrintableText.padded(time, to: 12) + "  " + paint(what, .bold) + "  " + painted(code, status) + "  "
            + PrintableText.rightAligned(took, to: 12) + "  " + PrintableText.rightAligned(size, to: 8) + "  " + target
            + "\n"
    }

    private func painted(_ text: String, _ status: String) -> String {
        if status == "-" { return paint(text, .red) }
        guard let code = Int(status) else { return text }
        return paint(text, code < 400 ? .green : code < 500 ? .yellow : .red)
    }

    private func paint(_ text: String, _ color: Color) -> String { color.paint(text, isShown: showsColor) }

    /// `0 B`, `999 B`, `1.2 kB`, `34 MB`.
    static func size(_ bytes: Int) -> String {
        var amount = Double(bytes)
        var unit = "B"
        for larger in ["kB", "MB", "GB"] where amount >= 1_000 {
            amount /= 1_000
            unit = larger
        }
        return unit == "B" || amount >= 10 ? "\(Int(amount)) \(unit)" : "\(Double(Int(amount * 10)) / 10) \(unit)"
    }

    private static let nameWidth = 34
    private static let targetLimit = 100
}
