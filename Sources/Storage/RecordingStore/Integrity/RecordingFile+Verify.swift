import Documents
import Exchanges
import Foundation
import GRDB

extension RecordingFile {
    /// The extent of a check.
    public enum Extent: Hashable, Sendable {
        /// Rows, digests and bodies: whether they are those that the writer finished.
        case content
        /// The content, and SQLite's own check of every page, index and reference.
        case full
    }

    /// Returns everything that is not as the writer finished it, in order: the database, the information, exchanges,
    /// VSA calls, user actions; empty if there are no problems.
    ///
    /// Digests show accidents and edits, not forgeries: anyone who can write the file can compute them, too. Of a
    /// recording that was never finished only the rows there are can be checked. At most ``problemLimit`` problems are
    /// listed.
    ///
    /// - Throws: ``RecordingStoreError`` if the file is so damaged that reading cannot continue.
    public func verify(_ extent: Extent = .full) throws(RecordingStoreError) -> [IntegrityProblem] {
        try reading { try Self.problems(in: $0, extent) }
    }

    static func problems(in database: Database, _ extent: Extent) throws -> [IntegrityProblem] {
        var verifier = Verifier(database: database, budget: try ByteBudget(for: database))
        if extent == .full { try verifier.verifyDatabase() }
        try verifier.verifyRows()
        return Array(verifier.problems.prefix(problemLimit))
    }

    /// No more problems than these are listed: a thousand.
    public static let problemLimit = 1_000
}

/// Goes through the rows and collects what is wrong.
private struct Verifier {
    let database: Database
    let budget: ByteBudget
    var problems: [IntegrityProblem] = []
    /// Rows of bodies that would be taken for others by whoever looks for equal ones.
    private var misnamedBodies: [Int64] = []

    init(database: Database, budget: ByteBudget) {
        self.database = database
        self.budget = budget
    }

    private var isFull: Bool { problems.count >= RecordingFile.problemLimit }

    // MARK: The database

    mutating func verifyDatabase() throws {
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(100)")
        for line in lines where line != "ok" {
            problems.append(IntegrityProblem(.database, reason: line.replacing("\n", with: " ")))
        }
        // It goes through whole tables, and where pages are damaged that may have no end.
        guard problems.isEmpty else { return }
        for row in try Row.fetchAll(database, sql: "PRAGMA foreign_key_check") {
            let table = try row.string(0) ?? ""
            let parent = try row.string(2) ?? ""
            problems.append(
                IntegrityProblem(
                    .database,
                    field: table,
                    reason: "row \(row.integer(1) ?? 0) refers to a row of \(parent) that is not there"
                )
            )
        }
    }

    // MARK: The rows

    mutating func verifyRows() throws {
        let recording = try RecordingTable.read(database)
        let isFinished = ExactText(recording["finished"]) == "yes"
        verifyInformation(recording, isFinished: isFinished)
        var sums = DigestSums()
        let gaps = verifyGaps(recording, isFinished: isFinished)
        let exchanges = try verifyExchanges(&sums, gaps)
        verifyEnd("exchange_count", exchanges, recording, gaps) { .exchange($0) }
        let responses = try verifyVSACalls(&sums)
        verifyEnd("vsa_call_count", responses, recording) { .vsaCall($0) }
        let userActions = try verifyUserActions(&sums)
        verifyEnd("user_action_count", userActions, recording) { .userAction($0) }
        // Only where every row agrees with its own digest is it news that the sum of the digests does not, or that a
        // body is not found by its own.
        guard problems.isEmpty else { return }
        for id in misnamedBodies.prefix(RecordingFile.problemLimit) {
            problems.append(
                IntegrityProblem(.database, field: "body", reason: "the sha256 of row \(id) is not that of its bytes")
            )
        }
        guard isFinished, problems.isEmpty else { return }
        for (key, sum) in [
            ("exchange_digest", sums.exchanges), ("vsa_call_digest", sums.vsaCalls),
            ("user_action_digest", sums.userActions),
        ] where ExactText(recording[key]) != ExactText(sum.hex) {
            problems.append(
                IntegrityProblem(.information, field: key, reason: "rows were changed together with their digests")
            )
        }
    }

