import Documents
import Exchanges
import Inspection
import SubscriberAccount
import Tokens
import VirtualTime

/// What the page shows of an event that was chosen: an exchange in full, with its tokens opened, or what a VSA call was given and gave.
enum PageDetail {
    /// The exchange: texts are places in `texts`.
    static func object(of exchange: Exchange, name: String, _ texts: inout PageTexts) -> JSONObject {
        let notes = RecorderNotesText(exchange)
        let request = exchange.request
        var object: JSONObject = [
            "title": .string(PrintableText.excerpt(name, limit: 120)), "startedAt": .instant(exchange.startedAt),
            "took": .string("\(ElapsedTime(.microseconds(exchange.durationMicroseconds)))"),
            "request": .object(
                message(
                    "\(request.method) \(request.url) \(request.version)",
                    request.headers,
                    BodyText.lines(of: request.body),
                    notes.request,
                    &texts
                )
            ),
        ]
        switch exchange.outcome {
        case .response(let response):
            let instants = BodyInstants(exchange)
            object["response"] = .object(
                message(
                    "\(response.version) \(response.status) \(response.reason)",
                    response.headers,
                    BodyText.lines(of: response.body, rewriting: instants.text(at:_:)),
                    notes.response,
                    &texts
                )
            )
        case .failure(let reason):
            object["response"] = .object(["line": .count(texts.place(of: "no response: \(reason)"))])
        }
        let lines = notes.connection + notes.informational + ExpirationNotes.lines(for: exchange)
        if !lines.isEmpty { object["notes"] = .texts(lines.map(PageTexts.shown)) }
        let openings = TokenNotes.inspections(of: exchange)
            .map { texts.place(ofOpening: opening($0.inspection, in: $0.name)) }
        if !openings.isEmpty { object["opened"] = .ordinals(openings.compactMap { $0 }) }
        let omitted = openings.count { $0 == nil }
        if omitted > 0 { object["omittedCount"] = .count(omitted) }
        return object
    }

    /// The VSA call: what was passed and what came back, by Apple's names.
    static func object(of call: VSACall, _ texts: inout PageTexts) -> JSONObject {
        [
            "title": .string(call.question.title), "startedAt": .instant(call.answeredAt),
            "notes": .texts([PageTexts.shown(call.answer.fact(at: call.answeredAt))]),
            "passed": pairs(call.question.details, &texts), "returned": pairs(call.answer.details, &texts),
            "opened": .ordinals(
                TokenNotes.inspections(of: call)
                    .compactMap { texts.place(ofOpening: opening($0.inspection, in: $0.name)) }
            ),
        ]
    }

    private static func message(
        _ line: String,
        _ headers: HeaderFields,
        _ body: [String],
        _ notes: [String],
        _ texts: inout PageTexts
    ) -> JSONObject {
        var object: JSONObject = ["line": .count(texts.place(of: line))]
        object["headers"] = pairs(headers.map { ($0.name, $0.value) }, &texts)
        if let place = texts.place(ofBody: body) { object["body"] = .count(place) }
        if !notes.isEmpty { object["notes"] = .texts(notes.map(PageTexts.shown)) }
        return object
    }

    private static func pairs(_ pairs: [(name: String, value: String)], _ texts: inout PageTexts) -> JSONValue {
        .array(pairs.map { .array([.count(texts.place(of: $0.name)), .count(texts.place(of: $0.value))]) })
    }

    /// What was opened, flat: what is inside it is listed by itself.
    private static func opening(_ inspection: Inspection, in place: String) -> JSONObject {
        var diagnostics = inspection.diagnostics.map { ($0.weight.title, $0.name, $0.detail) }
        if let refusal = inspection.refusal {
            diagnostics.append((inspection.verdict.title, refusal.name, refusal.detail))
        }
        return [
            "title": .string(PageTexts.shown(inspection.kind.title)), "place": .string(PageTexts.shown(place)),
            "code": .string(inspection.verdict.rawValue), "verdict": .string(inspection.verdict.title),
            "fields": .array(
                inspection.fields.prefix(200).map { field in
                    let meaning = field.meaning.map { [PrintableText.excerpt($0, limit: 400)] } ?? []
                    let title = PrintableText.excerpt(field.title, limit: 120)
                    return .texts([title, PrintableText.excerpt(field.valueText, limit: 400)] + meaning)
                }
            ),
            "findings": .array(
                diagnostics.prefix(50).map { weight, name, detail in
                    .texts([weight, name, PrintableText.excerpt(detail, limit: 400)])
                }
            ),
        ]
    }
}
