import Documents

/// Finds the JSON path of a byte offset by reading again: only errors ask for it, so nothing keeps track before.
enum ImportPath {
    private enum Level {
        case object(key: String)
        case array(index: Int)

        func append(to path: inout String) {
            switch self {
            case .object(let key): path += path.isEmpty || key.isEmpty ? key : "." + key
            case .array(let index): path += index < 0 ? "" : "[\(index)]"
            }
        }
    }

    /// The path from the value that `start` stands before to the value that holds `offset`, such as `headers[2].name`.
    static func path(to offset: Int, from start: ImportCursor) -> String {
        var cursor = start
        var levels: [Level] = []
        // The text may end or break anywhere: where it does, what was found so far is the path.
        try? walk(&cursor, to: offset, levels: &levels)
        return levels.reduce(into: "") { $1.append(to: &$0) }
    }

    private static func walk(
        _ cursor: inout ImportCursor,
        to offset: Int,
        levels: inout [Level]
    ) throws(ImportFault) {
        repeat {
            if offset <= cursor.valueOffset { return }
            switch cursor.kind {
            case .object:
                try cursor.beginObject()
                levels.append(.object(key: ""))
            case .array:
                try cursor.beginArray()
                levels.append(.array(index: -1))
            default:
                try cursor.skip()
                if offset < cursor.byteOffset { return }
            }
        } while try advance(&cursor, to: offset, levels: &levels)
    }

    /// Moves to the next value, leaving what has ended; false at the end or past the offset.
    private static func advance(
        _ cursor: inout ImportCursor,
        to offset: Int,
        levels: inout [Level]
    ) throws(ImportFault) -> Bool {
        while let level = levels.last {
            switch level {
            case .object:
                if let key = try cursor.nextKey() {
                    levels[levels.count - 1] = .object(key: key)
                    return true
                }
            case .array(let index):
                if try cursor.nextElement() {
                    levels[levels.count - 1] = .array(index: index + 1)
                    return true
                }
            }
            levels.removeLast()
            if offset < cursor.byteOffset { return false }
        }
        return false
    }
}
