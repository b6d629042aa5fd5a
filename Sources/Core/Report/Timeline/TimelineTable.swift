import Documents

/// A timeline's lines, laid out in columns that fit the width; only the last field of a line is cut.
struct TimelineTable {
    private let rows: [TimelineRow]
    private let style: TextStyle
    private let showsDetails: Bool

    private let timeWidth: Int
    private let ordinalWidth: Int
    private let actorsWidth: Int
    private let whatWidth: Int
    /// The widest that what stands in front of a status may be, so that the status and the marks are in the window.
    private let whatLimit: Int
    private let durationWidth: Int

    /// The table of these lines.
    init(_ rows: [TimelineRow], _ style: TextStyle, showsDetails: Bool) {
        self.rows = rows
        self.style = style
        self.showsDetails = showsDetails
        func widest(_ fields: some Sequence<String>, atMost limit: Int) -> Int {
            min(limit, fields.reduce(0) { max($0, TextWidth.columns(of: $1)) })
        }
        let entries = rows.compactMap(\.entry)
        timeWidth = max(7, widest(rows.map(Self.time), atMost: 20))
        let ordinals = widest(entries.map { $0.ordinal ?? "" }, atMost: 8)
        ordinalWidth = ordinals == 0 ? 0 : max(4, ordinals)
        actorsWidth = max("who → whom".count, widest(entries.map(Self.actors), atMost: 20))
        let hasStatus = entries.contains { $0.status != nil }
        // What stands in front of a status; all else may be wider, and is followed by its fact.
        let requests = entries.filter { $0.status != nil || $0.to == "VSA" }
        let marks = rows.reduce(0) { max($0, Self.marks(of: $1).count) }
        let front = timeWidth + 2 + (ordinalWidth > 0 ? ordinalWidth + 2 : 0) + actorsWidth + 2
        let room = style.width.columns - front - (hasStatus ? 4 : 0) - (marks > 0 ? marks + 1 : 0)
        whatLimit = max("what".count, room)
        whatWidth = min(whatLimit, max("what".count, widest(requests.map(\.what), atMost: 24)))
        let duration = widest(entries.map { $0.duration.map { "\(ElapsedTime($0))" } ?? "" }, atMost: 12)
        // In a narrow window a fact says more than how long it took.
        let taken = front + whatWidth + 4
        durationWidth = taken + duration + 4 + Self.leastFact <= style.width.columns ? duration : 0
    }

    /// The lines with their heading, each with its line end.
    var text: String {
        var text = style.line([(heading, .dim)])
        for row in rows { text += lines(of: row) }
        return text
    }

    private var heading: String {
        fields(time: "time", ordinal: "#", actors: "who → whom", what: "what").map(\.text).joined()
    }

    private func lines(of row: TimelineRow) -> String {
        let marks = Self.marks(of: row)
        switch row.kind {
        case .heading(let title, let answer):
            return style.line([(title, .bold)], last: answer.map { " \($0)" } ?? "")
        case .place(let name):
            return style.line([], last: "on " + PrintableText.escaped(name), .magenta)
        case .rule(let text):
            return style.line([], last: "── \(PrintableText.escaped(text)) ──", .dim)
        case .entry(let entry):
            return line(entry, time: Self.time(row), marks: marks) + details(of: row)
        }
    }

    private func line(_ entry: TimelineRow.Entry, time: String, marks: String) -> String {
        var fields = fields(
            time: time,
            ordinal: entry.ordinal ?? (entry.isCall ? "-" : ""),
            actors: Self.actors(entry),
            what: entry.status == nil
                ? PrintableText.escaped(entry.what) : TextWidth.cut(PrintableText.escaped(entry.what), to: whatLimit),
            color: entry.tone == .faint ? .dim : nil
        )
        if entry.status != nil || entry.duration != nil {
            fields.append((PrintableText.rightAligned(entry.status ?? "", to: 4), color(ofStatus: entry.status)))
            let duration = durationWidth > 0 ? entry.duration.map { "\(ElapsedTime($0))" } ?? "" : ""
            let width = durationWidth > 0 ? durationWidth + 2 : 0
            fields.append((PrintableText.rightAligned(duration, to: width) + "  ", .dim))
        } else if !entry.fact.isEmpty {
            fields.append((" ", nil))
        }
        let fact = PrintableText.escaped(entry.fact)
        let color: Color? =
            switch entry.tone {
            case .normal: nil
            case .faint: .dim
            case .bad: .red
            }
        guard !marks.isEmpty else { return style.line(fields, last: fact, color) }
        // The mark keeps its place at the right edge, whatever is in front of it.
        let room = TextWidth(unchecked: style.width.columns - marks.count - 1)
        var inner = style
        inner.width = room
        let line = String(inner.line(fields, last: fact, color).dropLast())
        let plain = fields.map(\.text).joined() + fact
        let taken = min(room.columns, TextWidth.columns(of: plain.trimmingSpaces))
        // In a wide window the eye has to find the line again.
        let gap = min(style.width.columns, Self.edge) - marks.count - taken
        return line + String(repeating: " ", count: max(1, gap)) + style.paint(marks, .yellow) + "\n"
    }

    private func fields(
        time: String,
        ordinal: String,
        actors: String,
        what: String,
        color: Color? = nil
    ) -> [(text: String, color: Color?)] {
        var fields: [(text: String, color: Color?)] = [(PrintableText.rightAligned(time, to: timeWidth) + "  ", .dim)]
        if ordinalWidth > 0 { fields.append((PrintableText.rightAligned(ordinal, to: ordinalWidth) + "  ", nil)) }
        fields.append((PrintableText.padded(actors, to: actorsWidth) + "  ", color ?? .cyan))
        fields.append((PrintableText.padded(what, to: whatWidth), color))
        return fields
    }

    private func details(of row: TimelineRow) -> String {
        guard showsDetails else { return "" }
        let indent = min(timeWidth + 4 + (ordinalWidth > 0 ? ordinalWidth + 2 : 0), style.width.columns / 3)
        return row.details.map { name, value in
            style.paragraph(
                PrintableText.escaped("\(name): \(value)"),
                label: String(repeating: " ", count: indent - 2),
                indent: indent,
                .dim
            )
        }.joined()
    }

    private func color(ofStatus status: String?) -> Color? {
        guard let status else { return nil }
        guard let code = Int(status) else { return .red }
        return code < 400 ? .green : code < 500 ? .yellow : .red
    }

    /// The room that a fact needs at least.
    private static let leastFact = 8

    /// The right edge for marks, however wide the window is.
    private static let edge = 120

    private static func marks(of row: TimelineRow) -> String {
        row.marks.isEmpty ? "" : "[" + row.marks.map(String.init).joined(separator: ",") + "]"
    }

    private static func time(_ row: TimelineRow) -> String { row.time.map { ElapsedTime($0).clock } ?? "-" }

    private static func actors(_ entry: TimelineRow.Entry) -> String {
        let from = PrintableText.escaped(entry.from)
        return entry.to.isEmpty ? from : "\(from) → \(PrintableText.escaped(entry.to))"
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
