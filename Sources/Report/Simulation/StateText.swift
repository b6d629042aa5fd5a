public import VirtualTime

/// The state of a world as readable text: a heading for each subject, its lines below it.
public struct StateText: Sendable {
    /// Whether to print in colour.
    public var showsColour: Bool

    /// A rendering; plain unless said otherwise.
    public init(showsColour: Bool = false) { self.showsColour = showsColour }

    /// The state at `instant`, and what runs out from there on.
    public func text(of lines: [StateLine], deadlines: [Deadline], at instant: Instant) -> String {
        var text = Colour.bold.paint("state at \(instant)", isShown: showsColour) + "\n"
        for (subject, lines) in Self.grouped(lines) {
            text += "\n" + heading(subject)
            let width = min(lines.map { PrintableText.escaped($0.name).count }.max() ?? 0, Self.widestName)
            for line in lines {
                let name = PrintableText.padded(PrintableText.escaped(line.name), to: width)
                text += "  \(name)  \(PrintableText.escaped(line.value))\n"
            }
        }
        guard !deadlines.isEmpty else { return text }
        text += "\n" + heading("deadlines")
        let width = min(deadlines.map { PrintableText.escaped($0.name).count }.max() ?? 0, Self.widestName)
        for deadline in deadlines {
            let name = PrintableText.padded(PrintableText.escaped(deadline.name), to: width)
            let distance = deadline.instant - instant
            let when = distance > .zero ? "in \(ElapsedTime(distance))" : "over"
            text += "  \(name)  \(deadline.instant), \(when), by \(PrintableText.escaped(deadline.holder))\n"
        }
        return text
    }

    private func heading(_ subject: String) -> String {
        Colour.bold.paint(PrintableText.escaped(subject), isShown: showsColour) + "\n"
    }

    /// The lines by subject, each where it first occurs.
    private static func grouped(_ lines: [StateLine]) -> [(subject: String, lines: [StateLine])] {
        var places: [String: Int] = [:]
        var groups: [(subject: String, lines: [StateLine])] = []
        for line in lines {
            if let place = places[line.subject] {
                groups[place].lines.append(line)
            } else {
                places[line.subject] = groups.count
                groups.append((line.subject, [line]))
            }
        }
        return groups
    }

    private static let widestName = 40
}
