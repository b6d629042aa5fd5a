import Documents
import Exchanges
import Replay
import Report

/// What was odd in a HAR file and taken all the same, in lines for standard error.
enum HARWarnings {
    /// Warnings that are printed: more say the same of other entries.
    private static let maximum = 20

    /// The warnings as findings, as many as are kept.
    static func findings(of reader: HARReader, in archive: String) -> [FindingJSON] {
        reader.warnings.map { warning in
            let source = SourceJSON(.file, archive)
            var finding = FindingJSON(warning.oddity.code, .warning, from: source, message: "\(warning)")
            finding.exchanges = warning.entry.map { [$0 + 1] } ?? []
            finding.fields = [FindingJSON.Field("path", recorded: warning.path)]
            return finding
        }
    }

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

extension HARWarning.Oddity {
    /// What JSON calls it.
    fileprivate var code: CheckCode {
        switch self {
        case .unknownEncoding: .harUnknownEncoding
        case .irregularBase64: .harIrregularBase64
        case .brokenBase64: .harBrokenBase64
        case .listOfValues: .harListOfValues
        case .loneSurrogate: .harLoneSurrogate
        case .impossibleTime: .harImpossibleTime
        case .fractionalStatus: .harFractionalStatus
        }
    }
}
