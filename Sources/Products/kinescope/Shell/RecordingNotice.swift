import Documents
import Exchanges
import Foundation
import RecordingStore
import Report

/// What a command says on standard error about a recording that it reads: a line each.
enum RecordingNotice {
    /// The lines about `file`, without its name; none if it is a finished recording by itself.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    static func lines(about file: RecordingFile) throws -> [String] {
        var lines = file.surroundings.leftAlone.map { "\($0) is beside it and is not part of it: it was left alone" }
        if let line = try unfinished(file) { lines.append(line) }
        // What is in the recording was searched for late secrets; what could not be read of the log was not.
        if file.information.isRedacted {
            lines += keptLogs(of: file.path).map { "\($0), kept by a repair, may hold secrets: do not pass it on" }
        }
        return lines
    }

    /// The damaged logs that repairs have kept beside the recording at `path`, by name.
    private static func keptLogs(of path: String) -> [String] {
        let url = URL(fileURLWithPath: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
        return names.filter { $0.hasPrefix(url.lastPathComponent + "-wal-damaged") }.sorted()
    }

    private static func unfinished(_ file: RecordingFile) throws -> String? {
        guard !file.isFinished else { return nil }
        if file.surroundings.isInUse {
            return "a recorder is writing it" + (file.information.isRedacted ? "; \(unsearched) yet" : "")
        }
        if file.holdsSecret { return "unfinished: a secret was found in it that stays, do not pass it on" }
        guard file.isInterrupted else { return file.information.isRedacted ? "unfinished; \(warning)" : "unfinished" }
        var parts = ["its recorder was killed: \(try flight(file))"]
        if file.information.isRedacted { parts.append(warning) }
        return parts.joined(separator: "; ") + ". "
            + "This is a copy. `kinescope verify --repair` finishes the recording"
    }

    /// Checks whether secrets may stand in a recording that only later exchanges gave away: the search for them is the last that a
    /// recorder does.
    static func isUnsearched(_ file: RecordingFile) -> Bool { !file.isFinished && file.information.isRedacted }

    private static let unsearched = "not searched for late secrets"
    private static let warning = unsearched + ", do not pass it on"

    /// What was in flight, as far as it is known.
    ///
    /// - Throws: `RecordingStoreError` if the file is damaged.
    static func flight(_ file: RecordingFile) throws -> String {
        let count = try file.interruptedExchangeCount()
        let marked = CountedNoun.text(count, "exchange") + " in flight, marked interrupted"
        let surroundings = file.surroundings
        guard surroundings.lacksFrames else { return count == 0 ? "no exchange is known to be in flight" : marked }
        let loss =
            surroundings.hasDamagedLog
            ? "its log is damaged, \(CountedNoun.text(surroundings.framesBehindDamage, "frame")) behind the damage cannot be read"
            : "its log lacks \(CountedNoun.text(surroundings.missingFrames, "frame")) at its end"
        let damage = "\(loss), what was in flight is not known"
        return count == 0 ? damage : "\(damage) but for \(marked)"
    }
}
