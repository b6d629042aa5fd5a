import Foundation
import Redaction
import Report

/// What an import tells when it is done.
struct ImportSummary {
    /// How many account responses were written.
    var accountResponseCount = 0
    /// What was replaced; nil if secrets were kept.
    var redactions: RedactionSummary?

    private var exchangeCount = 0
    private var names: [String] = []
    private var counts: [String: Int] = [:]

    /// Counts an exchange under its name.
    mutating func add(exchangeNamed name: String) {
        exchangeCount += 1
        if counts.updateValue((counts[name] ?? 0) + 1, forKey: name) == nil { names.append(name) }
    }

    /// The lines to print about the recording at `path`.
    func text(of path: String) -> String {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        var result = "\(PrintableText.escaped(path)): \(Self.counted(exchangeCount, "exchange"))"
        result += accountResponseCount > 0 ? ", \(Self.counted(accountResponseCount, "account response"))" : ""
        result += ", \(Self.size(size))\n"
        // In the order in which they first came; a capture of a whole browser has more names than one likes to read.
        for name in names.prefix(Self.listedNames) {
            result += PrintableText.rightAligned("\(counts[name] ?? 0)", to: 8) + "  \(PrintableText.escaped(name))\n"
        }
        if names.count > Self.listedNames { result += "          and \(names.count - Self.listedNames) more\n" }
        guard let redactions else { return result + "secrets were kept as they were: do not pass this file on\n" }
        guard redactions.totalOccurrences > 0 else { return result + "no secrets were found\n" }
        let values = Self.counted(redactions.totalValues, "secret")
        result += "\(values) replaced in \(Self.counted(redactions.totalOccurrences, "place"))\n"
        for count in redactions.counts {
            result += PrintableText.rightAligned("\(count.occurrences)", to: 8) + "  \(count.kind.title)\n"
        }
        return result
    }

    /// `1 exchange`, `2 exchanges`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(bytes / 1_000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    private static let listedNames = 30
}
