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
    var accountResponses = Sum()
    var stimuli = Sum()
    /// Whether rows were changed after they were absorbed.
    var areStale = false

    init() {}

    /// The sums over the rows as they are.
    init(reading database: Database) throws {
        exchanges = try Self.sum("exchange", database)
        accountResponses = try Self.sum("account_response", database)
        stimuli = try Self.sum("stimulus", database)
    }

    private static func sum(_ table: String, _ database: Database) throws -> Sum {
        var sum = Sum()
        let cursor = try Row.fetchCursor(database, sql: "SELECT digest FROM \(table) ORDER BY ordinal")
        while let row = try cursor.next() {
            try row.withUnsafeData(atIndex: 0) { sum.absorb($0 ?? Data()) }
        }
        return sum
    }

    func write(
        to database: Database,
        counts: (exchanges: Int, accountResponses: Int, stimuli: Int),
        information: InformationRows
    ) throws {
        try RecordingTable.write(
            [
                ("exchange_count", String(counts.exchanges)),
                ("account_response_count", String(counts.accountResponses)),
                ("stimulus_count", String(counts.stimuli)),
                ("exchange_digest", exchanges.hex),
                ("account_response_digest", accountResponses.hex),
                ("stimulus_digest", stimuli.hex),
                ("information_digest", information.digest),
                ("finished", "yes"),
            ],
            to: database
        )
    }
}
