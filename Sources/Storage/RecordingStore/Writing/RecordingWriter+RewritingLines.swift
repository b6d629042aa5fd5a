public import Exchanges
import GRDB
public import SubscriberAccount

extension RecordingWriter {
    /// Goes through all VSA calls, by ordinal, and stores again those that `change` returns another for.
    ///
    /// It is one transaction; digests follow.
    ///
    /// - Throws: what `change` throws; ``RecordingStoreError`` if the disk is full or the system refuses. Nothing was
    ///   changed then.
    public func rewriteVSACalls(_ change: (VSACall) throws -> VSACall?) throws {
        try transaction {
            try writing { database in
                for stored in try RecordingFile.vsaCalls(in: database, path) {
                    guard let changed = try change(stored), changed != stored else { continue }
                    let sql = "DELETE FROM vsa_call WHERE ordinal = ?"
                    try database.execute(sql: sql, arguments: [stored.ordinal])
                    _ = try VSACallRow(changed, ordinal: stored.ordinal).insert(into: database)
                    hasReplacedRows = true
                }
            }
        }
    }

    /// Goes through all user actions, by ordinal, and stores again those that `change` returns another for.
    ///
    /// It is one transaction; digests follow.
    ///
    /// - Throws: what `change` throws; ``RecordingStoreError`` if the disk is full or the system refuses. Nothing was
    ///   changed then.
    public func rewriteUserActions(_ change: (UserAction) throws -> UserAction?) throws {
        try transaction {
            try writing { database in
                for stored in try RecordingFile.userActions(in: database, path) {
                    guard let changed = try change(stored), changed != stored else { continue }
                    let sql = "DELETE FROM user_action WHERE ordinal = ?"
                    try database.execute(sql: sql, arguments: [stored.ordinal])
                    _ = try UserActionRow(changed, ordinal: stored.ordinal).insert(into: database)
                    hasReplacedRows = true
                }
            }
        }
    }
}
