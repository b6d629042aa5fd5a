import Foundation

/// An exchange as its row holds it, but for its header lists: what a digest is computed from.
struct ExchangeColumns {
    var ordinal: Int64
    var startedAt: Int64
    var durationMicroseconds: Int64
    var method: String
    var url: String
    var requestVersion: String
    /// The part of the body's fingerprint that a digest holds.
    var requestBody: UInt64?
    var status: Int64?
    var reason: String?
    var responseVersion: String?
    /// The part of the body's fingerprint that a digest holds.
    var responseBody: UInt64?
    var failure: String?
    /// JSON text.
    var harExtras: [UInt8]?
    /// JSON text.
    var notes: [UInt8]?
    var operation: String?
    var matchKey: String?
}

/// The parts of an exchange that have a digest of their own, in the order the digests stand in the row.
enum ExchangePart: Int, CaseIterable {
    case place
    case requestLine
    case requestHeaders
    case requestBody
    case statusLine
    case responseHeaders
    case responseBody
    case harExtras
    case notes
    case matching

    /// The name for users.
    var name: String {
        switch self {
        case .place: "place or times"
        case .requestLine: "method, URL or version"
        case .requestHeaders: "request headers"
        case .requestBody: "request body"
        case .statusLine: "status, reason or failure"
        case .responseHeaders: "response headers"
        case .responseBody: "response body"
        case .harExtras: "archive entry"
        case .notes: "notes"
        case .matching: "operation or match key"
        }
    }
}

/// The digests of an exchange's parts: the first eight bytes of a SHA-256 each, eight zero bytes for a part that is not
/// there.
struct PartDigests: Hashable {
    private var words: [UInt64]

    /// The digests of a row; of its header lists and bodies only the beginnings of their fingerprints are needed.
    init(_ columns: ExchangeColumns, requestHeaders: UInt64?, responseHeaders: UInt64?) {
        words = [
            Self.digest(
                StoredJSON(
                    .integer(columns.ordinal),
                    .integer(columns.startedAt),
                    .integer(columns.durationMicroseconds)
                )
            ),
            Self.digest(StoredJSON(.text(columns.method), .text(columns.url), .text(columns.requestVersion))),
            requestHeaders ?? 0,
            columns.requestBody ?? 0,
            Self.digest(
                StoredJSON(
                    .optional(columns.status),
                    .optional(columns.reason),
                    .optional(columns.responseVersion),
                    .optional(columns.failure)
                )
            ),
            responseHeaders ?? 0,
            columns.responseBody ?? 0,
            columns.harExtras.map { Fingerprint(of: $0).prefix } ?? 0,
            columns.notes.map { Fingerprint(of: $0).prefix } ?? 0,
            Self.digest(StoredJSON(.optional(columns.operation), .optional(columns.matchKey))),
        ]
    }

    private static func digest(_ text: StoredJSON) -> UInt64 { Fingerprint(of: text.bytes).prefix }

    /// As the row stores them.
    var data: Data { unsafe words.withUnsafeBytes { unsafe Data($0) } }

    /// The parts whose digest is not the one that `stored` holds; every part if it does not hold so many.
    func partsThatDiffer(from stored: Data) -> [ExchangePart] {
        guard stored.count == words.count * 8 else { return ExchangePart.allCases }
        let mine = data
        return ExchangePart.allCases.filter { part in
            let offset = part.rawValue * 8
            return !mine.dropFirst(offset).prefix(8).elementsEqual(stored.dropFirst(offset).prefix(8))
        }
    }
}
