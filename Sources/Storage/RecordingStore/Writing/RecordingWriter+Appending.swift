public import Exchanges
import Foundation
import GRDB
public import SubscriberAccount

extension RecordingWriter {
    /// Stores an exchange, and answers its ordinal.
    ///
    /// - Parameters:
    ///   - exchange: the exchange; the ordinal it carries is not looked at.
    ///   - ordinal: the number it was given when it started, from 1; nil stands for the next one. No other exchange may
    /// have
    ///     it.
    ///   - operation: the operation's stable name (`v1.checkauthn`), or what else it is (`preflight`, `other`).
    ///   - matchKey: what two requests share that are the same; nil if it is never to be found by it.
    /// - Returns: its ordinal in the recording.
    /// - Throws: ``RecordingStoreError`` if there is an exchange of this number, the disk is full or the system
    ///   refuses;
    ///   nothing was stored then.
    @discardableResult
    public func append(
        _ exchange: Exchange,
        at ordinal: Int? = nil,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) -> Int {
        let ordinal = ordinal ?? counts.lastExchange + 1
        guard (1...OrdinalGaps.largest).contains(ordinal) else {
            throw RecordingStoreError(path, .unwritable("no exchange can have the number \(ordinal)"))
        }
        try writing { database in
            let row = try row(exchange, ordinal, operation, matchKey, in: database)
            let digest = row.digest
            try row.insert(into: database, digest: digest)
            sums.exchanges.absorb(digest)
            counts.exchanges += 1
            if ordinal <= counts.lastExchange { isOutOfOrder = true }
            number(ordinal)
        }
        return ordinal
    }

    /// Leaves this number without an exchange: the one that was given it is skipped.
    ///
    /// It needs no saying where a later number has an exchange.
    public func skip(_ ordinal: Int) {
        guard (1...OrdinalGaps.largest).contains(ordinal), ordinal > counts.lastExchange else { return }
        counts.exchangeGaps.add(after: counts.lastExchange, before: ordinal + 1)
        counts.lastExchange = ordinal
    }

    /// Exchanges were given numbers up to this one.
    private func number(_ ordinal: Int) {
        guard ordinal > counts.lastExchange else { return }
        counts.exchangeGaps.add(after: counts.lastExchange, before: ordinal)
        counts.lastExchange = ordinal
    }

    /// Stores an exchange that is still in flight, and answers its ordinal.
    ///
    /// Its row says that it was interrupted (``interruption``), whatever `exchange` says came of it, until
    /// ``end(_:with:operation:matchKey:)`` replaces it.
    ///
    /// - Throws: ``RecordingStoreError`` as ``append(_:at:operation:matchKey:)``.
    @discardableResult
    public func begin(
        _ exchange: Exchange,
        at ordinal: Int? = nil,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) -> Int {
        var exchange = exchange
        exchange.outcome = .failure(Self.interruption)
        return try append(exchange, at: ordinal, operation: operation, matchKey: matchKey)
    }

    /// Replaces the row of this ordinal: the exchange that was begun has ended.
    ///
    /// - Throws: ``RecordingStoreError`` if there is no such row, the disk is full or the system refuses; the row stays
    ///   as
    ///   it was then.
    public func end(
        _ ordinal: Int,
        with exchange: Exchange,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) {
        try writing { database in
            // A number up to the last may have been skipped.
            guard try Self.hasExchange(ordinal, in: database) else {
                throw RecordingStoreError(path, .unwritable("it has no exchange \(ordinal) that could have ended"))
            }
            let row = try row(exchange, ordinal, operation, matchKey, in: database)
            try row.replace(in: database, digest: row.digest)
            hasReplacedRows = true
        }
    }

    private static func hasExchange(_ ordinal: Int, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM exchange WHERE ordinal = ?")
        return try Row.fetchCursor(statement, arguments: [ordinal]).next() != nil
    }

    /// Stores a VSA call under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    @discardableResult
    public func append(_ response: VSACall) throws(RecordingStoreError) -> Int {
        try writing { database in
            let ordinal = counts.vsaCalls + 1
            sums.vsaCalls.absorb(try VSACallRow(response, ordinal: ordinal).insert(into: database))
            counts.vsaCalls = ordinal
            return ordinal
        }
    }

    /// Stores a user action under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    @discardableResult
    public func append(_ userAction: UserAction) throws(RecordingStoreError) -> Int {
        try writing { database in
            let ordinal = counts.userActions + 1
            sums.userActions.absorb(try UserActionRow(userAction, ordinal: ordinal).insert(into: database))
            counts.userActions = ordinal
            return ordinal
        }
    }

    func row(
        _ exchange: Exchange,
        _ ordinal: Int,
        _ operation: String?,
        _ matchKey: String?,
        in database: Database
    ) throws -> ExchangeRow {
        var row = try tables.row(for: exchange, ordinal: ordinal, in: database)
        row.columns.operation = operation
        row.columns.matchKey = matchKey
        return row
    }
}
