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
    /// Colors and width.
    var style = TextStyle.plain
    /// Whether exchanges, VSA calls and user actions are not shown.
    var isQuiet = false

    /// The heading of the lines for a person, with its line end.
    var heading: String {
        row(ordinal: "#", "local time", "who → whom", "what", "status", "took", "body")
    }

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
        case .vsaCall(let call):
            VSACallText(style).line(
                for: call,
                behind: fields(ordinal: "vsa\(call.ordinal)", "\(LocalTime(call.answeredAt))", "app → VSA")
            )
        case .userAction(let userAction):
            style.line(
                fields(ordinal: "", "\(LocalTime(userAction.occurredAt))", "user → app"),
                last: PrintableText.escaped(userAction.action.name)
            )
        case .notice(let notice): style.paragraph(PrintableText.escaped("\(notice)"), indent: 2, .yellow)
        case .skipped(let skipped): style.paragraph(PrintableText.escaped(skipped.title), indent: 2)
        }
    }

    private func exchange(_ brief: ExchangeBrief, _ bodyBytes: Int) -> String {
        let url = URLParts(brief.url)
        let size = Self.size(bodyBytes)
        var facts = brief.operation == nil ? [url.authority.description, size] : [size]
        var status = "-"
        switch brief.ending {
        case .status(let code): status = "\(code)"
        case .failure(let reason): facts.insert(reason, at: 0)
        }
        return row(
            ordinal: "\(brief.ordinal)",
            "\(LocalTime(brief.startedAt))",
            "app → "
                + (brief.operation == nil ? PrintableText.escaped(HostText.shortName(of: "\(url.host)")) : "Adobe"),
            brief.operation ?? PrintableText.escaped("\(brief.method) \(url.path)"),
            status,
            "\(ElapsedTime(.microseconds(brief.durationMicroseconds)))",
            PrintableText.escaped(facts.joined(separator: ", "))
        )
    }

    /// The fields that every line begins with, as the timeline of `replay` has them.
    private func fields(ordinal: String, _ time: String, _ actors: String) -> [(text: String, color: Color?)] {
        [
            (PrintableText.padded(time, to: 12) + "  ", .dim), (PrintableText.rightAligned(ordinal, to: 4) + "  ", nil),
            (PrintableText.padded(actors, to: 14) + "  ", .cyan),
        ]
    }

    private func row(
        ordinal: String,
        _ time: String,
        _ actors: String,
        _ what: String,
        _ status: String,
        _ took: String,
        _ fact: String
    ) -> String {
        style.line(
            fields(ordinal: ordinal, time, actors) + [
                (PrintableText.padded(what, to: Self.whatWidth), .bold),
                (PrintableText.rightAligned(status, to: 7), color(of: status)),
                (PrintableText.rightAligned(took, to: 10) + "  ", nil),
            ],
            last: fact
        )
    }

    private func color(of status: String) -> Color? {
        if status == "-" { return .red }
        guard let code = Int(status) else { return nil }
        return code < 400 ? .green : code < 500 ? .yellow : .red
    }

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

    private static let whatWidth = 18
}
