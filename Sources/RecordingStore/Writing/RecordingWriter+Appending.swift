public import Exchanges
import Foundation
import GRDB
public import SubscriberAccount

extension RecordingWriter {
    /// Stores an exchange under the next ordinal, and answers that ordinal.
    ///
    /// - Parameters:
    ///   - exchange: the exchange; the ordinal it carries is not looked at.
    ///   - operation: what it is called: Adobe's name of the operation, or what else it is.
    ///   - matchKey: what two requests share that are the same; nil if it is never to be found by it.
    /// - Returns: its ordinal in the recording.
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    @discardableResult
    public func append(
        _ exchange: Exchange,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) -> Int {
        try writing { database in
            let ordinal = counts.exchanges + 1
            let row = try row(exchange, ordinal, operation, matchKey, in: database)
            let digest = row.digest
            try row.insert(into: database, digest: digest)
            sums.exchanges.absorb(digest)
            counts.exchanges = ordinal
            return ordinal
        }
    }

    /// Stores an exchange that is still in flight under the next ordinal, and answers that ordinal.
    ///
    /// Its row says that it was interrupted (``interruption``), whatever `exchange` says came of it, until
    /// ``end(_:with:operation:matchKey:)`` replaces it.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    public func begin(
        _ exchange: Exchange,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) -> Int {
        var exchange = exchange
        exchange.outcome = .failure(Self.interruption)
        return try append(exchange, operation: operation, matchKey: matchKey)
    }

    /// Replaces the row of this ordinal: the exchange that was begun has ended.
    ///
    /// - Throws: ``RecordingStoreError`` if there is no such row, the disk is full or the system refuses; the row stays as
    ///   it was then.
    public func end(
        _ ordinal: Int,
        with exchange: Exchange,
        operation: String? = nil,
        matchKey: String? = nil
    ) throws(RecordingStoreError) {
        guard (1...max(1, exchangeCount)).contains(ordinal), exchangeCount > 0 else {
            throw RecordingStoreError(path, .unwritable("it has no exchange \(ordinal) that could have ended"))
        }
        try writing { database in
            let row = try row(exchange, ordinal, operation, matchKey, in: database)
            try row.replace(in: database, digest: row.digest)
            hasReplacedRows = true
        }
    }

    /// Stores an account response under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    @discardableResult
    public func append(_ response: AccountResponse) throws(RecordingStoreError) -> Int {
        try writing { database in
            let ordinal = counts.accountResponses + 1
            sums.accountResponses.absorb(try AccountResponseRow(response, ordinal: ordinal).insert(into: database))
            counts.accountResponses = ordinal
            return ordinal
        }
    }

    /// Stores a stimulus under the next ordinal, and answers that ordinal.
    ///
    /// - Throws: ``RecordingStoreError`` if the disk is full or the system refuses; nothing was stored then.
    @discardableResult
    public func append(_ stimulus: Stimulus) throws(RecordingStoreError) -> Int {
        try writing { database in
            let ordinal = counts.stimuli + 1
            sums.stimuli.absorb(try StimulusRow(stimulus, ordinal: ordinal).insert(into: database))
            counts.stimuli = ordinal
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
