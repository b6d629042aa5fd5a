import Documents

/// The reason that a recording cannot be opened, read or written: which file, what was found, what to do.
public struct RecordingStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes there are.
    public enum Cause: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The path is a folder.
        case directory
        /// The path is neither a file nor a folder: a device, a pipe, a socket.
        case notAFile
        /// The file has no bytes.
        case empty
        /// The file is not in SQLite's format.
        case notSQLite
        /// The file is an SQLite database of another program: its `application_id`.
        case notARecording(applicationID: Int32)
        /// A newer Kinescope wrote the file: its format, and the newest that this one reads.
        case newerFormat(found: Int32, supported: Int32)
        /// Kinescope wrote the file before its first release, in a format that it does not read any more: that format.
        case olderFormat(found: Int32)
        /// The file is shorter than its own header says, both in bytes.
        case truncated(size: Int64, expected: Int64)
        /// The database is damaged: where, as far as SQLite or the reader could tell.
        case damaged(String)
        /// The system does not let the file be read: its reason.
        case unreadable(String)
        /// Another program has the file locked.
        case busy
        /// The file that is to be written exists already.
        case exists
        /// There is no such file yet, but one that SQLite would take for a part of it: that file.
        case sideFile(String)
        /// The system does not let the file be written: its reason.
        case unwritable(String)
        /// The user may not write the file, or in its folder: the system's reason.
        case forbidden(String)
        /// The recording was deleted or moved while it was written, and something else is there now: where it is.
        case displaced(String)
        case diskFull
        /// The recording has become as large as it may: the limit, in bytes.
        case full(limit: Int64)
        /// A rollback journal is beside an unfinished recording: its path.
        case journal(String)
        /// The log beside the file is not its own, or does not fit it: the log's path, and why.
        case foreignLog(String, String)
        /// The recording is not what was recorded: the first such place.
        case changed(String)
        /// The recording was not searched for secrets that later exchanges gave away.
        case unsearched
        /// Secrets were replaced in the file and now are not to be, or the other way round: what the file says.
        case otherRedaction(isRedacted: Bool)
    }

    /// The file that was asked for, as it was given.
    public var path: String
    /// The problem that was found.
    public var cause: Cause

    /// An error about the file at `path`.
    public init(_ path: String, _ cause: Cause) {
        self.path = path
        self.cause = cause
    }

    /// The file, what is wrong and what to do, in one line.
    public var description: String { "\(path): \(ErrorText.text(reason, fix: remedy))".inOneLine }

    /// The description of the problem, without the file's name.
    public var reason: String {
        switch cause {
        case .missing: "there is no such file"
        case .directory: "this is a directory, not a recording"
        case .notAFile: "this is a device or a pipe, not a file"
        case .empty: "the file is empty"
        case .notSQLite: "this is not a recording: it is not an SQLite file"
        case .notARecording(let id): "this is an SQLite file of another program (application_id \(id)), no recording"
        case .newerFormat(let found, let supported):
            "the recording has format \(found), and this Kinescope reads format \(supported)"
        case .olderFormat(let found):
            "the recording has format \(found), and this Kinescope reads format \(RecordingSchema.formatVersion)"
        case .truncated(let size, let expected):
            "the recording was truncated: it has \(size) bytes of \(expected)"
        case .damaged(let detail): "the recording is damaged: \(detail)"
        case .unreadable(let detail): "the file cannot be read: \(detail)"
        case .busy: "another program has the recording locked"
        case .exists: "the file exists"
        case .sideFile(let name): "\(name) is in the way: it belongs to a file of this name that is not there"
        case .unwritable(let detail): "the file cannot be written: \(detail)"
        case .forbidden(let detail): "the file may not be written: \(detail)"
        case .displaced(let name):
            "it was deleted or moved meanwhile, and another file is there now: \(name) is what was recorded"
        case .diskFull: "the disk is full"
        case .full(let limit): "the recording has reached its limit of \(limit) bytes"
        case .journal(let name): "\(name) is beside it, and no recorder writes one"
        case .foreignLog(let name, let detail): "\(name) is not its log, or is damaged: \(detail). Nothing was changed"
        case .changed(let detail): "the recording is not what was recorded: \(detail)"
        case .unsearched: "the recording was not searched for secrets that only later exchanges gave away"
        case .otherRedaction(let isRedacted):
            isRedacted
                ? "secrets were replaced in this recording, and now they are to be kept"
                : "secrets were kept in this recording, and now they are to be replaced"
        }
    }

    /// The advice on what the user can do about it.
    public var remedy: String {
        switch cause {
        case .missing: "check the path"
        case .directory, .notAFile: "name the .kinescope file itself"
        case .empty, .notSQLite, .notARecording:
            "give a recording made by `kinescope import`, or import the file first if it is a HAR"
        case .newerFormat: "update Kinescope"
        case .olderFormat:
            "convert it with Scripts/convert-recordings of Kinescope's repository, or import the HAR again"
        case .truncated, .damaged: "take another copy of the file, or import the HAR again"
        case .unreadable: "check the permissions of the file and its directory"
        case .busy: "wait until it has finished, or copy the file"
        case .exists: "choose another name, or give --force to replace it"
        case .sideFile: "move it away, choose another name, or give --force to remove it"
        case .journal: "move it away: SQLite would change the recording by it"
        case .foreignLog: "move it away, or take another copy of both files"
        case .changed: "`kinescope verify` names every such place"
        case .unsearched: "run `kinescope verify --repair` first"
        case .forbidden: "check the permissions of the file and its directory, or choose another place"
        case .displaced: "give it a name"
        case .unwritable: "choose another place"
        case .diskFull: "free some space, or choose another disk"
        case .full: "allow more, or continue in another file"
        case .otherRedaction: "continue in another file, or with the same choice"
        }
    }
}
