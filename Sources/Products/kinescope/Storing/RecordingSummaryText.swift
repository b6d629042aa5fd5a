import Documents
import Foundation
import Redaction
import Report

/// Sentences that every command says alike when it has written a recording.
enum RecordingSummaryText {
    /// The size of the file at `path` in a few characters.
    static func size(ofFile path: String) -> String { size(bytes(ofFile: path)) }

    /// How many bytes the file at `path` has; 0 if there is none.
    static func bytes(ofFile path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// What was replaced, as an array of objects; null if secrets were kept.
    static func json(_ redactions: RedactionSummary?) -> JSONValue {
        redactions.map { summary in
            .array(
                summary.counts.map { count in
                    .object([
                        "kind": .string("\(count.kind)"), "valueCount": .count(count.values),
                        "occurrenceCount": .count(count.occurrences),
                    ])
                }
            )
        } ?? .null
    }

    /// `9999 bytes`, `10 kB`, `10 MB`.
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: CountedNoun.text(bytes, "byte")
        case ..<10_000_000: "\(bytes / 1_000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    /// What was replaced, by kind; nil if secrets were kept.
    static func redactions(_ redactions: RedactionSummary?) -> String {
        guard let redactions else { return "secrets were kept as they were: do not pass this file on\n" }
        guard redactions.totalOccurrences > 0 else { return "no secrets were found\n" }
        let values = CountedNoun.text(redactions.totalValues, "secret")
        var result = "\(values) replaced in \(CountedNoun.text(redactions.totalOccurrences, "place"))\n"
        for count in redactions.counts {
            result +=
                PrintableText.rightAligned("\(count.occurrences)", to: 8)
                + "  \(count.kind.noun(for: count.occurrences))\n"
        }
        return result
    }
}
