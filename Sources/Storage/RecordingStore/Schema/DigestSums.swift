import Crypto
import Foundation
import GRDB

/// One digest for all rows of each table: the SHA-256 over the rows' digests, by ordinal.
///
/// With them a row that was cut out, put in or swapped shows even if its own digest was taken along.
struct DigestSums {
    /// A digest that grows with each row.
    struct Sum {
        private var hash = SHA256()

        mutating func absorb(_ digest: Data) { hash.update(data: digest) }

        var hex: String { Fingerprint(hash.finalize()).hex }
    }

    var exchanges = Sum()
    var vsaCalls = Sum()
    var userActions = Sum()

    init() {}

    /// The sums of the rows there are.
    init(of database: Database) throws {
        exchanges = try Self.sum(of: "exchange", in: database)
        vsaCalls = try Self.sum(of: "vsa_call", in: database)
        userActions = try Self.sum(of: "user_action", in: database)
    }

    private static func sum(of table: String, in database: Database) throws -> Sum {
        var sum = Sum()
        let cursor = try Data.fetchCursor(database, sql: "SELECT digest FROM \(table) ORDER BY ordinal")
        while let digest = try cursor.next() { sum.absorb(digest) }
        return sum
    }

    func write(
        to database: Database,
        counts: RowCounts,
        information: InformationRows
    ) throws {
        try RecordingTable.write(
            [
                ("exchange_count", String(counts.exchanges)),
                ("vsa_call_count", String(counts.vsaCalls)),
                ("user_action_count", String(counts.userActions)),
                ("exchange_digest", exchanges.hex),
                ("vsa_call_digest", vsaCalls.hex),
                ("user_action_digest", userActions.hex),
                ("information_digest", information.digest),
                ("finished", "yes"),
            ],
            to: database
        )
    }
}
