import Documents
import Exchanges
import Foundation
import PassAPI
import RecordingStore
import Report
import SubscriberAccount
import VirtualTime

/// Writes the parts of a recording, for a person or as JSON Lines.
struct RecordingText {
    var recording: OpenRecording
    var showsJSON: Bool
    var terminal: Terminal
    var style: TextStyle

    /// The recording as a whole, then a line for each exchange and each VSA call.
    func writeOverview() throws {
        let briefs = try recording.briefs()
        let responses = try recording.vsaCalls()
        let brief = RecordingBrief(
            name: URL(filePath: recording.path).lastPathComponent,
            information: recording.information,
            isFinished: recording.isFinished,
            isInterrupted: recording.isInterrupted,
            exchangeCount: recording.exchangeCount,
            vsaCallCount: recording.vsaCallCount,
            userActionCount: recording.userActionCount,
            span: Self.span(briefs, responses)
        )
        if showsJSON {
            try terminal.write(brief.json + "\n")
            try writeLines(briefs) { ExchangeJSON.line(for: $0) + "\n" }
        } else {
            let text = ExchangeText(style)
            try terminal.writeText(brief.text(showsColor: style.showsColor) + "\n")
            if !briefs.isEmpty { try terminal.write(text.heading) }
            try writeLines(briefs, text.line(for:))
            if !responses.isEmpty { try terminal.write("\n") }
        }
        try writeVSACalls(isFull: false)
    }

    /// One exchange with header fields and bodies.
    func writeExchange(_ ordinal: Int) throws {
        let (exchange, kind) = try exchange(ordinal)
        let name = kind.label
        if showsJSON {
            let operation = kind.operation?.rawValue
            try terminal.write(ExchangeJSON.fullLine(for: exchange, name: name, operation: operation) + "\n")
        } else {
            let text = ExchangeText(style)
            let notes = TokenNotes.lines(for: exchange) + ExpirationNotes.lines(for: exchange)
            try terminal.write(text.text(of: exchange, name: name))
            if !notes.isEmpty { try terminal.writeText("\n" + notes.map { $0 + "\n" }.joined()) }
        }
    }

    /// The bytes of one body, nothing where there is none.
    func writeBody(of ordinal: Int, isRequest: Bool) throws {
        let (exchange, _) = try exchange(ordinal)
        try terminal.write((isRequest ? exchange.request.body : exchange.response?.body) ?? [])
    }

    private func exchange(_ ordinal: Int) throws -> (Exchange, ExchangeKind) {
        guard let found = try recording.exchange(ordinal: ordinal) else {
            let isSkipped = recording.information.skippedExchanges.contains(ordinal)
            throw CommandFailure(
                isSkipped
                    ? "\(recording.path): exchange \(ordinal) was skipped when it was recorded"
                    : "\(recording.path) has exchanges 1 to \(recording.lastExchange), but no \(ordinal)"
            )
        }
        return found
    }

    /// The VSA calls: a line each, or with every property.
    func writeVSACalls(isFull: Bool) throws {
        let text = VSACallText(style)
        try writeLines(try recording.vsaCalls()) { response in
            if showsJSON { return VSACallJSON.line(for: response) + "\n" }
            return isFull ? text.text(of: response) : text.line(for: response)
        }
    }

    /// Writes in pieces of some size: a system call a line would be slow for long recordings.
    private func writeLines<Element>(_ elements: [Element], _ line: (Element) -> String) throws {
        var buffer = ""
        for element in elements {
            buffer += line(element)
            if buffer.utf8.count > 1 << 16 {
                try terminal.write(buffer)
                buffer = ""
            }
        }
        try terminal.write(buffer)
    }

    private static func span(_ briefs: [ExchangeBrief], _ responses: [VSACall]) -> ClosedRange<Instant>? {
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
            method: summary.method,
            url: summary.url,
            ending: summary.status.map { .status($0) } ?? .failure(summary.failure ?? "")
        )
    }
}

extension ExchangeSummary {
    /// What the writer said it is: it knew all that was before, and a login page may be told by what led to it.
    fileprivate var kind: ExchangeKind? {
        operation.flatMap { ExchangeKind(code: $0, method: method, url: url) }
    }
}
