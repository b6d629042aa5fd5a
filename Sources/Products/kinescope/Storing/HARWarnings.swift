import Documents
import Exchanges

/// What was odd in a HAR file and taken all the same, in lines for standard error.
enum HARWarnings {
    /// Warnings that are printed: more say the same of other entries.
    private static let maximum = 20

    /// The lines about the archive of this name; `strict` is what refuses such a file.
    static func lines(of reader: HARReader, in archive: String, strict: String) -> [String] {
        let shown = reader.warnings.prefix(maximum)
        var lines = shown.map { "\(archive): warning: \($0)" }
        let others = reader.warningCount - shown.count
        if others > 0 {
            lines.append("\(archive): \(CountedNoun.text(others, "warning")) more; \(strict) refuses such a file")
        }
        return lines
    }
}
