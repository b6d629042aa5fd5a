public import Documents
public import Exchanges
public import History
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
    /// The devices whose calls of Adobe Pass it holds.
    public var devices: [ObservedDevice]

    /// A brief with these parts.
    public init(
        name: String,
        information: RecordingInformation,
        isFinished: Bool = true,
        isInterrupted: Bool = false,
        exchangeCount: Int,
        vsaCallCount: Int = 0,
        userActionCount: Int = 0,
        span: ClosedRange<Instant>? = nil,
        devices: [ObservedDevice] = []
    ) {
        self.name = name
        self.information = information
        self.isFinished = isFinished
        self.isInterrupted = isInterrupted
        self.exchangeCount = exchangeCount
        self.vsaCallCount = vsaCallCount
        self.userActionCount = userActionCount
        self.span = span
        self.devices = devices
    }

    /// The brief as readable lines, plain or in color.
    public func text(showsColor: Bool = false) -> String {
        var result = Color.bold.paint(PrintableText.escaped(name), isShown: showsColor) + "\n"
        for (name, value) in lines {
            result += "  " + PrintableText.padded(name, to: 18) + PrintableText.escaped(value) + "\n"
        }
        return result
    }

    /// The brief as an object of JSON; it always has all keys, in this order.
    public var object: JSONObject {
        [
            "type": .string("recording"),
            "name": .string(name),
            "creator": .string(information.creator),
            "isRedacted": .bool(information.isRedacted),
            "isFinished": .bool(isFinished),
            "isInterrupted": .bool(isInterrupted),
            "exchangeCount": .count(exchangeCount),
            "skippedExchanges": OrdinalRanges(ranges: information.skippedExchanges.ranges).json,
            "vsaCallCount": .count(vsaCallCount),
            "userActionCount": .count(userActionCount),
            "startedAt": .instant(span?.lowerBound),
            "endedAt": .instant(span?.upperBound),
        ]
    }

    /// More devices than these are counted only; JSON has all.
    private static let shownDevices = 8

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
        lines += devices.prefix(Self.shownDevices).map { device in
            let exchanges = CountedNoun.form(device.ordinals.count, "exchange")
            let ranges = OrdinalRanges(device.ordinals).text(limit: 3)
            let others = device.otherIDs.map { ", also as " + PrintableText.excerpt($0, limit: 40) }.joined()
            return ("device", "\(PrintableText.excerpt(device.name, limit: 40))\(others), \(exchanges) \(ranges)")
        }
        let others = devices.count - Self.shownDevices
        if others > 0 { lines.append(("", "and " + CountedNoun.text(others, "more device"))) }
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
