public import Exchanges
import Foundation
import GRDB

/// Writes one recording; it owns the unfinished file until ``finish(inspecting:)``, ``leave()`` or ``abandon()``.
///
/// A writer is used by one task at a time. Calling it after it was finished or abandoned is a programmer's mistake and
/// traps.
public final class RecordingWriter {
    /// The options for writing a recording.
    public struct Options: Hashable, Sendable {
        /// True to replace a file that is already at the path.
        ///
        /// If not, it stays as it is and creating fails.
        public var replacesExisting = false
        /// The point from which on appended data is safe.
        public var durability = Durability.whenFinished
        /// True if a recorder waits for the disk at each transaction, so that a power cut takes nothing that was
        /// appended.
        ///
        /// Without it a killed process loses nothing, while a power cut, or a crash of the system, may take the last
        /// transactions; the recording is whole up to there.
        public var survivesPowerCut = false
        /// The version of the rules that the match keys were made by; a reader with other rules makes them anew.
        var matchingVersion = 1
        /// The largest size of the recording in bytes, the log beside it not counted; nil for no limit.
        ///
        /// What does not fit is refused with ``RecordingStoreError/Cause/full(limit:)``, and the recording can be
        /// finished as it is.
        public var maximumBytes: Int64?
        /// The number of bytes that an import will write, about, if that is known: a small recording has smaller pages,
        /// and less of them is unused.
        public var expectedBytes: Int?
        /// The bytes that a recorder puts aside first (``RecordingWriter/keep(_:)``), before the recording counts as
        /// unfinished.
        public var kept: [UInt8] = []

        /// The defaults.
        public init() {}
    }

    /// The points from which on appended data can be safe.
    public enum Durability: Hashable, Sendable {
        /// The file appears, complete, when it is finished; if the process dies before, nothing stands at the path.
        ///
        /// This is the fast way, for imports.
        case whenFinished
        /// The file stands at the path from the start, and each append is a transaction of its own, unless several are
        /// put into one (``RecordingWriter/transaction(_:)``): if the process dies, all that was appended can be read.
        ///
        /// This is the way of a recorder. Until it is finished, side files (`-wal`, `-shm`, `-unfinished`) are beside
        /// it.
        case everyAppend
    }

    /// The failure of an exchange that was begun and never ended: the recorder was stopped before.
    public static let interruption = "interrupted: the recorder was stopped before this exchange had ended"

    /// The information about the recording as a whole; it may be changed until the recording is finished.
    public var information: RecordingInformation
    /// The largest number that an exchange was given; the next one gets one more.
    public var lastExchange: Int { counts.lastExchange }
    /// The ordinal of the last VSA call: how many there are.
    public var vsaCallCount: Int { counts.vsaCalls }
    /// The ordinal of the last user action: how many there are.
    public var userActionCount: Int { counts.userActions }

    /// The bytes that a recorder kept beside the recording that this writer repairs (``keep(_:)``); nil if there is
    /// nothing.
    public internal(set) var kept: [UInt8]?
    /// True if the recording is to count as unfinished when it is complete: a search found what cannot be taken out.
    public var staysUnfinished = false

    let place: RecordingPlace
    let options: Options
    /// The file that is written now.
    var workingPath: String
    var matchingVersion: Int
    var counts = RowCounts()
    var tables = ContentTables()
    var sums = DigestSums()
    /// True if rows were written over, so that ``sums`` is not that of the rows there are, and bodies may be unused.
    var hasReplacedRows = false
    /// True if exchanges were not appended by their ordinals, so that ``sums`` is not that of the rows there are.
    var isOutOfOrder = false
    /// True if the recording was there before this writer: then it is not this writer's to remove.
    var isContinued = false
    var transaction: Transaction?
    var queue: DatabaseQueue?
    var checkpointer: LogCheckpointer?
    /// Kept as long as any connection to the recorder's file is open.
    var stoppedCheckpointer: LogCheckpointer?
    /// The recorder's connection to the recording, while the new file that is to replace it is written.
    var replacedQueue: DatabaseQueue?
    /// Beside a recorder's file until it is finished.
    var mark: UnfinishedMark?
    /// The recorder's file when it was begun.
    var identifier: SystemFile.Identifier?
    /// True if the log of the recording that is repaired is damaged, and kept.
    var keepsLog = false
    /// The path of that log, once the recording is finished; nil if there is none, or it could not be kept.
    public internal(set) var keptLog: String?

    /// A transaction that has begun: what is taken back if it fails.
    struct Transaction {
        var counts: RowCounts
        var hasReplacedRows: Bool
        /// The reason that nothing of it can be kept.
        var failure: (any Error)?
    }

    init(_ place: RecordingPlace, workingPath: String, information: RecordingInformation, options: Options) {
        self.place = place
        self.workingPath = workingPath
        self.information = information
        self.options = options
        matchingVersion = options.matchingVersion
    }

    /// The file that is written until the recording is finished; nil if it has its name from the start.
    ///
    /// A program that is interrupted may remove it.
    public var unfinishedFile: String? {
        switch options.durability {
        case .whenFinished: workingPath
        // Written when the recording is finished.
        case .everyAppend: place.hiddenSibling("finishing")
        }
    }

    /// The recording, as it was named.
    public var path: String { place.name }

    deinit {
        guard queue != nil else { return }
        close()
        if workingPath != place.path { SystemFile.remove(workingPath) }
    }
}
