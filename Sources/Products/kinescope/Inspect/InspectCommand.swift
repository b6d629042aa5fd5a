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
        abstract: "Explains a SAML response, a token, a JWT, a date or an answer of the service.",
        discussion: """
            Transport encodings are decoded and named: Base64, base64url, percent-encoding, form encoding, entity
            escapes, JSON strings, UTF-16, header lines, and any of them inside each other. Signatures are never
            verified. What could be read in two ways is refused.

            EXAMPLES:
              kinescope inspect response.xml
              kinescope inspect Recordings/saml
              kinescope inspect --at 2026-11-20T22:00:00Z 'PHNpZ25hdHVyZUluZm8+c2ln…'
              kinescope inspect '2011/03/19 02:29:34 GMT +0200'
              pbpaste | kinescope inspect - --json

            EXIT CODES:
              0  ok: read, not expired, nothing suspicious
              1  expired, not yet valid or suspicious
              2  the command line was not understood
              3  malformed, rejected or unreadable; of several inputs the worst counts
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A file, a directory (one line for each file in it), - for standard input, or the text itself.",
            valueName: "input"
        ),
        completion: .file()
    )
    var inputs: [String]

    @Option(
        help: ArgumentHelp(
            "The instant to judge validity at, as ISO 8601 or a token's date; without it, now.",
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

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("expected a file, a directory, - or a text to inspect") }
    }

    func run() throws {
        let instant = at ?? .now
        var worst = Inspection.Verdict.ok
        let sources = try inputs.flatMap { input throws(CommandFailure) in try InspectedSource.sources(named: input) }
        let isList = sources.count > 1 || sources.contains { $0.isInDirectory }
        for source in sources {
            let inspection = Inspection(of: try source.bytes(), at: instant)
            if !isList, !json, inspection.kind == .unknown { throw source.failure(inspection) }
            try Terminal.output.write(line(inspection, of: source, isList: isList) + "\n")
            worst = max(worst, inspection.verdict)
        }
        switch worst {
        case .ok: return
        case .notYetValid, .expired, .suspicious: throw ExitStatus.difference.asError
        case .malformed, .rejected: throw ExitStatus.refused.asError
        }
    }

    private func line(_ inspection: Inspection, of source: InspectedSource, isList: Bool) -> String {
        guard json else { return isList ? "\(source.name): \(inspection.summary)" : inspection.text }
        var object: JSONObject = isList ? ["input": .string(source.name)] : [:]
        object.members += inspection.json.object?.members ?? []
        return JSONValue.object(object).serialized
    }
}

extension Instant {
    /// What the clock of this machine shows, in whole seconds: only the shell may ask.
    fileprivate static var now: Instant { Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)) }
}
