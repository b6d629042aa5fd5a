import Documents

/// One object of a log or a report, whichever way it was found.
enum LogObject {
    /// A problem with an object, and its place.
    struct Fault: Error {
        var problem: ImportProblem
        var key: String
        var byteOffset: Int
    }

    /// Returns what `read` makes of the object that `bytes` are, all of them.
    static func read<Entry>(
        _ bytes: [UInt8],
        _ limits: LogLimits,
        _ read: (_ object: inout ImportObject) throws(ImportFault) -> Entry
    ) throws(Fault) -> Entry {
        guard bytes.count <= limits.lineBytes else {
            throw Fault(problem: .limit(name: "lineBytes", value: limits.lineBytes), key: "", byteOffset: 0)
        }
        var json = JSONLimits()
        json.totalBytes = limits.lineBytes
        json.stringBytes = limits.lineBytes
        // Sixteen bytes a value, as by default; a longer line may have more of them.
        json.values = max(json.values, limits.lineBytes / 16)
        let beginning = ImportCursor(bytes, limits: json)
        do throws(ImportFault) {
            var cursor = beginning
            var object = try ImportObject(&cursor)
            try cursor.finish()
            return try read(&object)
        } catch {
            throw Fault(
                problem: error.problem,
                key: ImportPath.path(to: error.byteOffset, from: beginning),
                byteOffset: error.byteOffset
            )
        }
    }
}
