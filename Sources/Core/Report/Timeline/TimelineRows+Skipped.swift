import Documents
import Exchanges
import PassAPI
import Replay
import Services
import VirtualTime

extension TimelineRow {
    /// The line of a recorded call that the reference client did not make, with the recording's own time.
    init(adopted call: RecordedCall, since start: Instant) {
        var entry = Entry(from: "app", to: "Adobe", what: call.request.operation.rawValue, ordinal: "\(call.ordinal)")
        entry.status = call.response.map { "\($0.status)" } ?? "-"
        entry.duration = call.duration
        entry.tone = .faint
        self.init(kind: .entry(entry), time: max(.zero, call.startedAt - start))
        exchange = call.ordinal
    }

    /// The line of a recorded exchange that replay skipped, with the recording's own time.
    ///
    /// A browser's are those with the `User-Agent` of a login's pages.
    init(
        skipped exchange: Exchange,
        _ fate: ExchangeFate.Fate,
        isBrowsers: Bool,
        remark: String? = nil,
        since start: Instant
    ) {
        let url = URLParts(exchange.request.url)
        let operation = PassRequest(recognizing: exchange.request)?.operation.rawValue
        var entry = Entry(from: "app", to: "Adobe", what: operation ?? "\(exchange.request.method) \(url.path)")
        entry.ordinal = "\(exchange.ordinal)"
        if case .response(let response) = exchange.outcome {
            entry.status = "\(response.status)"
        } else {
            entry.status = "-"
        }
        entry.duration = .microseconds(exchange.durationMicroseconds)
        entry.tone = .faint
        switch fate {
        case .skipped(.thirdPartyHost):
            if isBrowsers { entry.from = "browser" }
            entry.to = HostText.shortName(of: "\(url.host)")
            entry.fact = (remark.map { $0 + "; " } ?? "") + "not replayed: \(url.host)"
        case .skipped(.page):
            entry.from = "browser"
            if operation == nil { entry.to = HostText.shortName(of: "\(url.host)") }
            entry.fact = "not replayed: a page"
        case .skipped(.otherDevice):
            entry.from = isBrowsers ? "browser" : "other"
            entry.fact = "not replayed: \(isBrowsers ? "the second screen" : "other device")"
        case .skipped(.otherRequestor): entry.fact = "not replayed: other requestor"
        case .skipped(.unrecognized): entry.fact = "not replayed: unknown operation"
        case .adopted: entry.fact = "not replayed: not needed"
        case .notReached: entry.fact = "not replayed: not reached"
        case .replayed: entry.fact = "replayed"
        }
        self.init(kind: .entry(entry), time: max(.zero, exchange.startedAt - start))
        self.exchange = exchange.ordinal
    }
}

extension TimelineRows {
    /// Adds the recorded exchanges that have no line yet, each in its place: behind the exchanges with lower numbers, and behind all else
    /// that came before it.
    mutating func add(skipped fates: [ExchangeFate], of recording: Recording) {
        let start = self.start ?? .distantPast
        let places = Dictionary(recording.exchanges.enumerated().map { ($1.ordinal, $0) }) { first, _ in first }
        let shown = Set(rows.compactMap(\.exchange))
        func agent(_ fate: ExchangeFate) -> ExactText? {
            places[fate.exchange].flatMap { recording.exchanges[$0].request.headers[first: "User-Agent"] }.map {
                ExactText($0)
            }
        }
        let devices = Set(
            recording.exchanges.compactMap { PassRequest(recognizing: $0.request)?.deviceID }.map { ExactText($0) }
        )
        let browsers = Set(fates.filter { $0.fate == .skipped(.page) }.compactMap(agent))
        for fate in fates where !shown.contains(fate.exchange) {
            guard let place = places[fate.exchange] else { continue }
            let isBrowsers = agent(fate).map(browsers.contains) ?? false
            let exchange = recording.exchanges[place]
            let remark = Self.remark(on: exchange, devices)
            insert(TimelineRow(skipped: exchange, fate.fate, isBrowsers: isBrowsers, remark: remark, since: start))
        }
        putInOrder()
    }

    /// A device id in the place of a token, which an app sends that has got none: `token is the device id`.
    private static func remark(on exchange: Exchange, _ devices: Set<ExactText>) -> String? {
        let fields = FormField.parse(URLParts(exchange.request.url).query ?? "").prefix(mostFields)
        let field = fields.first { $0.name.lowercased().contains("token") && devices.contains(ExactText($0.value)) }
        return field.map { "\($0.name) is the device id" }
    }

    /// Fields of a query that are looked at.
    private static let mostFields = 64

    private mutating func insert(_ row: TimelineRow) {
        let ordinal = row.exchange ?? 0
        var place = (rows.lastIndex { ($0.exchange ?? .max) < ordinal }).map { $0 + 1 } ?? 0
        while place < rows.count {
            // A heading belongs to the line below it.
            guard let next = rows[place...].firstIndex(where: { $0.entry != nil }) else { break }
            if let other = rows[next].exchange, other > ordinal { break }
            guard let time = rows[next].time, let own = row.time, time <= own else { break }
            place = next + 1
        }
        insert(row, at: place)
    }
}