    private mutating func verifyInformation(_ recording: [String: String], isFinished: Bool) {
        guard isFinished else {
            // All of these rows are written together, so one without the others was taken away.
            if recording["information_digest"] != nil {
                let reason = "missing, though the digests are there"
                problems.append(IntegrityProblem(.information, field: "finished", reason: reason))
            }
            return
        }
        let digest = InformationRows(recording)?.digest
        if digest == nil || ExactText(recording["information_digest"]) != ExactText(digest) {
            problems.append(
                IntegrityProblem(
                    .information,
                    field: "creator, redacted, matching_version, archive_log or exchange_gaps",
                    reason: "changed after the recording was finished"
                )
            )
        }
    }

    /// The numbers that exchanges were given without having a row; nil if that is not known, since nobody finished it.
    private mutating func verifyGaps(_ recording: [String: String], isFinished: Bool) -> OrdinalGaps? {
        guard isFinished else { return nil }
        guard let text = recording["exchange_gaps"] else { return OrdinalGaps() }
        if let gaps = OrdinalGaps(parsing: text) { return gaps }
        // Its digest may be right: then there is nothing to compare the rows with.
        problems.append(IntegrityProblem(.information, field: "exchange_gaps", reason: "is not a list of numbers"))
        return nil
    }

    /// The ordinals between `last` and `next` are missing, unless they are gaps; answers the larger of the two.
    ///
    /// What is below 1 was not numbered by a writer. With nil for the gaps any number may be one.
    private mutating func missing(
        between last: Int,
        and next: Int,
        _ gaps: OrdinalGaps? = OrdinalGaps(),
        _ place: (Int) -> IntegrityProblem.Place
    ) -> Int {
        guard last < next else {
            if !isFull { problems.append(IntegrityProblem(place(next), reason: "has a number that no writer gives")) }
            return last
        }
        guard last + 1 < next, let gaps else { return next }
        for range in gaps.numbersOutside(last + 1...next - 1) {
            for ordinal in range {
                if isFull { return next }
                problems.append(IntegrityProblem(place(ordinal), reason: "missing"))
            }
        }
        return next
    }

    private mutating func verifyEnd(
        _ key: String,
        _ last: Int,
        _ recording: [String: String],
        _ gaps: OrdinalGaps? = OrdinalGaps(),
        _ place: (Int) -> IntegrityProblem.Place
    ) {
        guard let text = recording[key] else {
            // Counts and digests are written together with it.
            if ExactText(recording["finished"]) == "yes", !isFull {
                problems.append(IntegrityProblem(.information, field: key, reason: "missing"))
            }
            return
        }
        guard let count = Int(text), (0..<Int.max).contains(count) else {
            problems.append(IntegrityProblem(.information, field: key, reason: "is not a number"))
            return
        }
        guard let gaps, case let (end, isTooLarge) = count.addingReportingOverflow(gaps.count), !isTooLarge, end < .max
        else { return }
        if last <= end {
            _ = missing(between: last, and: end + 1, gaps, place)
        } else if !isFull {
            problems.append(
                IntegrityProblem(
                    .information,
                    field: key,
                    reason: "\(count) were finished, and the last is number \(last)"
                )
            )
        }
    }

