import Documents

/// Goes through a log of one JSON object a line.
enum LogLines {
    /// Hands each line that is not blank to `read`, and answers what it made of them.
    ///
    /// `read` is told how many lines came before.
    static func parse<Entry>(
        _ bytes: [UInt8],
        limits: LogLimits,
        read: (_ object: inout ImportObject, _ index: Int) throws(ImportFault) -> Entry
    ) throws(LogLineError) -> [Entry] {
        var entries: [Entry] = []
        var number = 0
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            number += 1
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes[start..<end]
            if !line.allSatisfy(isSpace) {
                guard entries.count < limits.lines else {
                    throw LogLineError(.limit(name: "lines", value: limits.lines), line: number, byteOffset: start)
                }
                entries.append(try entry(Array(line), number, at: start, limits, entries.count, read))
            }
            start = end + 1
        }
        return entries
    }

    private static func entry<Entry>(
        _ line: [UInt8],
        _ number: Int,
        at start: Int,
        _ limits: LogLimits,
        _ index: Int,
        _ read: (_ object: inout ImportObject, _ index: Int) throws(ImportFault) -> Entry
    ) throws(LogLineError) -> Entry {
        do throws(LogObject.Fault) {
            return try LogObject.read(line, limits) { (object) throws(ImportFault) in try read(&object, index) }
        } catch {
            throw LogLineError(error.problem, line: number, key: error.key, byteOffset: start + error.byteOffset)
        }
    }
}
