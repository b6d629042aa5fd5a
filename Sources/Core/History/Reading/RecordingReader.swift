import Documents
import Exchanges
import PassAPI
import VirtualTime

/// Reads a recording into events: each request is recognized and each response read once.
///
/// Exchanges keep their order, which is that of their ordinals: how long one took is often not known so well that ends
/// could be compared.
struct RecordingReader {
    private(set) var events: [HistoryEvent] = []

    init(_ recording: Recording) {
        var classifier = ExchangeClassifier()
        events.reserveCapacity(recording.exchanges.count + recording.vsaCalls.count)
        var others = Self.others(recording)[...]
        for exchange in recording.exchanges {
            while let other = others.first, other.instant <= exchange.startedAt { events.append(others.removeFirst()) }
            let request = PassRequest(recognizing: exchange.request)
            let kind = classifier.kind(of: exchange, recognizedAs: request)
            if let request {
                events.append(.call(Self.call(exchange, request)))
            } else if let texts = Self.texts(in: exchange.request, kind) {
                events.append(.handover(ordinal: exchange.ordinal, startedAt: exchange.startedAt, texts: texts))
            }
        }
        events += others
    }

    /// VSA calls and user actions in order; of the same instant what the user did comes first.
    private static func others(_ recording: Recording) -> [HistoryEvent] {
        let actions = recording.userActions.map { HistoryEvent.action($0) }
        return (actions + recording.vsaCalls.map { .vsa($0) }).enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
    }

    private static func call(_ exchange: Exchange, _ request: PassRequest) -> HistoryCall {
        var exchange = exchange
        // What nobody answered is no answer of the service's.
        if let reason = exchange.response?.unmatchedReason {
            exchange.outcome = .failure("unmatched when it was served: \(reason)")
        }
        var call = HistoryCall(
            ordinal: exchange.ordinal,
            startedAt: exchange.startedAt,
            endedAt: exchange.endedAt,
            request: request,
            response: PassResponse(of: exchange, for: request.operation),
            failure: failure(of: exchange),
            userAgent: exchange.request.headers[first: "User-Agent"]
        )
        call.cookies = SetCookie.names(in: exchange.request.headers)
        call.setCookies = exchange.response.map { SetCookie.all(in: $0.headers, receivedAt: exchange.endedAt) } ?? []
        return call
    }

    /// Returns the reason that the client got no response, or not the whole of one; nil if it got one.
    private static func failure(of exchange: Exchange) -> String? {
        if case .failure(let reason) = exchange.outcome { return reason }
        return exchange.notes.interruption.map { "the response broke off: \($0)" }
    }

    /// At most this many fields of a call to another host are looked at for tokens: 256.
    static let handedOverFields = 256

    /// The values that may be tokens: of the query, the form, the strings of a JSON body and the header fields.
    ///
    /// Nil where there are none. Of a host that is not known to be the Programmer's the body is left alone.
    private static func texts(in request: HTTPRequest, _ kind: ExchangeKind) -> [String]? {
        var texts = fields(URLParts(request.url).query ?? "")
        texts += request.headers.prefix(handedOverFields).map(\.value)
        switch kind {
        case .programmerService:
            if let body = request.body { texts += Self.texts(in: body) }
        case .other: break
        case .operation, .unrecognizedAdobe, .preflight, .providerPage: return nil
        }
        texts = texts.filter { $0.utf8.count >= shortestToken }
        return texts.isEmpty ? nil : texts
    }

    private static func texts(in body: [UInt8]) -> [String] {
        if let json = try? JSONValue(parsing: body) { return strings(in: json) }
        return fields(String(decoding: body, as: UTF8.self))
    }

    /// The values of a query or form.
    ///
    /// A `+` that was not escaped reads as a space; in Base64 it can only have been a `+`.
    private static func fields(_ form: some StringProtocol) -> [String] {
        FormField.parse(form).prefix(handedOverFields)
            .map { field in
                String(
                    decoding: field.value.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 },
                    as: UTF8.self
                )
            }
    }

    /// The strings of a JSON value, wherever they are, the first of them.
    private static func strings(in value: JSONValue) -> [String] {
        var found: [String] = []
        var rest = [value]
        while let next = rest.popLast(), found.count < handedOverFields, rest.count < handedOverFields {
            switch next {
            case .string(let text): found.append(text)
            case .array(let elements): rest += elements.prefix(handedOverFields)
            case .object(let object): rest += object.members.prefix(handedOverFields).map(\.value)
            default: break
            }
        }
        return found
    }

    /// No token is shorter than this many bytes.
    private static let shortestToken = 16
}
