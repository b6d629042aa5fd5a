import Exchanges
import PassAPI
import Recorder
import RecordingStore
import Redaction
import Report
import SubscriberAccount

/// Takes the secrets out of what was seen, names it and writes it; used by one thread.
struct RecordingScribe {
    private let writer: RecordingWriter
    /// What takes the secrets out; nil if they are kept.
    private(set) var redactor: Redactor?
    private var classifier = ExchangeClassifier()

    /// A scribe that writes with `writer`; with `redactor`, if there is one, secrets are taken out first.
    init(writer: RecordingWriter, redactor: Redactor?) {
        self.writer = writer
        self.redactor = redactor
    }

    /// Writes the events in one transaction, and answers what was written.
    ///
    /// - Throws: `RecordingStoreError` if the disk is full or the system refuses; then none of them is written.
    mutating func write(_ events: [RecorderEvent]) throws -> [RecordedEvent] {
        var written: [RecordedEvent] = []
        written.reserveCapacity(events.count)
        for event in events { try write(event, into: &written) }
        return written
    }

    private mutating func write(_ event: RecorderEvent, into written: inout [RecordedEvent]) throws {
        switch event {
        case .began: break
        case .ended(_, let exchange): written.append(try write(exchange))
        case .accountResponses(let responses):
            for response in responses { written.append(.accountResponse(try write(response))) }
        case .stimuli(let stimuli):
            for stimulus in stimuli { written.append(.stimulus(try write(stimulus))) }
        case .leftOut(let leftOut): written.append(.leftOut(leftOut))
        case .notice(let notice): written.append(.notice(notice))
        }
    }

    private mutating func write(_ seen: Exchange) throws -> RecordedEvent {
        var exchange = seen
        exchange.ordinal = writer.exchangeCount + 1
        redactor?.study(exchange)
        if let redactor { exchange = redactor.redact(exchange) }
        let request = PassRequest(recognising: exchange.request)
        let kind = classifier.kind(of: exchange, recognisedAs: request)
        let name = kind.label
        try writer.append(exchange, operation: name, matchKey: request?.matchKey)
        return .exchange(
            ExchangeBrief(of: exchange, name: name, operation: kind.operation?.rawValue),
            bodyBytes: exchange.response?.body?.count ?? 0
        )
    }

    private mutating func write(_ seen: AccountResponse) throws -> AccountResponse {
        var response = seen
        response.ordinal = writer.accountResponseCount + 1
        redactor?.study(response)
        if let redactor { response = redactor.redact(response) }
        try writer.append(response)
        return response
    }

    private mutating func write(_ seen: Stimulus) throws -> Stimulus {
        var stimulus = seen
        stimulus.ordinal = writer.stimulusCount + 1
        if let redactor { stimulus = redactor.redact(stimulus) }
        try writer.append(stimulus)
        return stimulus
    }
}

extension ExchangeKind {
    /// The operation, if it is one of Adobe's.
    var operation: Operation? { if case .operation(let operation) = self { operation } else { nil } }
}
