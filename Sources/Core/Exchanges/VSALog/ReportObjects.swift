import Documents

/// Goes through a report: objects one after the other, each on one line or on several, or one array of objects.
enum ReportObjects {
    /// Hands each object to `read`, and answers what it made of them.
    ///
    /// `read` is told how many objects came before.
    static func parse<Entry>(
        _ bytes: [UInt8],
        limits: LogLimits,
        read: (_ object: inout ImportObject, _ index: Int) throws(ImportFault) -> Entry
    ) throws(LogLineError) -> [Entry] {
        var entries: [Entry] = []
        var walk = ReportWalk(bytes)
        while let range = try walk.next() {
            guard entries.count < limits.lines else {
                throw walk.error(.limit(name: "lines", value: limits.lines), at: range.lowerBound)
            }
            do throws(LogObject.Fault) {
                let entry = try LogObject.read(Array(bytes[range]), limits) { (object) throws(ImportFault) in
                    try read(&object, entries.count)
                }
                entries.append(entry)
            } catch {
                throw walk.error(
                    error.problem,
                    at: range.lowerBound + error.byteOffset,
                    key: error.key,
                    objectAt: range.lowerBound
                )
            }
        }
        return entries
    }
}

/// Finds where the objects of a report begin and end; what stands in them is for the JSON reader to judge.
private struct ReportWalk {
    private let bytes: [UInt8]
    private var here: Int
    private var place = Place.start

    private enum Place {
        case start
        /// Among objects without anything between them but white space.
        case sequence
        case firstElement
        case laterElement
        case end
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        here = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the place of the next object, or nil after the last.
    mutating func next() throws(LogLineError) -> Range<Int>? {
        skipSpace()
        if place == .start {
            place = take("[") ? .firstElement : .sequence
            skipSpace()
        }
        switch place {
        case .start, .sequence: return here < bytes.count ? object() : nil
        case .end:
            if here < bytes.count { throw unexpected("nothing after the array") }
            return nil
        case .firstElement:
            if take("]") { return try ended() }
        case .laterElement:
            if take("]") { return try ended() }
            guard take(",") else { throw unexpected("\",\" or \"]\" after an object of the array") }
            skipSpace()
        }
        place = .laterElement
        guard here < bytes.count else { throw unexpected("an object") }
        return object()
    }

    private mutating func ended() throws(LogLineError) -> Range<Int>? {
        place = .end
        return try next()
    }

    /// From here to the bracket that closes what opens here; to the end of the line if nothing opens.
    private mutating func object() -> Range<Int> {
        let start = here
        guard bytes[here] == UInt8(ascii: "{") else {
            here = bytes[here...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            return start..<here
        }
        var depth = 0
        var isText = false
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            switch byte {
            case UInt8(ascii: "\\") where isText: here = min(here + 1, bytes.count)
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
                depth -= 1
                if depth == 0 { return start..<here }
            default: break
            }
        }
        return start..<here
    }

    private mutating func skipSpace() {
        while here < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[here]) { here += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard here < bytes.count, bytes[here] == UInt8(ascii: character) else { return false }
        here += 1
        return true
    }
}

// MARK: Errors

extension ReportWalk {
    private func unexpected(_ expected: String) -> LogLineError {
        let found = here < bytes.count ? "" : ", and the report ends"
        return error(
            .notThis("expected \(expected)\(found). Send one array of objects, or one object a line"),
            at: here
        )
    }

    /// The problem with its place in the whole report.
    func error(_ problem: ImportProblem, at offset: Int, key: String = "", objectAt start: Int? = nil) -> LogLineError {
        let before = bytes.prefix(offset)
        let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        var problem = problem
        if case .json(let error) = problem {
            let column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
            problem = .json(JSONError(error.cause, byteOffset: offset, line: line, column: column))
            if error.cause == .truncated, let start {
                let first = 1 + bytes.prefix(start).count { $0 == UInt8(ascii: "\n") }
                problem = .notThis("the report ends inside the object that begins at line \(first). Send it whole")
            }
        }
        return LogLineError(problem, line: line, key: key, byteOffset: offset)
    }
}
