import GRDB
import GRDBSQLite

extension Configuration {
    /// The configuration that a recording is opened with: it may be someone else's file, made to do harm.
    ///
    /// Its definitions may call no function that reaches outside, its pages are looked at before they are used, what is
    /// read of its definitions has limits, and whatever SQLite does by itself ends with the budget.
    /// ``RecordingSchema/check(_:)`` comes next. Only a writer has no budget: for a file that it made, or that was
    /// checked.
    static func recording(label: String, budget: StepBudget?) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        configuration.prepareDatabase { database in
            // First, since the definitions are read with the first statement.
            budget?.install(on: database)
            for (limit, value) in limits { _ = unsafe sqlite3_limit(database.sqliteConnection, limit, value) }
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // SQLite takes every definition apart here, before anything can look at one.
            try database.execute(sql: "SELECT 1 FROM main.sqlite_master LIMIT 1")
            budget?.renew()
            _ = unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_SQL_LENGTH, statementLength)
        }
        return configuration
    }

    /// Bytes in the store's own statements, and more.
    private static let statementLength: Int32 = 16_384

    /// The format's longest definition has 800 bytes, its widest table 19 columns.
    private static let limits: [(limit: Int32, value: Int32)] = [
        (SQLITE_LIMIT_SQL_LENGTH, 2_048), (SQLITE_LIMIT_COLUMN, 64), (SQLITE_LIMIT_EXPR_DEPTH, 64),
        (SQLITE_LIMIT_COMPOUND_SELECT, 4), (SQLITE_LIMIT_FUNCTION_ARG, 16), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (SQLITE_LIMIT_ATTACHED, 0),
    ]
}
