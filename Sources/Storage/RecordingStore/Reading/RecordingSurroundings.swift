/// The files found beside a recording when it was opened, and what was made of them.
public struct RecordingSurroundings: Hashable, Sendable {
    /// Files beside a finished recording that SQLite would take for a part of it; they were not looked at.
    public private(set) var leftAlone: [String] = []
    /// True if a recorder is writing the recording, or someone else has it open to write.
    public private(set) var isInUse = false
    /// True if it was read from a copy, since no recorder had finished it.
    public private(set) var isCopied = false
    /// True if a frame of the log is damaged; what comes behind it was not read.
    public private(set) var hasDamagedLog = false
    /// The number of frames of the log behind the one that is damaged.
    public private(set) var framesBehindDamage = 0
    /// The number of frames that were cut off the end of the log, by its index.
    public private(set) var missingFrames = 0
    /// True if something that was written to the log cannot be read.
    public var lacksFrames: Bool { hasDamagedLog || missingFrames > 0 }

    /// Without the mark of a recorder: as long as the recording is unfinished it is a part of it.
    var withoutOwnMark: RecordingSurroundings {
        var result = self
        result.leftAlone.removeAll { $0.hasSuffix(UnfinishedMark.suffix) }
        return result
    }

    init(isInUse: Bool) {
        self.isInUse = isInUse
    }

    init(copiedWith log: WriteAheadLog?) {
        isCopied = true
        hasDamagedLog = log?.isDamaged ?? false
        framesBehindDamage = log?.framesBehindDamage ?? 0
        missingFrames = log?.missingFrames ?? 0
    }

    init(leavingAloneBeside place: RecordingPlace) throws(RecordingStoreError) {
        for suffix in SystemFile.sideFiles where try SystemFile.entry(at: place.path + suffix) != nil {
            leftAlone.append(place.name + suffix)
        }
    }
}
