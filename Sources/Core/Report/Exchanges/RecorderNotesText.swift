import Documents
import Exchanges

/// What the recorder noted of an exchange, in lines for a person; nothing where it noted nothing of interest.
///
/// The lines are not yet safe for a terminal.
struct RecorderNotesText {
    /// Where the exchange went, and what of it is out of the ordinary.
    let connection: [String]
    /// What there is to say after the request.
    let request: [String]
    /// The informational (1xx) responses.
    let informational: [String]
    /// What there is to say after the response.
    let response: [String]

    init(_ exchange: Exchange) {
        let notes = exchange.notes
        connection = Self.connection(notes)
        request =
            notes.forwardedRequest.map { "sent to the server as \($0.name): \($0.value)" }
            + Self.lines(notes.requestBody, exchange.request.body, "the request body")
        informational = notes.informational.map { answer in
            let fields = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            let status = answer.reason.isEmpty ? "\(answer.status)" : "\(answer.status) \(answer.reason)"
            return "\(status) informational response" + (fields.isEmpty ? "" : ", " + fields)
        }
        var response =
            notes.forwardedResponse.map { "sent to the client as \($0.name): \($0.value)" }
            + Self.lines(notes.responseBody, exchange.response?.body, "the response body")
        if let upgrade = notes.upgrade { response.append("upgraded to \(upgrade): what followed is not recorded") }
        if let reason = notes.interruption { response.append("interrupted: \(reason)") }
        if notes.isInFlight { response.append("in flight: its end is not recorded") }
        self.response = response
    }

    private static func connection(_ notes: RecorderNotes) -> [String] {
        var lines: [String] = []
        // Other tools write an address and timings as well, but only ours are measured at a proxy.
        if notes.clientConnection != nil, let address = notes.serverAddress { lines.append("server \(address)") }
        if notes.clientConnection != nil, let timings = notes.timings {
            let phases = [
                ("connect", timings.connect), ("TLS", timings.ssl), ("send", timings.send), ("wait", timings.wait),
                ("receive", timings.receive),
            ]
            let texts = phases.compactMap { name, time in time.map { "\(name) \(ElapsedTime(.microseconds($0)))" } }
            lines.append(texts.joined(separator: ", "))
        }
        if notes.isCertificateVerified == false { lines.append("the server's certificate was not verified") }
        return lines
    }

    private static func lines(_ notes: BodyNotes, _ body: [UInt8]?, _ name: String) -> [String] {
        var lines = notes.explanation(of: body).map { ["\(name): \($0)"] } ?? []
        if !notes.pieces.isEmpty {
            // Nobody counted more pieces than there are numbers: then it is left at those that are noted.
            let (count, isTooMuch) = notes.pieces.count.addingReportingOverflow(notes.omittedPieces)
            lines.append("\(name) came in " + CountedNoun.text(isTooMuch ? notes.pieces.count : count, "chunk"))
        }
        lines += notes.trailers.map { "trailer \($0.name): \($0.value)" }
        return lines
    }
}
