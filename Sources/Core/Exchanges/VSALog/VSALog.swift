import Documents
public import SubscriberAccount

/// The VSA log in and out: one question to Apple's framework and its answer a line, in JSON.
///
/// An app can write one with a dozen lines of Swift. Keys: `at`, `call`, `request`, `accessStatus`, `metadata`,
/// `error`; values by their Swift names. Nothing is lost: what the values do not hold is kept as ``VSALogNote``.
public enum VSALog {
    /// The VSA calls in `bytes`, their ordinals counted from 1; blank lines are skipped.
    ///
    /// - Throws: ``VSALogError`` with the line and the key.
    public static func parse(
        _ bytes: [UInt8],
        limits: LogLimits = .default
    ) throws(VSALogError) -> [VSACall] {
        try LogLines.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try VSALogLine.read(object, ordinal: index + 1)
        }
    }

    /// The VSA calls of a report that an app has sent, their ordinals counted from 1, their times the recorder's.
    ///
    /// A report is a log, or one array of objects, or objects that go over several lines; `at` may be missing.
    /// - Throws: ``VSALogError`` with the line and the key.
    public static func parse(
        report bytes: [UInt8],
        clock: ReportClock,
        limits: LogLimits = .default
    ) throws(VSALogError) -> [VSACall] {
        try ReportObjects.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try VSALogLine.read(object, ordinal: index + 1, clock: clock)
        }
    }

    /// The question in `bytes`: one object like a line of a log, whose time and result may be missing.
    ///
    /// - Throws: ``VSALogError`` with the key.
    public static func question(
        parsing bytes: [UInt8],
        limits: LogLimits = .default
    ) throws(VSALogError) -> VSARequest {
        do throws(LogObject.Fault) {
            return try LogObject.read(bytes, limits) { (object) throws(ImportFault) in
                try VSALogLine.question(of: object)
            }
        } catch {
            throw LogLineError(error.problem, line: 1, key: error.key, byteOffset: error.byteOffset)
        }
    }

    /// The words of a log itself: its keys, the calls, the names of access statuses.
    public static let words: [String] = VSALogLine.words + AccountAccessStatus.allCases.map(\.name)

    /// The line of `response`, without its end of line: as it was read, with what has been changed since.
    public static func line(for response: VSACall) -> String {
        JSONValue.object(VSALogLine.object(for: response)).serialized
    }
}
