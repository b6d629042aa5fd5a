import Documents
import Exchanges
import Redaction
import Report

/// What an import tells when it is done.
struct ImportSummary {
    /// How many VSA calls were written.
    var vsaCallCount = 0
    /// What was replaced; nil if secrets were kept.
    var redactions: RedactionSummary?

    private var names = NameCounts()

    /// Counts an exchange under its name.
    mutating func add(exchangeNamed name: String) { names.add(name) }

    /// What was odd in the archive, one line each; of very many the first, and how many there are.
    private(set) var warnings: [String] = []

    /// Takes over what was odd in the archive of this name.
    mutating func warn(of reader: HARReader, in archive: String) {
        warnings = HARWarnings.lines(of: reader, in: archive, strict: "--strict")
    }

    /// The lines to print about the recording at `path`.
    func text(of path: String) -> String {
        var result = "\(PrintableText.escaped(path)): \(CountedNoun.text(names.total, "exchange"))"
        if vsaCallCount > 0 {
            result += ", " + CountedNoun.text(vsaCallCount, "account response")
        }
        result += ", \(RecordingSummaryText.size(ofFile: path))\n"
        return result + names.lines + RecordingSummaryText.redactions(redactions)
    }
}
