import Documents
public import VirtualTime

/// A timeline as readable text: when, who, what kind, what happened; one event a line, its details below it.
public struct TimelineText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool
    /// Whether an event's details follow it, one a line.
    public var showsDetails: Bool
    /// Whether a last line says how many events there were, and their digest.
    public var showsDigest: Bool

    /// A rendering; plain and with details unless said otherwise.
    public init(showsColor: Bool = false, showsDetails: Bool = true, showsDigest: Bool = true) {
        self.showsColor = showsColor
        self.showsDetails = showsDetails
        self.showsDigest = showsDigest
    }

    /// The whole timeline: a line with its first instant, a line an event, and a line with the digest if that is
    /// wanted.
    ///
    /// Times are relative to the first event.
    public func text(of timeline: Timeline) -> String {
        guard let start = timeline.events.first?.instant else {
            return "nothing happened\n" + digestLine(of: timeline)
        }
        var result = paint("\(start)", .bold) + "\n"
        for event in timeline.events {
            result += text(of: event, since: start)
        }
        return result + digestLine(of: timeline)
    }

    /// The lines of one event, each with its line end.
    public func text(of event: TimelineEvent, since start: Instant) -> String {
        let time = PrintableText.rightAligned("\(ElapsedTime(event.instant - start))", to: Self.timeWidth)
        let actor = PrintableText.padded(event.actor.title, to: Self.actorWidth)
        let kind = PrintableText.padded(PrintableText.escaped(event.kind), to: Self.kindWidth)
        var result = "\(paint(time, .dim))  \(paint(actor, color(of: event)))  \(paint(kind, .bold))  "
        if let place = event.place { result += paint("[\(PrintableText.escaped(place))] ", .dim) }
        result += PrintableText.escaped(event.summary) + "\n"
        guard showsDetails else { return result }
        let indent = String(repeating: " ", count: Self.timeWidth + Self.actorWidth + Self.kindWidth + 6)
        for detail in event.details {
            let name = PrintableText.escaped(detail.name)
            result += indent + paint("\(name): \(PrintableText.escaped(detail.value))", .dim) + "\n"
        }
        return result
    }

    private func digestLine(of timeline: Timeline) -> String {
        showsDigest ? "\(CountedNoun.text(timeline.events.count, "event")), digest \(timeline.digest)\n" : ""
    }

    private func paint(_ text: String, _ color: Color) -> String { color.paint(text, isShown: showsColor) }

    private func color(of event: TimelineEvent) -> Color {
        switch event.actor {
        case .user: .magenta
        case .client: .cyan
        case .vsa, .device: .blue
        case .service: .green
        case .network: .red
        case .replay: event.kind.hasPrefix("divergence") ? .red : .yellow
        }
    }

    private static let timeWidth = 15
    private static let actorWidth = 8
    private static let kindWidth = 18
}
