import FuzzReadings
import Fuzzing

/// A row of a recording's file changed together with its own digest: only the digest over all rows of its table tells.
struct ForgedRow {
    /// The table, and the row of `recording` that has its sum.
    var table: String
    var sum: String
    /// The file with the row changed.
    var file: [UInt8]

    /// The tables whose rows have a digest, with the column of a time and the one of the digest.
    static let tables: [(name: String, time: Int, digest: Int)] = [
        ("exchange", 1, 18), ("vsa_call", 1, 3), ("user_action", 1, 4),
    ]

    /// The row of this number in this table with a time that is a microsecond off; nil if it cannot be told what its digest is over.
    init?(_ tables: RecordedTables, in file: [UInt8], table: Int, row: Int) {
        let (name, timeColumn, digestColumn) = Self.tables[table]
        guard let rows = tables.rows[name], rows.indices.contains(row), tables.isUTF8 else { return nil }
        let mine = rows[row]
        let (time, digest) = (mine.values[timeColumn], mine.values[digestColumn])
        guard let number = mine.number, let old = time.integer, let last = time.places.last,
            let before = Self.digest(number, old, name, mine), let after = Self.digest(number, old ^ 1, name, mine),
            digest.places.count >= before.count
        else { return nil }
        self.table = name
        sum = name + "_digest"
        isAsWritten = digest.bytes.prefix(before.count).elementsEqual(before)
        var file = file
        file[last] ^= 1
        for (place, byte) in zip(digest.places, after) { file[place] = byte }
        self.file = file
    }

    /// True if the digest before was as the format's page describes it.
    let isAsWritten: Bool

    /// Returns the digest of a row by the page, as far as the time is in it.
    private static func digest(
        _ number: Int64,
        _ time: Int64,
        _ table: String,
        _ row: RecordedTables.Row
    ) -> [UInt8]? {
        var parts = ["\(number)", "\(time)"]
        if table == "exchange" {
            // The first eight bytes, of ordinal and times; other bytes are over other parts.
            guard let duration = row.values[2].integer else { return nil }
            return Array(IndependentSHA256.digest(Array("[\(number),\(time),\(duration)]".utf8)).prefix(8))
        }
        for value in row.values[2..<(row.values.count - 1)] {
            guard let text = json(value) else { return nil }
            parts.append(text)
        }
        return IndependentSHA256.digest(Array("[\(parts.joined(separator: ","))]".utf8))
    }

    /// A text as SQLite's `json_array` writes it; nil for bytes that are no text.
    static func json(_ value: RecordedTables.Value) -> String? {
        if value.isNull { return "null" }
        guard value.isText, let text = String(validating: value.bytes, as: UTF8.self) else { return nil }
        var written = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{8}": written += "\\b"
            case "\t": written += "\\t"
            case "\n": written += "\\n"
            case "\u{C}": written += "\\f"
            case "\r": written += "\\r"
            case "\"", "\\": written += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                written += "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written + "\""
    }

    /// Verifying tells that rows were changed together with their digests, and nothing else: each row agrees with its own.
    ///
    /// - Parameter problems: what verifying told of the changed file; nil if it was refused.
    /// - Throws: the property, if it told nothing, or something else.
    func requireNoticed(_ problems: [String]?) throws(PropertyFailure) {
        try require(isAsWritten, "digest-as-the-page-says", table)
        guard let problems else { throw PropertyFailure("forged-rows-are-noticed", "\(table): refused") }
        try require(
            problems.count == 1 && problems.allSatisfy { $0.hasPrefix("recording, \(sum): ") },
            "forged-rows-are-noticed",
            "\(table): \(problems.first ?? "nothing is reported")"
        )
    }
}
