public import Documents

/// Reads a HAR file entry by entry, so that no more than one exchange stands in memory beside the file.
///
/// ```swift
/// var reader = try HTTPArchiveReader(bytes)
/// while let exchange = try reader.nextExchange() { store(exchange) }
/// store(reader.information)
/// ```
///
/// Source: HAR 1.2 (the W3C draft of 2012), and what Chrome, Firefox, Charles, Proxyman and mitmproxy write.
public struct HARReader {
    private enum State {
        case entries
        case done
        case failed(HARError)
    }

    /// The first of the odd values so far; ``warningCount`` is their number.
    public private(set) var warnings: [HARWarning] = []
    /// The number of odd values that were read so far.
    public private(set) var warningCount = 0

    private let limits: HARLimits
    private var cursor: ImportCursor
    private var state = State.entries
    private var entryCount = 0
    private var logMembers: [JSONMember] = []
    private var rootMembers: [JSONMember] = []

    /// A reader at the first entry of the HAR in `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8 or UTF-16.
    ///   - limits: what it may cost.
    ///   - isStrict: whether odd values are refused; otherwise they are read with a warning.
    /// - Throws: ``HARError`` if it is no HAR, or is damaged before its entries.
    public init(
        _ bytes: [UInt8],
        limits: HARLimits = .default,
        isStrict: Bool = false
    ) throws(HARError) {
        self.limits = limits
        var json = Self.jsonLimits(limits)
        json.allowsLoneSurrogates = !isStrict
        var start = ImportCursor(HAREncoding.utf8(bytes), limits: json)
        start.isStrict = isStrict
        cursor = start
        do { try enterEntries() } catch { throw Self.located(error, from: start) }
        warnOfHalves(since: 0)
    }

    /// The next exchange, its ordinal counted from 1, or nil after the last.
    ///
    /// - Throws: ``HARError`` with the entry and the path; every later call then throws the same.
    public mutating func nextExchange() throws(HARError) -> Exchange? {
        switch state {
        case .failed(let error): throw error
        case .done: return nil
        case .entries: break
        }
        let start = cursor
        do {
            if try cursor.nextElement() { return try readEntry(from: start) }
            try leaveEntries()
            warnOfHalves(since: start.loneSurrogateCount)
            state = .done
            return nil
        } catch {
            let found = located(error, from: start)
            state = .failed(found)
            throw found
        }
    }

    /// The `log` object without its entries, complete after the last exchange.
    ///
    /// Members that stand beside `log` are kept as an object under `"-"`.
    public var log: JSONObject {
        var members = logMembers
        if !rootMembers.isEmpty {
            members.append(JSONMember(HARExtras.absentKey, .object(JSONObject(rootMembers))))
        }
        return JSONObject(members)
    }

    /// The facts about the recording as a whole, complete after the last exchange.
    public var information: RecordingInformation {
        let creator = JSONObject(logMembers)["creator"]
        let words = [creator?["name"]?.string, creator?["version"]?.string].compactMap { $0 }.filter { !$0.isEmpty }
        return RecordingInformation(creator: words.joined(separator: " "), archiveLog: log)
    }
}

// MARK: Around the entries

extension HARReader {
    private static func jsonLimits(_ limits: HARLimits) -> JSONLimits {
        var json = JSONLimits()
        json.totalBytes = limits.totalBytes
        json.depth = limits.depth
        json.stringBytes = limits.entryBytes
        // A value has at least a byte, so the file's size bounds their number.
        json.values = limits.totalBytes
        return json
    }

