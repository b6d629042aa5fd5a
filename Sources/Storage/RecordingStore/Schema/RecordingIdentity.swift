import Documents
import GRDB

/// The identity of a recording: 128 random bits, given once, and which log is its own; older recordings have neither.
struct RecordingIdentity: Hashable {
    /// 32 hexadecimal digits.
    let digits: String?
    /// The first salt that the recorder's log had.
    let firstSalt: UInt32?

    /// The identity in the rows of the table `recording`.
    init(_ rows: [String: String]) {
        digits = rows[Self.key]
        firstSalt = rows[Self.logKey].flatMap { UInt32($0) }
    }

    /// Checks whether a log with this salt may be the recording's own.
    ///
    /// SQLite draws the salt at random when a log is made, and adds one whenever the log begins again, which is after
    /// megabytes.
    func mayHaveLog(withSalt salt: UInt32) -> Bool {
        firstSalt.map { salt &- $0 < 1 << 16 } ?? true
    }

    /// The identity of the recording in the file at `path`, which may have a log that is to be looked at only afterwards.
    init(readingFileAt path: String) throws {
        var configuration = Configuration.recording(
            label: "Kinescope.RecordingIdentity",
            budget: try StepBudget(readingFileAt: path)
        )
        configuration.readonly = true
        let queue = try DatabaseQueue(path: RecordingPlace(path).immutableAddress, configuration: configuration)
        defer { try? queue.close() }
        self = try queue.read { database in
            try RecordingSchema.check(database)
            return RecordingIdentity(try RecordingTable.read(database))
        }
    }

    /// Writes a new identity, where the recording has none yet.
    static func writeIfMissing(to database: Database) throws {
        guard try RecordingTable.read(database)[key] == nil else { return }
        var generator = SystemRandomNumberGenerator()
        let digits = Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        try RecordingTable.write([(key, digits)], to: database)
    }

    /// Writes which log is the recording's own.
    static func write(firstSalt: UInt32, to database: Database) throws {
        try RecordingTable.write([(logKey, String(firstSalt))], to: database)
    }

    /// Removes that again: the recording has no log any more.
    static func removeLog(from database: Database) throws { try RecordingTable.remove([logKey], from: database) }

    private static let key = "id"
    private static let logKey = "log"
}
