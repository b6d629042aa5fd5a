import Foundation
import GRDB

extension RecordingStoreError {
    /// What `body` answers; an error of SQLite becomes one that names the file.
    ///
    /// `writing` decides how a refusal of the system is put.
    static func naming<Answer>(
        _ path: String,
        writing: Bool = false,
        _ body: () throws -> Answer
    ) throws(RecordingStoreError) -> Answer {
        do {
            return try body()
        } catch let error as RecordingStoreError {
            throw error
        } catch let error as DatabaseError {
            throw RecordingStoreError(path, cause(of: error, writing: writing))
        } catch {
            throw RecordingStoreError(path, writing ? .unwritable("\(error)") : .unreadable("\(error)"))
        }
    }

    /// What SQLite said; it may quote what the file says.
    static func text(_ error: DatabaseError) -> String {
        (error.message ?? error.resultCode.description).replacing(/\p{Cc}/, with: "?")
    }

    private static func cause(of error: DatabaseError, writing: Bool) -> Cause {
        let message = text(error)
        return switch error.resultCode {
        case .SQLITE_TOOBIG where !writing: .damaged(message)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH: .damaged(message)
        case .SQLITE_INTERRUPT: .damaged("its pages refer to each other without end")
        case .SQLITE_FULL: .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_READONLY where writing: .forbidden(message)
        default: writing ? .unwritable(message) : .unreadable(message)
        }
    }
}
