import GRDB

extension RecordingSchema {
    /// Throws unless the database is made of what a recording is made of, and of nothing else.
    ///
    /// What a file defines is SQL that runs when it is read or written: a view in place of a table may never come to an
    /// end, a trigger writes what nobody asked for. So nothing of the file is read before its definitions were compared with
    /// those of its format, word for word.
    ///
    /// - Throws: `DatabaseError` that says what was found; it becomes ``RecordingStoreError/Cause/damaged(_:)``.
    static func check(_ database: Database) throws {
        var missing = definitions
        // SQLite lets no file have a table or view of this name, unlike `sqlite_schema`.
        let cursor = try Row.fetchCursor(database, sql: "SELECT type, name, sql FROM main.sqlite_master")
        while let row = try cursor.next() {
            let type = try row.string(0) ?? ""
            let name = try row.string(1) ?? ""
            // Before anything compares it: a longer one is no name of this format, and may be as long as the file.
            guard type.utf8.count <= longestName, name.utf8.count <= longestName else {
                throw damage("it has the \(described(type, name)), which no recording has")
            }
            guard let sql = try row.bytes(2) else {
                // The index behind a UNIQUE or PRIMARY KEY has no definition of its own.
                if type == "index", automaticIndexes.contains(name) { continue }
                throw damage("it has the \(described(type, name)), which no recording has")
            }
            guard let definition = missing.removeValue(forKey: name) else {
                throw damage("it has the \(described(type, name)), which no recording has")
            }
            guard sql == definition.sql else {
                throw damage(
                    "its \(described(type, name)) is not the \(definition.type) that format \(formatVersion) defines"
                )
            }
        }
        if let definition = missing.values.min(by: { $0.name < $1.name }) {
            throw damage("it has no \(described(definition.type, definition.name))")
        }
    }

    /// Bytes in the longest name there is, and a few more.
    private static let longestName = 64

    /// The indexes that SQLite makes by itself for the definitions.
    private static let automaticIndexes = ["sqlite_autoindex_body_1", "sqlite_autoindex_recording_1"]

    /// All statements of the schema by name; made once, since every recording that is opened is compared with them.
    private static let definitions = Dictionary(
        statements.map { Definition($0) }.map { ($0.name, $0) },
        uniquingKeysWith: { _, last in last }
    )

    /// One statement of the schema: `CREATE TYPE NAME …`.
    private struct Definition {
        var type: String
        var name: String
        var sql: [UInt8]

        init(_ sql: String) {
            let words = sql.split(separator: " ", maxSplits: 3)
            type = words[1].lowercased()
            name = String(words[2])
            self.sql = Array(sql.utf8)
        }
    }

    private static func damage(_ detail: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: detail)
    }

    /// Type and name as a message can hold them, whatever the file says.
    private static func described(_ type: String, _ name: String) -> String {
        func plain(_ text: String) -> String {
            String(
                String.UnicodeScalarView(text.unicodeScalars.prefix(60).map { $0.properties.isPrintable ? $0 : "?" })
            )
        }
        return "\(plain(type)) \"\(plain(name))\""
    }
}

extension Unicode.Scalar.Properties {
    /// True if a line of text can hold it.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .privateUse: false
        default: true
        }
    }
}