    private mutating func enterEntries() throws(ImportFault) {
        guard cursor.kind == .object || cursor.kind == .none else {
            throw notHAR("a HAR is a JSON object, this is \(cursor.kind.rawValue)", at: 0)
        }
        try cursor.beginObject()
        while let key = try cursor.nextKey() {
            guard ExactText(key) == "log" else {
                rootMembers.append(JSONMember(key, try cursor.value()))
                continue
            }
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                if ExactText(key) == "entries" { return try cursor.beginArray() }
                logMembers.append(JSONMember(HARExtras.escaped(key), try cursor.value()))
            }
            throw notHAR("its \"log\" has no \"entries\"", at: cursor.byteOffset)
        }
        throw notHAR("it is JSON without a \"log\"", at: cursor.byteOffset)
    }

    private mutating func leaveEntries() throws(ImportFault) {
        while let key = try cursor.nextKey() {
            if ExactText(key) == "entries" {
                throw ImportFault(problem: .duplicate(key), byteOffset: cursor.valueOffset)
            }
            logMembers.append(JSONMember(HARExtras.escaped(key), try cursor.value()))
        }
        while let key = try cursor.nextKey() {
            if ExactText(key) == "log" { throw ImportFault(problem: .duplicate(key), byteOffset: cursor.valueOffset) }
            rootMembers.append(JSONMember(key, try cursor.value()))
        }
        try cursor.finish()
    }

    private mutating func readEntry(from before: ImportCursor) throws(ImportFault) -> Exchange {
        let start = cursor.valueOffset
        guard entryCount < limits.entries else {
            throw ImportFault(problem: .limit(name: "entries", value: limits.entries), byteOffset: start)
        }
        let exchange = try HAREntry.read(&cursor, ordinal: entryCount + 1, limits: limits)
        guard cursor.byteOffset - start <= limits.entryBytes else {
            throw ImportFault(problem: .limit(name: "entryBytes", value: limits.entryBytes), byteOffset: start)
        }
        noteOddities(from: before)
        entryCount += 1
        return exchange
    }

    private func notHAR(_ reason: String, at offset: Int) -> ImportFault {
        ImportFault(
            problem: .notThis("not a HAR: \(reason). Export the traffic as HAR 1.2 and import that file"),
            byteOffset: offset
        )
    }
}

// MARK: Warnings

extension HARReader {
    /// Warnings that are kept, of a file and of an entry: the way to each is looked up in its entry.
    private static let maximumWarnings = 1_000
    private static let maximumWarningsOfEntry = 10

    private mutating func noteOddities(from before: ImportCursor) {
        guard !cursor.oddities.isEmpty else { return }
        let found = cursor.oddities
        cursor.oddities = []
        warningCount += found.count
        var entry = before
        guard (try? entry.nextElement()) == true else { return }
        for oddity in found.prefix(Self.maximumWarningsOfEntry) where warnings.count < Self.maximumWarnings {
            let inner = ImportPath.path(to: oddity.byteOffset, from: entry)
            let path = "log.entries[\(entryCount)]" + (inner.isEmpty ? "" : "." + inner)
            warnings.append(
                HARWarning(oddity.oddity, entry: entryCount, path: path, byteOffset: oddity.byteOffset)
            )
        }
    }

    /// Half a surrogate pair in what stands around the entries.
    private mutating func warnOfHalves(since count: Int) {
        guard cursor.loneSurrogateCount > count else { return }
        warningCount += 1
        warnings.append(HARWarning(.loneSurrogate, path: "log", byteOffset: cursor.lastLoneSurrogate))
    }
}

// MARK: Errors

extension HARReader {
    /// The error of a fault before the entries.
    private static func located(_ fault: ImportFault, from start: ImportCursor) -> HARError {
        if case .notThis = fault.problem { return HARError(fault.problem, byteOffset: fault.byteOffset) }
        let path = ImportPath.path(to: fault.byteOffset, from: start)
        return HARError(fault.problem, path: path, byteOffset: fault.byteOffset)
    }

    /// The error of a fault in or after the entries, `start` standing before the entry.
    private func located(_ fault: ImportFault, from start: ImportCursor) -> HARError {
        var entry = start
        guard (try? entry.nextElement()) == true, fault.byteOffset >= entry.valueOffset else {
            return HARError(fault.problem, path: "log", byteOffset: fault.byteOffset)
        }
        let inner = ImportPath.path(to: fault.byteOffset, from: entry)
        return HARError(
            fault.problem,
            entry: entryCount,
            path: "log.entries[\(entryCount)]" + (inner.isEmpty ? "" : "." + inner),
            byteOffset: fault.byteOffset
        )
    }
}
