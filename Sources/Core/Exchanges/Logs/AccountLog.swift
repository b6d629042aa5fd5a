import Documents
public import SubscriberAccount

/// The account log in and out: one question to Apple's framework and its answer a line, in JSON.
///
/// An app can write one with a dozen lines of Swift. Keys: `at`, `call`, `request`, `accessStatus`, `metadata`, `error`;
/// values by their Swift names. Nothing is lost: what the values do not hold is kept as ``AccountLogNote``.
public enum AccountLog {
    /// The account responses in `bytes`, their ordinals counted from 1; blank lines are skipped.
    ///
    /// - Throws: ``AccountLogError`` with the line and the key.
    public static func parse(
        _ bytes: [UInt8],
        limits: LogLimits = .default
    ) throws(AccountLogError) -> [AccountResponse] {
        try LogLines.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try AccountLogLine.read(object, ordinal: index + 1)
        }
    }

    /// The account responses of a report that an app has sent, their ordinals counted from 1, their times the recorder's.
    ///
    /// A report is a log, or one array of objects, or objects that go over several lines; `at` may be missing.
    /// - Throws: ``AccountLogError`` with the line and the key.
    public static func parse(
        report bytes: [UInt8],
        clock: ReportClock,
        limits: LogLimits = .default
    ) throws(AccountLogError) -> [AccountResponse] {
        try ReportObjects.parse(bytes, limits: limits) { (object, index) throws(ImportFault) in
            try AccountLogLine.read(object, ordinal: index + 1, clock: clock)
        }
    }

    /// What a log says in words of its own: its keys, the calls, the names of access statuses.
    public static let words: [String] = AccountLogLine.words + AccountAccessStatus.allCases.map(\.name)

    /// The line of `response`, without its end of line: as it was read, with what has been changed since.
    public static func line(for response: AccountResponse) -> String {
        JSONValue.object(AccountLogLine.object(for: response)).serialized
    }
}
