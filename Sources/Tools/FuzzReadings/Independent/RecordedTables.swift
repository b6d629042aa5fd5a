/// The tables of a recording's file, found without SQLite: pages, cells and records as sqlite.org/fileformat2.html has them.
///
/// Of each value it is known in which bytes of the file it stands, so that one of them can be changed.
package struct RecordedTables {
    /// A value of a row.
    package struct Value {
        /// Its type as records write it (§2.1): 0 is NULL, 1 to 6, 8 and 9 are integers, from 12 on blobs and texts.
        package var serial: UInt64
        /// The offset in the file at which the type is written.
        package var serialPlace: Int
        package var bytes: [UInt8]
        /// The offset in the file of each of the bytes.
        package var places: [Int]

        package var isNull: Bool { serial == 0 }
        package var isText: Bool { serial >= 13 && serial & 1 == 1 }

        /// The number, if it is an integer.
        package var integer: Int64? {
            switch serial {
            case 8: 0
            case 9: 1
            case 1...6:
                bytes.reduce(Int64(Int8(bitPattern: bytes.first ?? 0) < 0 ? -1 : 0)) { $0 << 8 | Int64($1) }
            default: nil
            }
        }
    }

    package struct Row {
        /// Its number; nil in a table without.
        package var number: Int64?
        /// The offset in the file of the lowest seven bits of the number.
        package var numberPlace: Int?
        package var values: [Value]
    }

    /// The tables by name.
    package private(set) var rows: [String: [Row]] = [:]
    /// True if texts are UTF-8.
    package let isUTF8: Bool

    private let file: [UInt8]
    private let pageBytes: Int
    private let usable: Int
    private var seen: Set<Int> = []

    /// Something is not where it should be: the file is damaged, or another's.
    package struct Unreadable: Error {}

    /// The names of the tables, and of their columns, as Documentation/reference/recording-format.md has them.
    package static let columns: [(table: String, columns: [String])] = [
        ("recording", ["key", "value"]),
        ("body", ["id", "sha256", "bytes"]),
        ("header_list", ["id", "fields"]),
        (
            "exchange",
            [
                "ordinal", "started_at", "duration_us", "method", "url", "request_version", "request_headers",
                "request_body", "status", "reason", "response_version", "response_headers", "response_body", "failure",
                "archive_entry", "notes", "operation", "match_key", "digest",
            ]
        ),
        ("vsa_call", ["ordinal", "answered_at", "line", "digest"]),
        ("user_action", ["ordinal", "occurred_at", "action", "argument", "digest"]),
    ]

    /// The tables of this file.
    package init(_ file: [UInt8]) throws(Unreadable) {
        guard file.count >= 512 else { throw Unreadable() }
        self.file = file
        let written = Int(file[16]) << 8 | Int(file[17])
        pageBytes = written == 1 ? 65_536 : written
        usable = pageBytes - Int(file[20])
        isUTF8 = file[56..<60].elementsEqual([0, 0, 0, 1])
        guard pageBytes >= 512, usable >= 480 else { throw Unreadable() }
        var roots: [String: Int] = [:]
        // SQLite looks at no row's type, which a mutation may have changed; what has no page of its own has the number 0.
        for row in try walk(1) where row.values.count >= 4 {
            guard let root = row.values[3].integer, root > 0 else { continue }
            roots[String(decoding: row.values[1].bytes, as: UTF8.self)] = Int(root)
        }
        for (table, columns) in Self.columns {
            guard let root = roots[table] else { throw Unreadable() }
            // SQLite passes over values behind the last column.
            let found = try walk(root).map { row in
                var row = row
                row.values = Array(row.values.prefix(columns.count))
                return row
            }
            guard found.allSatisfy({ $0.values.count == columns.count }) else { throw Unreadable() }
            rows[table] = found
        }
    }

    // MARK: Pages

    /// The rows below a page, in their order.
    private mutating func walk(_ page: Int) throws(Unreadable) -> [Row] {
        guard page >= 1, page * pageBytes <= file.count, seen.insert(page).inserted else { throw Unreadable() }
        let start = (page - 1) * pageBytes
        let header = start + (page == 1 ? 100 : 0)
        let kind = file[header]
        guard [0x02, 0x05, 0x0A, 0x0D].contains(kind) else { throw Unreadable() }
        let isInterior = kind == 0x02 || kind == 0x05
        let count = try number(header + 3, bytes: 2)
        var found: [Row] = []
        for cell in 0..<count {
            var place = start + (try number(header + (isInterior ? 12 : 8) + 2 * cell, bytes: 2))
            if isInterior {
                found += try walk(try number(place, bytes: 4))
                place += 4
            }
            // The cells of a table's inner pages hold numbers only.
            if kind != 0x05 { found.append(try row(at: place, hasNumber: kind == 0x0D)) }
        }
        if isInterior { found += try walk(try number(header + 8, bytes: 4)) }
        return found
    }

    private func row(at place: Int, hasNumber: Bool) throws(Unreadable) -> Row {
        var place = place
        let size = Int(clamping: try varint(&place))
        guard size <= file.count else { throw Unreadable() }
        var row = Row(values: [])
        if hasNumber {
            row.number = Int64(bitPattern: try varint(&place))
            row.numberPlace = place - 1
        }
        let places = try payload(size, at: place, isTable: hasNumber)
        row.values = try values(places)
        return row
    }

    /// Returns the offset of each byte of a payload: in the cell, and in pages that it runs over to (§1.6).
    private func payload(_ size: Int, at place: Int, isTable: Bool) throws(Unreadable) -> [Int] {
        let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        var local = size
        if size > most {
            let least = (usable - 12) * 32 / 255 - 23
            let fitting = least + (size - least) % (usable - 4)
            local = fitting <= most ? fitting : least
        }
        guard place + local <= file.count else { throw Unreadable() }
        var places = Array(place..<place + local)
        var next = size > local ? try number(place + local, bytes: 4) : 0
        while places.count < size {
            let start = (next - 1) * pageBytes
            guard next >= 1, start + pageBytes <= file.count else { throw Unreadable() }
            places += (start + 4)..<(start + 4 + min(usable - 4, size - places.count))
            next = try number(start, bytes: 4)
        }
        return places
    }

    /// The values of a record: a header of types, and the values behind it.
    private func values(_ places: [Int]) throws(Unreadable) -> [Value] {
        var index = 0
        func varint() throws(Unreadable) -> UInt64 {
            var number: UInt64 = 0
            for count in 1...9 {
                guard index < places.count else { throw Unreadable() }
                let byte = file[places[index]]
                index += 1
                if count == 9 { return number << 8 | UInt64(byte) }
                number = number << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { return number }
            }
            return number
        }
        let end = Int(clamping: try varint())
        guard end <= places.count else { throw Unreadable() }
        var content = end
        var values: [Value] = []
        while index < end {
            let place = places[index]
            let serial = try varint()
            let size = Self.bytes(of: serial)
            guard size <= places.count - content else { throw Unreadable() }
            let mine = Array(places[content..<content + size])
            values.append(Value(serial: serial, serialPlace: place, bytes: mine.map { file[$0] }, places: mine))
            content += size
        }
        return values
    }

    private static func bytes(of serial: UInt64) -> Int {
        switch serial {
        case 0, 8, 9, 10, 11: 0
        case 1...4: Int(serial)
        case 5: 6
        case 6, 7: 8
        default: Int(clamping: (serial - 12) / 2)
        }
    }

    private func number(_ place: Int, bytes count: Int) throws(Unreadable) -> Int {
        guard place >= 0, place + count <= file.count else { throw Unreadable() }
        return file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func varint(_ place: inout Int) throws(Unreadable) -> UInt64 {
        var number: UInt64 = 0
        for count in 1...9 {
            guard place >= 0, place < file.count else { throw Unreadable() }
            let byte = file[place]
            place += 1
            if count == 9 { return number << 8 | UInt64(byte) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return number
    }
}