    /// Answers the last ordinal.
    private mutating func verifyExchanges(_ sums: inout DigestSums, _ gaps: OrdinalGaps?) throws -> Int {
        let headerLists = try ValuesByID(
            database,
            sql: "SELECT id, fields FROM header_list ORDER BY id",
            budget
        ) { row in
            try row.bytes(1).map { Fingerprint(of: $0).prefix }
        }
        let bodies = try ValuesByID(database, sql: "SELECT id, bytes, sha256 FROM body ORDER BY id", budget) { row in
            let fingerprint = try row.bytes(1).map { Fingerprint(of: $0) }
            if try fingerprint?.data != row.bytes(2).map({ Data($0) }) { misnamedBodies.append(row.integer(0) ?? 0) }
            return fingerprint?.prefix
        }
        let rows = try budget.rows(
            database,
            sql: """
                SELECT ordinal, started_at, duration_us, method, url, request_version, request_headers, request_body,
                    status, reason, response_version, response_headers, response_body, failure, archive_entry, notes,
                    operation, match_key, digest
                FROM exchange ORDER BY ordinal
                """
        )
        var last = 0
        var order = AscendingOrdinals(of: "exchange")
        while let row = try rows.next() {
            let columns = try Self.columns(row, bodies)
            try order.next(columns.ordinal)
            let ordinal = Int(columns.ordinal)
            last = missing(between: last, and: ordinal, gaps) { .exchange($0) }
            if gaps?.contains(ordinal) == true, !isFull {
                problems.append(IntegrityProblem(.exchange(ordinal), reason: "has a row, though it was skipped"))
            }
            let stored = row[18] as Data? ?? Data()
            sums.exchanges.absorb(stored)
            let digests = PartDigests(
                columns,
                requestHeaders: headerLists[row.integer(6)],
                responseHeaders: headerLists[row.integer(11)]
            )
            for part in digests.partsThatDiffer(from: stored) where !isFull {
                problems.append(
                    IntegrityProblem(
                        .exchange(ordinal),
                        field: part.name,
                        reason: "changed after it was recorded"
                    )
                )
            }
        }
        return last
    }

    private static func columns(_ row: Row, _ bodies: ValuesByID<UInt64>) throws -> ExchangeColumns {
        ExchangeColumns(
            ordinal: row.integer(0) ?? 0,
            startedAt: row.integer(1) ?? 0,
            durationMicroseconds: row.integer(2) ?? 0,
            method: try row.string(3) ?? "",
            url: try row.string(4) ?? "",
            requestVersion: try row.string(5) ?? "",
            requestBody: bodies[row.integer(7)],
            status: row.integer(8),
            reason: try row.string(9),
            responseVersion: try row.string(10),
            responseBody: bodies[row.integer(12)],
            failure: try row.string(13),
            harExtras: try row.bytes(14),
            notes: try row.bytes(15),
            operation: try row.string(16),
            matchKey: try row.string(17)
        )
    }

    private mutating func verifyVSACalls(_ sums: inout DigestSums) throws -> Int {
        let rows = try budget.rows(
            database,
            sql: "SELECT ordinal, answered_at, line, digest FROM vsa_call ORDER BY ordinal"
        )
        var last = 0
        var order = AscendingOrdinals(of: "vsa_call")
        while let row = try rows.next() {
            try order.next(row.integer(0) ?? 0)
            let stored = VSACallRow(
                ordinal: row.integer(0) ?? 0,
                answeredAt: row.integer(1) ?? 0,
                line: try row.string(2) ?? ""
            )
            let digest = row[3] as Data? ?? Data()
            last = missing(between: last, and: Int(stored.ordinal)) { .vsaCall($0) }
            sums.vsaCalls.absorb(digest)
            if stored.digest != digest, !isFull {
                problems.append(
                    IntegrityProblem(.vsaCall(Int(stored.ordinal)), reason: "changed after it was recorded")
                )
            }
        }
        return last
    }

    private mutating func verifyUserActions(_ sums: inout DigestSums) throws -> Int {
        let rows = try budget.rows(
            database,
            sql: "SELECT ordinal, occurred_at, action, argument, digest FROM user_action ORDER BY ordinal"
        )
        var last = 0
        var order = AscendingOrdinals(of: "user_action")
        while let row = try rows.next() {
            try order.next(row.integer(0) ?? 0)
            let stored = UserActionRow(
                ordinal: row.integer(0) ?? 0,
                occurredAt: row.integer(1) ?? 0,
                columns: UserActionColumns(action: try row.string(2) ?? "", argument: try row.string(3))
            )
            let digest = row[4] as Data? ?? Data()
            last = missing(between: last, and: Int(stored.ordinal)) { .userAction($0) }
            sums.userActions.absorb(digest)
            if stored.digest != digest, !isFull {
                problems.append(
                    IntegrityProblem(.userAction(Int(stored.ordinal)), reason: "changed after it was recorded")
                )
            }
        }
        return last
    }
}
