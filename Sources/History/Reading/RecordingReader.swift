import Documents
import Exchanges
import PassAPI
import VirtualTime

/// Reads a recording into events: each request is recognised and each response read once.
///
/// Exchanges keep their order, which is that of their ordinals: how long one took is often not known so well that ends
/// could be compared.
struct RecordingReader {
    private(set) var events: [HistoryEvent] = []

    init(_ recording: Recording) {
        var classifier = ExchangeClassifier()
        events.reserveCapacity(recording.exchanges.count + recording.accountResponses.count)
        var others = Self.others(recording)[...]
        for exchange in recording.exchanges {
            while let other = others.first, other.instant <= exchange.startedAt { events.append(others.removeFirst()) }
            let request = PassRequest(recognising: exchange.request)
            let kind = classifier.kind(of: exchange, recognisedAs: request)
            if let request {
                events.append(.call(Self.call(exchange, request)))
            } else if kind == .programmerService {
                let texts = Self.texts(in: exchange.request)
                events.append(.handover(ordinal: exchange.ordinal, startedAt: exchange.startedAt, texts: texts))
            }
        }
        events += others
    }

    /// VSA calls and user actions in order; of the same instant what the user did comes first.
    private static func others(_ recording: Recording) -> [HistoryEvent] {
        let actions = recording.stimuli.map { HistoryEvent.action($0) }
        return (actions + recording.accountResponses.map { .vsa($0) }).enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
    }

    private static func call(_ exchange: Exchange, _ request: PassRequest) -> HistoryCall {
        HistoryCall(
            ordinal: exchange.ordinal,
            startedAt: exchange.startedAt,
            endedAt: exchange.endedAt,
            request: request,
            response: PassResponse(of: exchange, for: request.operation),
            userAgent: exchange.request.headers[first: "User-Agent"]
        )
    }

    /// At most this many fields of a call to another host are looked at for tokens: 256.
    static let handedOverFields = 256

    /// The values that may be tokens: of the query, the form, the members of a JSON body and the header fields.
    ///
    /// A `+` that was not escaped reads as a space; in Base64 it can only have been a `+`.
    private static func texts(in request: HTTPRequest) -> [String] {
        var texts = FormField.parse(URLParts(request.url).query ?? "").prefix(handedOverFields).map(\.value)
        texts += request.headers.prefix(handedOverFields).map(\.value)
        if let body = request.body {
            if let json = try? JSONValue(parsing: body) {
                texts += (json.object?.members ?? []).prefix(handedOverFields).compactMap(\.value.string)
            } else {
                let form = FormField.parse(String(decoding: body, as: UTF8.self))
                texts += form.prefix(handedOverFields).map(\.value)
            }
        }
        return texts.filter { $0.utf8.count >= shortestToken }
            .map { String(decoding: $0.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self) }
    }

    /// No token is shorter than this many bytes.
    private static let shortestToken = 16
}
