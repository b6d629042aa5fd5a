import Documents
import Redaction
import Report

/// What an import tells when it is done.
struct ImportSummary {
    /// How many account responses were written.
    var accountResponseCount = 0
    /// What was replaced; nil if secrets were kept.
    var redactions: RedactionSummary?

    private var names = NameCounts()

    /// Counts an exchange under its name.
    mutating func add(exchangeNamed name: String) { names.add(name) }

    /// The lines to print about the recording at `path`.
    func text(of path: String) -> String {
        var result = "\(PrintableText.escaped(path)): \(CountedNoun.text(names.total, "exchange"))"
        if accountResponseCount > 0 {
            result += ", " + CountedNoun.text(accountResponseCount, "account response")
        }
        result += ", \(RecordingSummaryText.size(ofFile: path))\n"
        return result + names.lines + RecordingSummaryText.redactions(redactions)
    }
}
