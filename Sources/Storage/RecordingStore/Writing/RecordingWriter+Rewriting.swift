public import Exchanges
import GRDB

extension RecordingWriter {
    /// Goes through all exchanges, by ordinal, and stores anew those that `change` answers another for.
    ///
    /// It is one transaction. Digests follow; headers and bodies that no exchange has any longer go, and leave no bytes
    /// in the file. The bytes may stand in the log until the recording is finished, if someone is reading it meanwhile.
    ///
    /// - Parameters:
    ///   - change: the exchange to store instead; nil leaves the stored one as it is. The ordinal it carries is not
    /// looked
    ///     at.
    ///   - classify: operation and match key of an exchange that is stored instead; without it they stay as they are.
    /// - Throws: what `change` throws; ``RecordingStoreError`` if the disk is full or the system refuses. Nothing was
    ///   changed then.
    public func rewriteExchanges(
        _ change: (Exchange) throws -> Exchange?,
        classifying classify: ((Exchange) -> (operation: String?, matchKey: String?))? = nil
    ) throws {
        var hasChanged = false
        try transaction {
            var reader = ExchangeReader(path: path)
            var last = 0
            while case let batch = try exchanges(after: last, with: &reader), let end = batch.last?.ordinal {
                for stored in batch {
                    guard let changed = try change(stored), changed != stored else { continue }
                    try replace(changed, stored.ordinal, classify?(changed))
                    hasChanged = true
                }
                last = end
            }
            if hasChanged { try writing { try ContentTables.removeUnused(in: $0) } }
        }
        guard hasChanged else { return }
        // Lists that are remembered may be gone.
        tables = ContentTables()
        if options.durability == .everyAppend, transaction == nil {
            try? withDatabase { _ = try $0.checkpoint(.truncate) }
        }
    }

    private func replace(_ exchange: Exchange, _ ordinal: Int, _ names: (operation: String?, matchKey: String?)?) throws
    {
        try writing { database in
            let names = try names ?? Self.names(of: ordinal, in: database)
            let row = try row(exchange, ordinal, names.operation, names.matchKey, in: database)
            try row.replace(in: database, digest: row.digest)
            hasReplacedRows = true
        }
    }

    private func exchanges(after ordinal: Int, with reader: inout ExchangeReader) throws -> [Exchange] {
        try naming {
            try withDatabase { try reader.batch(from: ordinal + 1, through: .max, in: $0) }
        }
    }

    private static func names(
        of ordinal: Int,
        in database: Database
    ) throws -> (operation: String?, matchKey: String?) {
        let statement = try database.cachedStatement(sql: "SELECT operation, match_key FROM exchange WHERE ordinal = ?")
        let cursor = try Row.fetchCursor(statement, arguments: [ordinal])
        guard let row = try cursor.next() else { return (nil, nil) }
        return (try row.string(0), try row.string(1))
    }
}
