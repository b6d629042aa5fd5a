import ArgumentParser
import Documents
import Foundation
import Inspection
import Report
import Tokens
import VirtualTime

/// Says what a token, a SAML response, a date or an answer is, holds, and whether it is still valid.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Explain a SAML response, a token, a JWT, a date or a response of the service",
        discussion: """
            Transport encodings are decoded and named: Base64, base64url, DEFLATE, percent-encoding, form encoding, entity \
            escapes, JSON strings, UTF-16, header lines, and any of them inside each other. Signatures are never \
            verified. What could be read in two ways is refused.

            EXAMPLES:
              kinescope inspect response.xml
              kinescope inspect Recordings/saml
              kinescope inspect --at 2026-11-20T22:00:00Z 'PHNpZ25hdHVyZUluZm8+c2ln…'
              kinescope inspect '2011/03/19 02:29:34 GMT +0200'
              pbpaste | kinescope inspect - --json

            \(ExitStatus.help(findings: "expired, not yet valid or suspicious"))
            What is malformed or rejected cannot be inspected to its end: 3. Of several inputs the worst counts.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A file, a directory (one line for each file in it), - for standard input, or the text itself",
            valueName: "input"
        ),
        completion: .file()
    )
    var inputs: [String]

    @Option(
        help: ArgumentHelp(
            "The instant of the check, as ISO 8601 or a token's date; default: now",
            valueName: "date"
        ),
        transform: { text in
            guard let date = try? TokenDate(parsing: text) else {
                throw ValidationError("expected a date like 2026-11-20T21:59:12Z, found '\(text)'")
            }
            return date.instant
        }
    )
    var at: Instant?

    @Flag(help: "Print JSON Lines")
    var json = false

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("expected a file, a directory, - or a text to inspect") }
    }

    func run() throws {
        let instant = at ?? .now
        var worst = Inspection.Verdict.ok
        let sources = try inputs.flatMap { input throws(CommandFailure) in try InspectedSource.sources(named: input) }
        let isList = sources.count > 1 || sources.contains { $0.isInDirectory }
        let output = json ? try JSONOutput(of: "inspect") : nil
        var counts = VerdictCounts()
        for source in sources {
            let inspection = Inspection(of: try source.bytes(), at: instant)
            if !isList, !json, inspection.kind == .unknown { throw source.failure(inspection) }
            if let output {
                try output.write(inspection.object(input: source.label))
            } else {
                let text = isList ? "\(source.name): \(inspection.summary)" : inspection.text
                try Terminal.output.writeText(text + "\n")
            }
            counts.add(inspection.verdict)
            worst = max(worst, inspection.verdict)
        }
        try output?.finish(counts.object)
        switch worst {
        case .ok, .weak: return
        case .notYetValid, .expired, .suspicious: throw ExitStatus.difference.asError
        case .malformed, .rejected: throw ExitStatus.refused.asError
        }
    }
}

/// How many inputs came to which verdict.
private struct VerdictCounts {
    private var ok = 0
    private var weak = 0
    private var suspicious = 0
    private var rejected = 0

    mutating func add(_ verdict: Inspection.Verdict) {
        switch verdict {
        case .ok: ok += 1
        case .weak: weak += 1
        case .notYetValid, .expired, .suspicious: suspicious += 1
        case .malformed, .rejected: rejected += 1
        }
    }

    /// The members of the summary; what expired counts as a finding.
    var object: JSONObject {
        [
            "inputCount": .count(ok + weak + suspicious + rejected), "okCount": .count(ok), "weakCount": .count(weak),
            "findingCount": .count(suspicious), "rejectedCount": .count(rejected),
        ]
    }
}

extension Instant {
    /// What the clock of this machine shows, in whole seconds: only the shell may ask.
    fileprivate static var now: Instant { Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)) }
}
