import Documents
public import Exchanges

/// One exchange as readable text: a line of a list, or in full.
public struct ExchangeText: Sendable {
    /// Colors and width.
    public var style: TextStyle

    /// A rendering, plain and of the standard width unless said otherwise.
    public init(_ style: TextStyle = .plain) { self.style = style }

    /// The heading of a list of lines, with its line end.
    public var heading: String {
        row("#", "started (UTC)", "what", "status", "took", "request")
    }

    /// The exchange in one line, with its line end.
    public func line(for brief: ExchangeBrief) -> String {
        let url = URLParts(brief.url)
        let took = ElapsedTime(.microseconds(brief.durationMicroseconds))
        // The time of day is enough to tell exchanges apart; the day is in the summary.
        let started = "\(brief.startedAt)".split(separator: "T").last.map { $0.dropLast() } ?? ""
        let target = (brief.isUnmatched ? "unmatched: " : "") + "\(brief.method) \(url.authority)\(url.path)"
        return row(
            "\(brief.ordinal)",
            String(started),
            brief.operation ?? brief.name,
            status(of: brief),
            "\(took)",
            target
        )
    }

    /// The exchange in full: request and response with header fields and bodies.
    public func text(of exchange: Exchange, name: String) -> String {
        let took = ElapsedTime(.microseconds(exchange.durationMicroseconds))
        var result = paint("exchange \(exchange.ordinal): \(PrintableText.escaped(name))", .bold) + "\n"
        result += "started \(exchange.startedAt), took \(took)\n"
        let notes = RecorderNotesText(exchange)
        result += notes.connection.map { style.paragraph(PrintableText.escaped($0), indent: 2) }.joined() + "\n"
        let request = exchange.request
        result += style.paragraph(
            PrintableText.escaped("\(request.method) \(request.url) \(request.version)"),
            indent: 2,
            .cyan
        )
        result += message(headers: request.headers, body: request.body)
        result += diagnostics(notes.request)
        result += "\n"
        for line in notes.informational { result += style.paragraph(PrintableText.escaped(line), indent: 2, .dim) }
        switch exchange.outcome {
        case .response(let response):
            let line = "\(response.version) \(response.status) \(response.reason)"
            result += style.paragraph(PrintableText.escaped(line), indent: 2, color(ofStatus: response.status))
            if let reason = response.unmatchedReason {
                result += diagnostics(["Kinescope's own response: there was none to this request, \(reason)"])
            }
            let instants = BodyInstants(exchange)
            result += message(headers: response.headers, body: response.body, rewriting: instants.text(at:_:))
        case .failure(let reason):
            result += style.paragraph("no response: \(PrintableText.escaped(reason))", indent: 2, .red)
        }
        result += diagnostics(notes.response)
        return result
    }

    private func diagnostics(_ lines: [String]) -> String {
        lines.map { style.paragraph(PrintableText.escaped("(\($0))"), label: "  ", indent: 4, .yellow) }.joined()
    }

    /// The status code, or a dash where no response came.
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
        style.line(
            [
                (PrintableText.rightAligned(ordinal, to: 4) + "  " + PrintableText.padded(started, to: 15) + "  ", nil),
                (
                    PrintableText.padded(
                        TextWidth.cut(PrintableText.escaped(name), to: Self.nameWidth),
                        to: Self.nameWidth
                    ), .bold
                ),
                (PrintableText.rightAligned(status, to: 8), Int(status).map(color(ofStatus:))),
                (PrintableText.rightAligned(took, to: 10) + "  ", nil),
            ],
            last: PrintableText.escaped(target)
        )
    }

    private func message(
        headers: HeaderFields,
        body: [UInt8]?,
        rewriting: ([String], String) -> String? = { _, _ in nil }
    ) -> String {
        var result = ""
        for field in headers {
            let name = "  \(PrintableText.escaped(field.name)):"
            result += style.paragraph(
                PrintableText.escaped(field.value),
                label: name + " ",
                indent: 4,
                labelColor: .dim
            )
        }
        let lines = BodyText.lines(of: body, rewriting: rewriting)
        if !lines.isEmpty { result += "\n" }
        for line in lines { result += "  \(line)\n" }
        return result
    }

    private func color(ofStatus status: Int) -> Color {
        switch status {
        case ..<400: .green
        case ..<500: .yellow
        default: .red
        }
    }

    private func paint(_ text: String, _ color: Color) -> String { style.paint(text, color) }

    private static let nameWidth = 20
}
