import Documents
import Exchanges
import PassAPI
import Proxy
import RecordingStore
import Redaction
import Report
import SubscriberAccount

/// Takes the secrets out of what was seen, names it and writes it; used by one thread.
struct RedactingWriter {
    private let writer: RecordingWriter
    /// What takes the secrets out; nil if they are kept.
    private(set) var redactor: Redactor?
    /// What puts aside what the search for late secrets needs, in case it does not come to it.
    private let fingerprints: SecretFingerprints?
    private var classifier = ExchangeClassifier()
    /// What gives the exchanges another host than they went to; as they are where there is none.
    private let rename: @Sendable (Exchange) -> Exchange
    /// The ordinals of exchanges that have a row and have not ended.
    private var begun: Set<Int> = []
    /// The last ordinal that the recording had before: the recorder numbers its exchanges from 1.
    private let before: Int

    /// A scribe that writes with `writer`; with `redactor`, if there is one, secrets are taken out first.
    init(
        writer: RecordingWriter,
        redactor: Redactor?,
        fingerprints: SecretFingerprints? = nil,
        rename: @escaping @Sendable (Exchange) -> Exchange = { $0 }
    ) {
        self.rename = rename
        self.writer = writer
        before = writer.lastExchange
        self.redactor = redactor
        self.fingerprints = fingerprints
    }

    /// The recording's path.
    var path: String { writer.path }

    /// Whether the recording is still where it was when it was begun.
    var isInPlace: Bool { writer.isInPlace }

    /// Waits so many milliseconds for a lock of another program, or as long as ever.
    func waitForLock(_ milliseconds: Int?) { writer.waitForLock(milliseconds) }

    /// Writes the events in one transaction, and answers what was written.
    ///
    /// - Throws: `RecordingStoreError` if the disk is full or the system refuses; then none of them is written.
    mutating func write(_ events: [RecorderEvent]) throws -> [RecordedEvent] {
        var written: [RecordedEvent] = []
        written.reserveCapacity(events.count)
        try writer.transaction {
            for event in Self.byNumber(events) { try write(event, into: &written) }
            try keepFingerprints()
        }
        return written
    }

    /// The events with the exchanges among them by their numbers: rows that come in order are appended, and those that
    /// do not make SQLite divide pages.
    private static func byNumber(_ events: [RecorderEvent]) -> [RecorderEvent] {
        let places = events.indices.filter { events[$0].number != nil }
        let sorted = places.sorted { (events[$0].number ?? 0, $0) < (events[$1].number ?? 0, $1) }
        guard sorted != places else { return events }
        var result = events
        for (place, source) in zip(places, sorted) { result[place] = events[source] }
        return result
    }

    /// Before the transaction ends: whatever is in the recording can be searched for what was known then.
    private mutating func keepFingerprints() throws {
        guard let fingerprints, let news = redactor?.takeFingerprints(fingerprints), !news.isEmpty else { return }
        try writer.keep(news)
    }

    private mutating func write(_ event: RecorderEvent, into written: inout [RecordedEvent]) throws {
        switch event {
        case .began(let number, let seen): try begin(number, seen.exchange)
        case .ended(let number, let seen): written.append(try end(number, seen.exchange))
        case .vsaCalls(let responses):
            for response in responses { written.append(.vsaCall(try write(response))) }
        case .userActions(let userActions):
            for userAction in userActions { written.append(.userAction(try write(userAction))) }
        case .skipped(var skipped):
            skipped.number = skipped.number.map(skip)
            written.append(.skipped(skipped))
        case .notice(let notice): written.append(.notice(notice))
        }
    }

    /// The ordinal of the recorder's exchange of this number.
    func ordinal(_ number: Int) -> Int { before + number }

    /// Leaves the recorder's exchange of this number without a row, and answers its ordinal.
    @discardableResult
    func skip(_ number: Int) -> Int {
        writer.skip(ordinal(number))
        return ordinal(number)
    }

    private mutating func begin(_ number: Int, _ seen: Exchange) throws {
        let stored = studied(seen, at: ordinal(number))
        // What it leads to is not known yet: the classifier learns from whole exchanges only.
        let (code, matchKey) = stored.columns
        try writer.begin(stored.exchange, at: stored.exchange.ordinal, operation: code, matchKey: matchKey)
        begun.insert(stored.exchange.ordinal)
    }

    private mutating func end(_ number: Int, _ seen: Exchange) throws -> RecordedEvent {
        let ordinal = ordinal(number)
        let stored = studied(seen, at: ordinal)
        let hasBegun = begun.remove(ordinal) != nil
        let kind = try stored.append(to: writer, &classifier, at: ordinal, hasBegun: hasBegun)
        let exchange = stored.exchange
        return .exchange(
            ExchangeBrief(of: exchange, name: kind.label, operation: kind.operation?.rawValue, kind: kind.code),
            bodyBytes: Self.bodyBytes(of: seen)
        )
    }

    /// How many bytes of the answer's body passed: more than are recorded, if it was cut.
    private static func bodyBytes(of exchange: Exchange) -> Int {
        let recorded = exchange.response?.body?.count ?? 0
        return exchange.recorderNotes?.responseBody.bytes.flatMap(Int.init(exactly:)) ?? recorded
    }

    private mutating func studied(_ seen: Exchange, at ordinal: Int) -> StoredExchange {
        var exchange = rename(seen).withNotesWritten
        exchange.ordinal = ordinal
        redactor?.study(exchange)
        return StoredExchange(exchange, redactor)
    }

    private mutating func write(_ seen: VSACall) throws -> VSACall {
        var response = seen
        response.ordinal = writer.vsaCallCount + 1
        redactor?.study(response)
        if let redactor { response = redactor.redact(response) }
        try writer.append(response)
        return response
    }

    private mutating func write(_ seen: UserAction) throws -> UserAction {
        var userAction = seen
        userAction.ordinal = writer.userActionCount + 1
        if let redactor { userAction = redactor.redact(userAction) }
        try writer.append(userAction)
        return userAction
    }
}

extension RecorderEvent {
    /// The number of the exchange that it stores; nil if it stores none.
    fileprivate var number: Int? {
        switch self {
        case .began(let number, _), .ended(let number, _): number
        case .skipped, .vsaCalls, .userActions, .notice: nil
        }
    }
}
