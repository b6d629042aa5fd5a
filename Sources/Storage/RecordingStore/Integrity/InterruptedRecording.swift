import Documents
import GRDB

/// The rest of a recording whose recorder was killed, as its database has it after the checkpoint of the log.
enum InterruptedRecording {
    /// The first thing that is not as a recorder wrote it; nil if all that there is is whole.
    static func problem(in database: Database) throws -> String? {
        // Going through what is damaged may have no end.
        try problemOfPages(in: database) ?? RecordingFile.problems(in: database, .content).first.map { "\($0)" }
    }

    private static func problemOfPages(in database: Database) throws -> String? {
        let found = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? ""
        return found == "ok" ? nil : found.replacing("\n", with: " ")
    }

    /// Marks the recording as interrupted, unless it is finished or its pages are damaged.
    ///
    /// `isChecked` says that the pages are whole.
    static func complete(_ database: Database, isChecked: Bool = false) throws {
        try RecordingSchema.check(database)
        let rows = try RecordingTable.read(database)
        guard ExactText(rows["finished"]) != "yes", rows["information_digest"] == nil, rows["secret"] == nil,
            InformationRows(rows) != nil,
            try isChecked || problemOfPages(in: database) == nil
        else { return }
        try database.inTransaction(.immediate) {
            try RecordingTable.write([("interrupted", "yes")], to: database)
            return .commit
        }
    }
}
