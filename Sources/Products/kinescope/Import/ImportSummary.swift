import Documents
import Exchanges
import PassAPI
import Redaction
import Replay
import Report

/// What an import tells when it is done.
struct ImportSummary {
    /// How many VSA calls were written.
    var vsaCallCount = 0
    /// Where they were read from.
    var vsaLog: String?
    /// What was replaced; nil if secrets were kept.
    var redactions: RedactionSummary?

    private var names = NameCounts()
    private var kinds = NameCounts()

    private var hasCallOfAdobe = false

    /// Counts an exchange under its name.
    mutating func add(_ kind: ExchangeKind) {
        names.add(kind.label)
        kinds.add(kind.code)
        if kind.isOfAdobe { hasCallOfAdobe = true }
    }

    /// What was odd in the archive, one line each; of very many the first, and how many there are.
    private(set) var warnings: [String] = []
    private var findings: [FindingJSON] = []

    /// Takes over what was odd in the archive of this name.
    mutating func warn(of reader: HARReader, in archive: String) {
        warnings = HARWarnings.lines(of: reader, in: archive, strict: "--strict")
        findings = HARWarnings.findings(of: reader, in: archive)
        if let line = noCall(in: archive) {
            warnings.append(line)
            findings.append(FindingJSON(.noAdobeCall, .warning, from: SourceJSON(.file, archive), message: line))
        }
    }

    /// What there is to say of an archive without a call of Adobe Pass; nil if it has one.
    func noCall(in archive: String) -> String? {
        guard !hasCallOfAdobe else { return nil }
        let exchanges = CountedNoun.text(names.total, "exchange")
        return "\(archive): none of its \(exchanges) is an Adobe Pass call. Record again with \(Self.hosts) decrypted"
    }

    /// Where Adobe Pass is served in production (rest-api-v1.md §1).
    private static let hosts = "*.auth.adobe.com"

    /// The lines of JSON about the recording at `path`, and the summary's members.
    func json(of path: String) -> (text: String, summary: JSONObject) {
        let summary: JSONObject = [
            "file": .string(path), "sizeBytes": .count(RecordingSummaryText.bytes(ofFile: path)),
            "exchangeCount": .count(names.total), "vsaCallCount": .count(vsaCallCount), "vsaLog": .text(vsaLog),
            "exchangesByKind": kinds.json(as: "kind"), "isRedacted": .bool(redactions != nil),
            "redactions": RecordingSummaryText.json(redactions),
        ]
        return (
            JSONLine.text(of: findings.map(\.object)),
            JSONObject(summary.members + FindingCounts(findings).object.members)
        )
    }

    /// The lines to print about the recording at `path`.
    func text(of path: String) -> String {
        var result = "\(PrintableText.escaped(path)): \(CountedNoun.text(names.total, "exchange"))"
        if let vsaLog {
            result += ", \(CountedNoun.text(vsaCallCount, "VSA call")) from \(PrintableText.escaped(vsaLog))"
        }
        result += ", \(RecordingSummaryText.size(ofFile: path))\n"
        return result + names.lines + RecordingSummaryText.redactions(redactions)
    }
}
