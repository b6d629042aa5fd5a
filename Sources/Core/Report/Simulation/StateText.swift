public import VirtualTime

/// The state of a world as readable text: a heading for each device, store, app and MVPD, and for the service, with
/// its entries below it.
public struct StateText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering; plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// The state at `instant`, and what expires from there on.
    public func text(of entries: [StateEntry], expirations: [Expiration], at instant: Instant) -> String {
        var text = Color.bold.paint("state at \(instant)", isShown: showsColor) + "\n"
        for (title, lines) in Self.grouped(entries.map(StateWords.init)) {
            text += "\n" + heading(title)
            let width = min(lines.map { PrintableText.escaped($0.name).count }.max() ?? 0, Self.widestName)
            for line in lines {
                let name = PrintableText.padded(PrintableText.escaped(line.name), to: width)
                text += "  \(name)  \(PrintableText.escaped(line.value))\n"
            }
        }
        guard !expirations.isEmpty else { return text }
        text += "\n" + heading("expirations")
        let width = min(expirations.map { PrintableText.escaped($0.name).count }.max() ?? 0, Self.widestName)
        for expiration in expirations {
            let name = PrintableText.padded(PrintableText.escaped(expiration.name), to: width)
            let distance = expiration.instant - instant
            let when = distance > .zero ? "in \(ElapsedTime(distance))" : "expired"
            text += "  \(name)  \(expiration.instant), \(when), source \(PrintableText.escaped(expiration.source))\n"
        }
        return text
    }

    private func heading(_ subject: String) -> String {
        Color.bold.paint(PrintableText.escaped(subject), isShown: showsColor) + "\n"
    }

    /// The lines by heading, each where it first occurs.
    private static func grouped(_ lines: [StateWords]) -> [(heading: String, lines: [StateWords])] {
        var places: [String: Int] = [:]
        var groups: [(heading: String, lines: [StateWords])] = []
        for line in lines {
            if let place = places[line.heading] {
                groups[place].lines.append(line)
            } else {
                places[line.heading] = groups.count
                groups.append((line.heading, [line]))
            }
        }
        return groups
    }

    private static let widestName = 40
}
