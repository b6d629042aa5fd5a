import Documents
public import Exchanges

/// One exchange as readable text: a line of a list, or in full.
public struct ExchangeText: Sendable {
    /// Whether to print in color.
    public var showsColor: Bool

    /// A rendering, plain unless said otherwise.
    public init(showsColor: Bool = false) { self.showsColor = showsColor }

    /// The heading of a list of lines, with its line end.
    public var heading: String {
        row("#", "started (UTC)", "what", "status", "took", "request")
    }

    /// The exchange in one line, with its line end.
    public func line(for brief: ExchangeBrief) -> String {
        let url = URLParts(brief.url)
        let took = ElapsedTime(.microseconds(brief.durationMicroseconds))
        // The time of day is enough to tell exchanges apart; the day stands in the summary.
        let started = "\(brief.startedAt)".split(separator: "T").last.map { $0.dropLast() } ?? ""
        let target = "\(brief.method) \(url.authority)\(url.path)"
        return row(
            "\(brief.ordinal)",
            String(started),
            brief.name,
            status(of: brief),
            "\(took)",
            PrintableText.excerpt(target, limit: Self.targetLimit)
        )
    }

    /// The exchange in full: request and answer with header fields and bodies.
    public func text(of exchange: Exchange, name: String) -> String {
        let took = ElapsedTime(.microseconds(exchange.durationMicroseconds))
        var result = paint("exchange \(exchange.ordinal): \(PrintableText.escaped(name))", .bold) + "\n"
        result += "started \(exchange.startedAt), took \(took)\n"
        let notes = RecorderNotesText(exchange)
        result += notes.connection.map { PrintableText.escaped($0) + "\n" }.joined() + "\n"
        let request = exchange.request
        result += paint(PrintableText.escaped("\(request.method) \(request.url) \(request.version)"), .cyan) + "\n"
        result += message(headers: request.headers, body: request.body)
        result += diagnostics(notes.request)
        result += "\n"
        for line in notes.informational { result += paint(PrintableText.escaped(line), .dim) + "\n" }
        switch exchange.outcome {
        case .response(let response):
            let line = "\(response.version) \(response.status) \(response.reason)"
            result += paint(PrintableText.escaped(line), color(ofStatus: response.status)) + "\n"
            let instants = BodyInstants(exchange)
            result += message(headers: response.headers, body: response.body, rewriting: instants.text(of:_:))
        case .failure(let reason):
            result += paint("no answer: \(PrintableText.escaped(reason))", .red) + "\n"
        }
        result += diagnostics(notes.response)
        return result
    }

    private func diagnostics(_ lines: [String]) -> String {
        lines.map { "  " + paint(PrintableText.escaped("(\($0))"), .yellow) + "\n" }.joined()
    }

    /// The status code, or a dash where no answer came.
    private func status(of brief: ExchangeBrief) -> String {
        if case .status(let status) = brief.ending { "\(status)" } else { "-" }
    }

    private func row(
        _ ordinal: String,
        _ started: String,
        _ name: String,
        _ status: String,
        _ took: String,
        _ target: String
    ) -> String {
        PrintableText.rightAligned(ordinal, to: 6) + "  " + PrintableText.padded(started, to: 15) + "  "
            + paint(PrintableText.padded(PrintableText.excerpt(name, limit: Self.nameWidth), to: Self.nameWidth), .bold)
            + "  " + painted(status: PrintableText.rightAligned(status, to: 6)) + "  "
            + PrintableText.rightAligned(took, to: 12) + "  " + target + "\n"
    }

    private func message(
        headers: HeaderFields,
        body: [UInt8]?,
        rewriting: (String, String) -> String? = { _, _ in nil }
    ) -> String {
        var result = ""
        for field in headers {
            let name = paint(PrintableText.escaped(field.name), .dim)
            result += "  \(name): \(PrintableText.escaped(field.value))\n"
        }
        let lines = BodyText.lines(of: body, rewriting: rewriting)
        if !lines.isEmpty { result += "\n" }
        for line in lines { result += "  \(line)\n" }
        return result
    }

    private func painted(status: String) -> String {
        let code = Int(status.filter { $0 != " " })
        return code.map { paint(status, color(ofStatus: $0)) } ?? status
    }

    private func color(ofStatus status: Int) -> Color {
        switch status {
        case ..<400: .green
        case ..<500: .yellow
        default: .red
        }
    }

    private func paint(_ text: String, _ color: Color) -> String { color.paint(text, isShown: showsColor) }

    private static let nameWidth = 34
    private static let targetLimit = 80
}
