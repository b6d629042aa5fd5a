import Replay

/// The findings of a run as one list, the worst first, numbered for the marks in the timeline.
///
/// Equal ones are folded, and more than ``mostAlike`` that differ in values alone.
struct FindingList: Sendable {
    /// The findings, each with the lines that it is about, by place among the rows.
    private(set) var findings: [(finding: TimelineFinding, rows: [Int])] = []

    /// The list of `found`, each with the line at which it showed, marked in `rows`.
    init(_ found: [(finding: TimelineFinding, row: Int?)], marking rows: inout [TimelineRow]) {
        var byKey: [Key: Int] = [:]
        var equal: [Int: [TimelineFinding]] = [:]
        let index = LineIndex(rows)
        for (finding, row) in found {
            let lines = Self.lines(of: finding, at: row, in: index)
            let key = Key(level: finding.level, text: finding.text)
            if let index = byKey[key] {
                equal[index, default: []].append(finding)
                findings[index].rows += lines
            } else {
                byKey[key] = findings.count
                findings.append((finding, lines))
            }
        }
        for index in findings.indices { findings[index].finding.fold(equal[index] ?? []) }
        findings = Self.foldingAlike(findings)
        let order: [FindingLevel] = [.error, .warning, .note]
        findings = order.flatMap { level in findings.filter { $0.finding.level == level } }
        for (index, entry) in findings.enumerated() {
            for row in Set(entry.rows).sorted() { rows[row].marks.append(index + 1) }
        }
    }

    private struct Key: Hashable {
        var level: FindingLevel
        var text: String
    }

    /// So many that differ in values alone are findings of their own.
    static let mostAlike = 3

    /// Where more than ``mostAlike`` differ in numbers and quoted values alone, the first with the places of all.
    private static func foldingAlike(_ findings: [(finding: TimelineFinding, rows: [Int])]) -> [(
        finding: TimelineFinding, rows: [Int]
    )] {
        let keys = findings.map { Key(level: $0.finding.level, text: shape(of: $0.finding.text)) }
        var counts: [Key: Int] = [:]
        for key in keys { counts[key, default: 0] += 1 }
        var firsts: [Key: Int] = [:]
        var alike: [Int: [TimelineFinding]] = [:]
        var folded: [(finding: TimelineFinding, rows: [Int])] = []
        for (entry, key) in zip(findings, keys) {
            guard let count = counts[key], count > mostAlike else {
                folded.append(entry)
                continue
            }
            if let first = firsts[key] {
                alike[first, default: []].append(entry.finding)
                folded[first].rows += entry.rows
            } else {
                firsts[key] = folded.count
                var entry = entry
                entry.finding.text += " \(count - 1) more differ from this in values alone."
                folded.append(entry)
            }
        }
        for index in folded.indices { folded[index].finding.fold(alike[index] ?? []) }
        return folded
    }

    /// A text without what its quotation marks hold, and without its numbers.
    private static func shape(of text: String) -> String {
        var shape: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in text.utf8 {
            if isQuoted, isEscaped || byte == UInt8(ascii: "\\") {
                isEscaped.toggle()
                continue
            }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            let isDigit = (0x30...0x39).contains(byte)
            if isQuoted && byte != UInt8(ascii: "\"") || isDigit && shape.last == UInt8(ascii: "#") { continue }
            shape.append(isDigit ? UInt8(ascii: "#") : byte)
        }
        return String(decoding: shape, as: UTF8.self)
    }

    /// The lines of each exchange and each VSA call, by ordinal, in order.
    private struct LineIndex {
        private var exchanges: [Int: [Int]] = [:]
        private var vsaCalls: [Int: [Int]] = [:]

        init(_ rows: [TimelineRow]) {
            for (line, row) in rows.enumerated() {
                if let exchange = row.exchange { exchanges[exchange, default: []].append(line) }
                if let call = row.vsaCall { vsaCalls[call, default: []].append(line) }
            }
        }

        func lines(ofExchanges ordinals: [Int], vsaCalls calls: [Int]) -> [Int] {
            Set(ordinals.flatMap { exchanges[$0] ?? [] } + calls.flatMap { vsaCalls[$0] ?? [] }).sorted()
        }
    }

    /// The lines that a finding is about: those of its exchanges and VSA calls, else the one at which it showed.
    private static func lines(of finding: TimelineFinding, at row: Int?, in index: LineIndex) -> [Int] {
        let exchanges = finding.markedExchanges ?? finding.exchanges
        let calls = finding.vsaCalls
        let named = index.lines(ofExchanges: exchanges, vsaCalls: calls)
        // A note is no reason to mark every line of a recording.
        if finding.level == .note, !finding.isAboutLine, let first = named.first { return [first] }
        if finding.isAboutLine || !(exchanges.isEmpty && calls.isEmpty) && named.isEmpty {
            return row.map { [$0] } ?? []
        }
        return named
    }

    /// How many there are of a level.
    func count(_ level: FindingLevel) -> Int { findings.count { $0.finding.level == level } }

    /// The list with its title; empty if there is none.
    func text(_ style: TextStyle, showsDetails: Bool) -> String {
        guard !findings.isEmpty else { return "" }
        let marks = findings.enumerated().map { $1.rows.isEmpty ? "" : "[\($0 + 1)]" }
        let markWidth = marks.map(\.count).max() ?? 0
        let places = findings.map { $0.finding.place }
        let placeWidth = min(Self.widestPlace, places.map(TextWidth.columns(of:)).max() ?? 0)
        var text = style.paint("Findings", .bold) + "\n"
        for (index, (finding, _)) in findings.enumerated() {
            let head = "  " + PrintableText.padded(marks[index], to: markWidth) + (markWidth > 0 ? " " : "")
            let level = PrintableText.padded(finding.level.rawValue, to: 7)
            let place = PrintableText.padded(places[index], to: placeWidth) + (placeWidth > 0 ? "  " : "")
            let indent = head.count + 9 + placeWidth + (placeWidth > 0 ? 2 : 0)
            let label = head + style.paint(level, finding.level.color) + "  " + place
            text += paragraph(
                PrintableText.escaped(finding.text),
                label,
                head.count + 9 + TextWidth.columns(of: place),
                indent,
                style
            )
            guard showsDetails else { continue }
            for (name, value) in finding.details {
                text += style.paragraph(
                    PrintableText.escaped("\(name): \(value)"),
                    label: String(repeating: " ", count: min(indent, style.width.columns / 2)),
                    .dim
                )
            }
        }
        return text
    }

    /// A wrapped text behind a label whose width is known: the label may be painted.
    private func paragraph(_ text: String, _ label: String, _ taken: Int, _ indent: Int, _ style: TextStyle) -> String {
        // Where columns would leave less than half the line, the sentences begin below.
        let isBelow = taken > style.width.columns * 11 / 20
        let hanging = isBelow ? 6 : indent
        let lines = style.width.wrapped(text, first: isBelow ? 0 : taken, indent: hanging)
        guard isBelow else { return label + lines.joined(separator: "\n") + "\n" }
        let below = style.width.wrapped(text, first: 6, indent: 6)
        return Self.trimmed(label) + "\n      " + below.joined(separator: "\n") + "\n"
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    private static let widestPlace = 26
}

extension FindingLevel {
    /// The color that it is painted in.
    var color: Color {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .note: .dim
        }
    }
}
