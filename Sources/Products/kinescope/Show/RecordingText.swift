import Documents
import Exchanges
import Foundation
import History
import PassAPI
import RecordingStore
import Report
import SubscriberAccount
import VirtualTime

/// Writes the parts of a recording for a person.
struct RecordingText {
    var recording: OpenRecording
    var terminal: Terminal
    var style: TextStyle

    /// The recording as a whole, then a line for each exchange, each VSA call and each user action.
    func writeOverview() throws {
        let briefs = try recording.briefs()
        let text = ExchangeText(style)
        if let story = recording.story(briefs) {
            try terminal.writeText(style.paragraph(PrintableText.escaped(story.headline)) + "\n")
        }
        try terminal.writeText(try recording.brief(briefs).text(showsColor: style.showsColor) + "\n")
        if !briefs.isEmpty { try terminal.write(text.heading) }
        try terminal.write(briefs, text.line(for:))
        if recording.vsaCallCount > 0 { try terminal.write("\n") }
        try writeVSACalls(isFull: false)
        guard recording.userActionCount > 0 else { return }
        try terminal.write("\n")
        let action = UserActionText(style)
        try terminal.write(try recording.userActions(), action.line(for:))
    }

    /// One exchange with header fields and bodies.
    func writeExchange(_ ordinal: Int) throws {
        let (exchange, kind) = try recording.existingExchange(ordinal)
        let text = ExchangeText(style)
        let notes = TokenNotes.lines(for: exchange) + ExpirationNotes.lines(for: exchange)
        try terminal.write(text.text(of: exchange, name: kind.label))
        if !notes.isEmpty { try terminal.writeText("\n" + notes.map { $0 + "\n" }.joined()) }
    }

    /// The bytes of one body, nothing where there is none.
    func writeBody(of ordinal: Int, isRequest: Bool) throws {
        let (exchange, _) = try recording.existingExchange(ordinal)
        try terminal.write((isRequest ? exchange.request.body : exchange.response?.body) ?? [])
    }

    /// The VSA calls: a line each, or with every property.
    func writeVSACalls(isFull: Bool) throws {
        let text = VSACallText(style)
        try terminal.write(try recording.vsaCalls()) { isFull ? text.text(of: $0) : text.line(for: $0) }
    }
}

extension Terminal {
    /// Writes a line for each element in pieces of some size: a system call a line would be slow for long recordings.
    func write<Element>(_ elements: [Element], _ line: (Element) -> String) throws(CommandFailure) {
        var buffer = ""
        for element in elements {
            buffer += line(element)
            if buffer.utf8.count > 1 << 16 {
                try write(buffer)
                buffer = ""
            }
        }
        try write(buffer)
    }
}

extension OpenRecording {
    /// What is said of the recording as a whole.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func brief(_ briefs: [ExchangeBrief]) throws -> RecordingBrief {
        RecordingBrief(
            name: URL(filePath: path).lastPathComponent,
            information: information,
            isFinished: isFinished,
            isInterrupted: isInterrupted,
            exchangeCount: exchangeCount,
            vsaCallCount: vsaCallCount,
            userActionCount: userActionCount,
            span: span(briefs, try vsaCalls()),
            devices: try devices(briefs)
        )
    }

    /// What it amounts to; nil for a recording that is too long to be read whole for that, or is damaged.
    func story(_ briefs: [ExchangeBrief]) -> RecordingStory? {
        guard briefs.count <= Self.longestStory else { return nil }
        do {
            var whole = Recording(exchanges: [], vsaCalls: try vsaCalls(), userActions: try userActions())
            try forEachExchange(with: briefs.map(\.ordinal)) { whole.exchanges.append($0) }
            return RecordingStory(of: whole)
        } catch {
            return nil
        }
    }

    /// So many exchanges are read for the story of a recording.
    private static let longestStory = 5_000

    /// The exchange with this ordinal, and what it is about.
    ///
    /// - Throws: ``CommandFailure`` if there is none, `RecordingStoreError` if the file is damaged.
    func existingExchange(_ ordinal: Int) throws -> (Exchange, ExchangeKind) {
        guard let found = try exchange(ordinal: ordinal) else {
            throw CommandFailure(
                information.skippedExchanges.contains(ordinal)
                    ? "\(path): exchange \(ordinal) was skipped when it was recorded"
                    : "\(path) has exchanges 1 to \(lastExchange), but no \(ordinal)"
            )
        }
        return found
    }

    /// The devices whose calls of Adobe Pass the recording holds.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    func devices(_ briefs: [ExchangeBrief]) throws -> [ObservedDevice] {
        // All else may be large, and tells nothing of devices: it is not read.
        var own = Recording(exchanges: [])
        try forEachExchange(with: briefs.filter { $0.operation != nil }.map(\.ordinal)) { own.exchanges.append($0) }
        return History(own).devices
    }

    private func span(_ briefs: [ExchangeBrief], _ responses: [VSACall]) -> ClosedRange<Instant>? {
        let starts = briefs.map(\.startedAt) + responses.map(\.answeredAt)
        let ends =
            briefs.map { $0.startedAt + .microseconds(max(0, $0.durationMicroseconds)) } + responses.map(\.answeredAt)
        guard let first = starts.min(), let last = ends.max() else { return nil }
        return first...max(first, last)
    }
}

extension ExchangeBrief {
    /// The brief of a stored exchange, called what the writer called it.
    init(summary: ExchangeSummary) {
        let kind = summary.kind
        let name = kind?.label ?? "\(summary.method) \(URLParts(summary.url).host)"
        self.init(
            ordinal: summary.ordinal,
            startedAt: summary.startedAt,
            durationMicroseconds: summary.durationMicroseconds,
            name: name,
            operation: kind?.operation?.rawValue,
            kind: kind?.code,
            method: summary.method,
            url: summary.url,
            ending: summary.status.map { .status($0) } ?? .failure(summary.failure ?? ""),
            isUnmatched: summary.isUnmatched
        )
    }
}

extension ExchangeSummary {
    /// What the writer said it is: it knew all that was before, and a login page may be told by what led to it.
    fileprivate var kind: ExchangeKind? {
        operation.flatMap { ExchangeKind(code: $0, method: method, url: url) }
    }
}
