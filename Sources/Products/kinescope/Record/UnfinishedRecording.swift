import Foundation
import Report

/// What is to be said if the program ends at once while a recording is unfinished; used by several threads.
final class UnfinishedRecording: @unchecked Sendable {
    private let lock = NSLock()
    private var text: String?
    private var temporaryFile: String?

    /// From now on the recording at `path` is unfinished; `temporaryFile` is what finishing may leave beside it.
    func begin(_ path: String, _ temporaryFile: String?, isRedacted: Bool) {
        lock.withLock {
            text = Self.text(path, isRedacted)
            self.temporaryFile = temporaryFile
        }
    }

    /// There is nothing more to say.
    func end() { lock.withLock { text = nil } }

    /// Says that the recording is left unfinished, and removes what would be left beside it.
    func leave() {
        lock.withLock {
            guard let text else { return }
            if let temporaryFile { _ = unsafe unlink(temporaryFile) }
            RecordingRun.warn("ended at once. \(text)")
        }
    }

    /// What is true of an unfinished recording, in a sentence or two.
    static func text(_ path: String, _ isRedacted: Bool) -> String {
        let searched = isRedacted ? " and was not searched for late secrets, do not pass it on" : ""
        return "\(path) is unfinished\(searched). `kinescope verify --repair \(ShellWord.quoted(path))` finishes it"
    }
}
