import Documents
import Foundation
import Redaction
import Report
import VirtualTime

/// What a recording was, told when it is done.
struct RecordingReport {
    /// The recording's path.
    var path: String
    /// How long was recorded.
    var duration: Duration
    /// What was recorded.
    var tally: RecordingStatistics
    /// What was replaced; nil if secrets were kept.
    var redactions: RedactionSummary?
    /// Why recording stopped before its time.
    var failure: String?
    /// A secret that stands in the file all the same.
    var leak: Leak?
    /// Whether the recording is finished: if secrets are replaced in it, it was searched for late ones.
    var isFinished = true
    /// Whether the recording was deleted or moved while it was recorded.
    var isDisplaced = false

    /// The lines for a person.
    var text: String {
        var result = "\(PrintableText.escaped(path)): \(CountedNoun.text(tally.names.total, "exchange"))"
        if tally.vsaCalls > 0 {
            result += ", " + CountedNoun.text(tally.vsaCalls, "VSA call")
        }
        if tally.userActions > 0 { result += ", " + CountedNoun.text(tally.userActions, "user action") }
        result += " in \(ElapsedTime(duration)), \(RecordingSummaryText.size(ofFile: path))\n"
        result += tally.names.lines
        result += errors
        if tally.skipped.total > 0 {
            result +=
                "\(CountedNoun.text(tally.skipped.total, "exchange")) skipped\(Self.numbers(tally.skippedOrdinals))\n"
                + tally.skipped.lines
        }
        result += RecordingSummaryText.redactions(redactions)
        if let failure { result += "not complete: \(PrintableText.escaped(failure))\n" + untilWhen }
        if !isFinished { result += PrintableText.escaped(UnfinishedRecording.text(path, redactions != nil)) + "\n" }
        if let leak { result += PrintableText.escaped(Self.warning(of: leak)) + "\n" }
        if tally.dropped > 0 {
            let events = CountedNoun.text(tally.dropped, "event")
            let numbers = Self.numbers(tally.droppedOrdinals)
            result += "gap: \(events) dropped while another program had the recording locked\(numbers)\n"
        }
        if isDisplaced { result += "it was deleted or moved while it was recorded: look what is there\n" }
        if tally.names.total > 0, !isDisplaced { result += "next: kinescope replay \(ShellWord.quoted(path))\n" }
        return result
    }

    /// Which numbers are missing in the recording because of it.
    private static func numbers(_ ordinals: [Int]) -> String {
        let ranges = OrdinalRanges(ordinals.sorted())
        return ordinals.isEmpty ? "" : ", whose numbers are skipped: \(ranges.text(limit: 12))"
    }

    private var errors: String {
        var parts: [String] = []
        if tally.failures > 0 { parts.append("\(tally.failures) without a response") }
        if tally.clientErrors > 0 { parts.append("\(tally.clientErrors) with status 4xx") }
        if tally.serverErrors > 0 { parts.append("\(tally.serverErrors) with status 5xx") }
        return parts.isEmpty ? "" : parts.joined(separator: ", ") + "\n"
    }

    private var untilWhen: String {
        let missing = CountedNoun.text(tally.unrecorded, "event")
        guard let end = tally.lastStored else { return "nothing was recorded; \(missing) passed unrecorded\n" }
        return "recorded until \(LocalTime(end)) (\(end)); \(missing) passed unrecorded afterwards\n"
    }

    /// What is said of a secret that stays.
    static func warning(of leak: Leak) -> String {
        "\(leak): do not pass this file on. It stays unfinished; `kinescope export` and `kinescope import` replace secrets "
            + "with all that is known at the end"
    }

    private var skippedByHost: JSONValue {
        .array(
            tally.skippedHosts.names.map { name in
                let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return .object([
                    "code": .string(parts[0]), "host": .text(parts.last),
                    "count": .count(tally.skippedHosts.count(of: name)),
                ])
            }
        )
    }

    /// The members of the summary in JSON.
    var object: JSONObject {
        [
            "file": .string(path),
            "sizeBytes": .count(RecordingSummaryText.bytes(ofFile: path)),
            "durationMicroseconds": .count(Int64(duration / .microseconds(1))),
            "exchangeCount": .count(tally.names.total),
            "exchangesByKind": tally.kinds.json(as: "kind"),
            "failureCount": .count(tally.failures),
            "clientErrorCount": .count(tally.clientErrors),
            "serverErrorCount": .count(tally.serverErrors),
            "vsaCallCount": .count(tally.vsaCalls),
            "userActionCount": .count(tally.userActions),
            "skippedByHost": skippedByHost,
            "skippedExchanges": OrdinalRanges((tally.skippedOrdinals + tally.droppedOrdinals).sorted()).json,
            "isRedacted": .bool(redactions != nil),
            "redactions": RecordingSummaryText.json(redactions),
            "recordedUntilAt": failure == nil ? .null : .instant(tally.lastStored),
            "unrecordedCount": .count(tally.unrecorded),
            "droppedCount": .count(tally.dropped),
            "isDisplaced": .bool(isDisplaced),
            "isFinished": .bool(isFinished),
            "hasSecret": .bool(leak != nil),
            "message": .text(failure ?? leak.map { "\($0)" }),
        ]
    }
}

/// A word of a command that can be copied into a shell.
enum ShellWord {
    /// `text`, in quotation marks if a shell would take it apart.
    static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+,:@%".unicodeScalars.contains($0)
        }
        guard !plain || text.isEmpty else { return text }
        return "'" + PrintableText.escaped(text).replacing("'", with: "'\\''") + "'"
    }
}
