import Foundation
import GRDB

extension RecordingStoreError {
    /// Returns the result of `body`; an error of SQLite becomes one that names the file.
    ///
    /// `writing` decides how a refusal of the system is worded.
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
            let reason = SystemFile.reason(of: error)
            throw RecordingStoreError(path, writing ? .unwritable(reason) : .unreadable(reason))
        }
    }

    /// The message of SQLite; it may quote what the file contains.
    static func text(_ error: DatabaseError) -> String {
        let message = error.message ?? error.resultCode.description
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) }
        // Nearly none has one.
        guard message.unicodeScalars.contains(where: isControl) else { return message }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: message.unicodeScalars.map { isControl($0) ? "?" : $0 })
        return String(text)
    }

    private static func cause(of error: DatabaseError, writing: Bool) -> Cause {
        let message = text(error)
        return switch error.resultCode {
        case .SQLITE_TOOBIG where !writing: .damaged(message)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH: .damaged(message)
        case .SQLITE_INTERRUPT:
            .damaged(
                "reading it takes more steps than a file of its size needs: some of its pages are referred to more than once"
            )
        case .SQLITE_FULL: .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_READONLY where writing: .forbidden(message)
        default: writing ? .unwritable(message) : .unreadable(message)
        }
    }
}
