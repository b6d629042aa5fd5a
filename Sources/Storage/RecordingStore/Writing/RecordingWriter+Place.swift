import GRDB

extension RecordingWriter {
    /// True if the file that a recorder writes is still at the recording's path: someone may delete or move it.
    public var isInPlace: Bool { identifier == nil || SystemFile.identifier(of: place.path) == identifier }

    /// Waits so many milliseconds when another program has the recording locked; nil stands for five seconds, as at first.
    ///
    /// What is appended meanwhile fails with ``RecordingStoreError/Cause/busy``; nothing of it was stored.
    public func waitForLock(_ milliseconds: Int?) {
        let limit = min(max(milliseconds ?? 5_000, 0), 60_000)
        try? withDatabase { try $0.execute(sql: "PRAGMA busy_timeout = \(limit)") }
    }
}
