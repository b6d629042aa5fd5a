import GRDB

/// How many rows each table has: as there are no gaps, the ordinals of the last ones.
struct RowCounts: Hashable {
    var exchanges = 0
    var accountResponses = 0
    var stimuli = 0

    init() {}

    init(lastOrdinalsIn database: Database) throws {
        exchanges = try Self.last("exchange", database)
        accountResponses = try Self.last("account_response", database)
        stimuli = try Self.last("stimulus", database)
    }

    var largest: Int { max(exchanges, accountResponses, stimuli) }

    private static func last(_ table: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT max(ordinal) FROM \(table)") ?? 0
    }
}
