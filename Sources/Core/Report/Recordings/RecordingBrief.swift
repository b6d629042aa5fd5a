import Documents
public import Exchanges
public import VirtualTime

/// What is said of a recording as a whole.
public struct RecordingBrief: Hashable, Sendable {
    /// What it is called: the name of its file.
    public var name: String
    /// What is known about where it came from.
    public var information: RecordingInformation
    /// Whether its writer completed it.
    public var isFinished: Bool
    /// Whether its recorder was killed.
    public var isInterrupted: Bool
    /// How many exchanges there are.
    public var exchangeCount: Int
    /// How many VSA calls there are.
    public var vsaCallCount: Int
    /// How many user actions there are.
    public var userActionCount: Int
    /// The first and the last instant of anything in it; nil if there is nothing in it.
    public var span: ClosedRange<Instant>?

    /// A brief with these parts.
    public init(
        name: String,
        information: RecordingInformation,
        isFinished: Bool = true,
        isInterrupted: Bool = false,
        exchangeCount: Int,
        vsaCallCount: Int = 0,
        userActionCount: Int = 0,
        span: ClosedRange<Instant>? = nil
    ) {
        self.name = name
        self.information = information
        self.isFinished = isFinished
        self.isInterrupted = isInterrupted
        self.exchangeCount = exchangeCount
        self.vsaCallCount = vsaCallCount
        self.userActionCount = userActionCount
        self.span = span
    }

    /// The brief as readable lines, plain or in color.
    public func text(showsColor: Bool = false) -> String {
        var result = Color.bold.paint(PrintableText.escaped(name), isShown: showsColor) + "\n"
        for (name, value) in lines {
            result += "  " + PrintableText.padded(name, to: 18) + PrintableText.escaped(value) + "\n"
        }
        return result
    }

    /// The brief as a line of JSON, its keys always in the same order.
    public var json: String {
        JSONValue.object([
            "type": .string("recording"),
            "name": .string(name),
            "creator": .string(information.creator),
            "isRedacted": .bool(information.isRedacted),
            "isFinished": .bool(isFinished),
            "isInterrupted": .bool(isInterrupted),
            "exchanges": .number(JSONNumber(exchangeCount)),
            "skippedExchanges": OrdinalRanges(ranges: information.skippedExchanges.ranges).json,
            "accountResponses": .number(JSONNumber(vsaCallCount)),
            "stimuli": .number(JSONNumber(userActionCount)),
            "startedAt": span.map { .string("\($0.lowerBound)") } ?? .null,
            "endedAt": span.map { .string("\($0.upperBound)") } ?? .null,
        ]).serialized
    }

    private var lines: [(name: String, value: String)] {
        var lines = [
            ("creator", information.creator.isEmpty ? "unknown" : information.creator),
            ("secrets", information.isRedacted ? "replaced" : "kept as they were: do not pass this file on"),
        ]
        if let span {
            lines.append(("from", "\(span.lowerBound)"))
            lines.append(("to", "\(span.upperBound), \(ElapsedTime(span.upperBound - span.lowerBound)) later"))
        }
        lines.append(("exchanges", "\(exchangeCount)"))
        if !information.skippedExchanges.isEmpty {
            lines.append(("skipped", OrdinalRanges(ranges: information.skippedExchanges.ranges).text(limit: 12)))
        }
        lines.append(("VSA calls", "\(vsaCallCount)"))
        if userActionCount > 0 { lines.append(("user actions", "\(userActionCount)")) }
        if !isFinished { lines.append(("unfinished", "the recorder stopped before the recording was complete")) }
        if !isFinished, information.isRedacted {
            lines.append(("not searched", "it may hold late secrets: do not pass it on"))
        }
        if isInterrupted {
            lines.append(("interrupted", "the recorder was killed: exchanges in flight are missing"))
        }
        return lines
    }
}
