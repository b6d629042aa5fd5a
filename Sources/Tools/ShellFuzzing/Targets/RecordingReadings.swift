import Exchanges
import FuzzReadings
import RecordingStore
import SubscriberAccount
import VirtualTime

/// Holds what is read of a recording against the order that it promises, its own list, and the pages of its file.
enum RecordingReadings {
    /// Checks that an app's reports come by their times, those of equal times by ordinal, however late they were
    /// reported.
    static func inOrder(_ recording: Recording) throws(PropertyFailure) {
        let responses = recording.vsaCalls.map { ($0.answeredAt, $0.ordinal) }
        let userActions = recording.userActions.map { ($0.occurredAt, $0.ordinal) }
        for times in [responses, userActions] {
            let isSorted = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
            try require(isSorted, "reported-in-the-order-of-time", times.map { "\($0.1)" }.joined(separator: ", "))
        }
    }

    /// Each line of the list says what the exchange says that is read as a whole.
    static func agree(_ summaries: [ExchangeSummary], with exchanges: [Exchange]) throws(PropertyFailure) {
        try requireEqual(summaries.count, exchanges.count, "summaries-are-of-what-is-there")
        for (summary, exchange) in zip(summaries, exchanges) {
            let place = "summary-says-what-the-exchange-says"
            try requireEqual(summary.ordinal, exchange.ordinal, place)
            try requireEqual(summary.startedAt, exchange.startedAt, place)
            try requireEqual(summary.durationMicroseconds, exchange.durationMicroseconds, place)
            try requireEqual(Array(summary.method.utf8), Array(exchange.request.method.utf8), place)
            try requireEqual(Array(summary.url.utf8), Array(exchange.request.url.utf8), place)
            try requireEqual(summary.requestBodyCount, exchange.request.body?.count, place)
            try requireEqual(summary.status, exchange.response?.status, place)
            try requireEqual(summary.responseBodyCount, exchange.response?.body?.count, place)
            guard case .failure(let reason) = exchange.outcome else { continue }
            try requireEqual(Array((summary.failure ?? "").utf8), Array(reason.utf8), place)
        }
    }

    /// Each row in the pages of a sound recording's file was read, with the numbers, texts and bodies that stand there.
    static func agree(_ recording: Recording, with tables: RecordedTables) throws(PropertyFailure) {
        let exchanges = tables.rows["exchange"] ?? []
        try requireEqual(recording.exchanges.map { Int64($0.ordinal) }, exchanges.compactMap(\.number), rows)
        let bodies = Dictionary(
            (tables.rows["body"] ?? []).map { ($0.number ?? 0, $0.values[2].bytes) },
            uniquingKeysWith: { first, _ in first }
        )
        for (exchange, row) in zip(recording.exchanges, exchanges) {
            if let time = row.values[1].integer {
                try requireEqual(exchange.startedAt.microsecondsSince1970, inTheCalendar(time), rows)
            }
            try number(row.values[2], exchange.durationMicroseconds)
            try number(row.values[8], exchange.response.map { Int64($0.status) })
            try requireEqual(exchange.request.body, row.values[7].integer.flatMap { bodies[$0] }, rows)
            try requireEqual(exchange.response?.body, row.values[12].integer.flatMap { bodies[$0] }, rows)
            guard tables.isUTF8 else { continue }
            try text(row.values[3], exchange.request.method)
            try text(row.values[4], exchange.request.url)
            try text(row.values[5], exchange.request.version)
        }
        let calls = recording.vsaCalls.map { [Int64($0.ordinal), $0.answeredAt.microsecondsSince1970] }
        try times(in: tables.rows["vsa_call"] ?? [], calls)
        let userActions = recording.userActions.map { [Int64($0.ordinal), $0.occurredAt.microsecondsSince1970] }
        try times(in: tables.rows["user_action"] ?? [], userActions)
    }

    private static let rows = "reads-what-the-pages-have"

    private static func number(_ value: RecordedTables.Value, _ found: Int64?) throws(PropertyFailure) {
        // A fraction is for whoever made such a file to explain.
        guard value.isNull || value.integer != nil else { return }
        try requireEqual(found, value.integer, rows)
    }

    /// A time in microseconds moved into the years 1 to 9999, as whoever reads one does.
    private static func inTheCalendar(_ time: Int64) -> Int64 {
        min(max(time, -62_135_596_800_000_000), 253_402_300_799_999_999)
    }

    private static func text(_ value: RecordedTables.Value, _ found: String) throws(PropertyFailure) {
        guard value.isText else { return }
        try requireEqual(Array(found.utf8), value.bytes, rows)
    }

    private static func times(in table: [RecordedTables.Row], _ found: [[Int64]]) throws(PropertyFailure) {
        let there = table.compactMap { row in
            row.values[1].integer.flatMap { time in row.number.map { [$0, inTheCalendar(time)] } }
        }
        guard there.count == table.count else { return }
        try requireEqual(found.sorted { $0[0] < $1[0] }, there, rows)
    }
}
