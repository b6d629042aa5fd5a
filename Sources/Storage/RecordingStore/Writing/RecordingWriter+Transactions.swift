import GRDB

extension RecordingWriter {
    /// Commits all that `body` appends together, or nothing of it.
    ///
    /// If `body` throws, or one of its appends fails, nothing of it was stored: the next append gets the ordinal that the
    /// first of them had. A transaction within a transaction is part of it.
    ///
    /// With ``Durability/whenFinished`` the whole recording is one transaction, which only ``abandon()`` takes back.
    ///
    /// - Throws: what `body` throws; ``RecordingStoreError`` if the disk is full or the system refuses.
    public func transaction<Answer>(_ body: () throws -> Answer) throws -> Answer {
        guard options.durability == .everyAppend else { return try body() }
        guard transaction == nil else { return try joining(body) }
        return try withDatabase { database in
            transaction = Transaction(counts: counts, hasReplacedRows: hasReplacedRows)
            checkpointer?.pause()
            defer {
                transaction = nil
                checkpointer?.goOn()
            }
            do {
                try naming { try database.executeCached("BEGIN IMMEDIATE TRANSACTION") }
                let answer = try body()
                if let failure = transaction?.failure { throw failure }
                try naming { try database.executeCached("COMMIT TRANSACTION") }
                tables.keepLatest()
                return answer
            } catch {
                takeBack(database)
                throw error
            }
        }
    }

    /// An error in a part fails the whole, even if it is caught between.
    private func joining<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do {
            return try body()
        } catch {
            if transaction?.failure == nil { transaction?.failure = error }
            throw error
        }
    }

    private func takeBack(_ database: Database) {
        // A full disk may have made SQLite roll back by itself.
        if database.isInsideTransaction { try? database.rollback() }
        tables.forgetLatest()
        guard let transaction else { return }
        counts = transaction.counts
        hasReplacedRows = transaction.hasReplacedRows
    }

    /// Lets `body` write: within the transaction that has begun, or in one of its own.
    func writing<Answer>(_ body: (Database) throws -> Answer) throws(RecordingStoreError) -> Answer {
        try naming {
            if let failure = transaction?.failure { throw failure }
            return try transaction { try naming { try withDatabase(body) } }
        }
    }

    func withDatabase<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
        guard let queue else { preconditionFailure("the recording was finished or abandoned already") }
        return try queue.unsafeReentrantWrite(body)
    }

    /// Returns the result of `body`; an error of SQLite becomes one that names the recording, and its limit if that was
    /// reached.
    func naming<Answer>(_ body: () throws -> Answer) throws(RecordingStoreError) -> Answer {
        do throws(RecordingStoreError) {
            return try RecordingStoreError.naming(path, writing: true, body)
        } catch {
            // SQLite says no more than that of shared memory for which there is no room.
            if case .unwritable = error.cause, let free = SystemFile.freeBytes(beside: workingPath), free < 65_536 {
                throw RecordingStoreError(path, .diskFull)
            }
            guard error.cause == .diskFull, let limit = options.maximumBytes, hasReached(limit) else { throw error }
            throw RecordingStoreError(path, .full(limit: limit))
        }
    }

    /// SQLite says the same of a full disk and of a limit: the one that leaves less room was it.
    private func hasReached(_ limit: Int64) -> Bool {
        guard let free = SystemFile.freeBytes(beside: workingPath) else { return true }
        guard case .file(let size)? = try? SystemFile.kind(of: workingPath) else { return true }
        return limit - size <= free
    }
}

extension Database {
    /// As `beginTransaction(_:)` and `commit()`, which compile their statement anew each time: for a recorder that is a tenth
    /// of what an exchange costs.
    fileprivate func executeCached(_ sql: String) throws { try cachedStatement(sql: sql).execute() }
}
