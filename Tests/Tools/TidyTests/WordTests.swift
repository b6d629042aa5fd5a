import Checkout
import Foundation
import Testing

/// What people read has the field's words, one for one thing: Documentation/reference/glossary.md.
@Suite struct WordTests {
    /// An old word, what it is found by, and the word to use.
    struct OldWord: CustomTestStringConvertible, Sendable {
        let pattern: String
        let instead: String
        var testDescription: String { instead }

        init(_ pattern: String, use instead: String) {
            self.pattern = pattern
            self.instead = instead
        }
    }

    /// A place where an old word stays, since it is somebody else's or means something else.
    struct Exception: Sendable {
        /// The end of the file's path, or a directory with a slash at its end.
        let path: String
        /// A part of the line.
        let part: String
        let reason: String

        init(_ path: String, _ part: String, because reason: String) {
            self.path = path
            self.part = part
            self.reason = reason
        }

        func covers(_ line: Line) -> Bool {
            (line.path.hasSuffix(path) || path.hasSuffix("/") && line.path.contains(path)) && line.text.contains(part)
        }
    }

    /// A line that people read.
    struct Line: Sendable {
        let path: String
        let number: Int
        let text: String
        var place: String { "\(path):\(number)" }
    }

    static let oldWords = [
        OldWord(#"\btwins?\b"#, use: "simulated service"),
        OldWord(#"\bstimul(us|i)\b"#, use: "user action"),
        OldWord(#"\bdeviat(ion|es|ed)"#, use: "warning, note"),
        OldWord(#"\bdeadlines?\b"#, use: "expiration"),
        OldWord(#"\b(runs?|ran) out\b|\b(is|are|was) over\b"#, use: "expires, expired"),
        OldWord(#"\baccount (log|response|answer)s?\b"#, use: "VSA log, VSA call, VSA result"),
        OldWord(#"\b(un)?sound\b|\bdoubtful\b"#, use: "ok, expired, not yet valid, suspicious, malformed, rejected"),
        OldWord(#"\bleak gate\b"#, use: "secret scan"),
        OldWord(#"\btells\b|\b(is|are) told\b|\bsays\b|\bstands?\b"#, use: "prints, reports, shows, states, is"),
        OldWord(
            #"\bused up\b|\bnever recorded\b|\bfield differs\b|\btime moved\b|\bcame here by\b"#,
            use: "already replayed, not in the recording, field mismatch, expired during replay, after exchange N"
        ),
        OldWord(#"\banswer(s|ed|ing)?\b"#, use: "response (of HTTP), result (of VSA)"),
        OldWord(#"\brecorded client\b"#, use: "the app"),
        OldWord(#"\basked\b"#, use: "requested"),
        OldWord(#"\bpass(es|ed)? unseen\b|\bthrough unseen\b"#, use: "is tunneled without decryption"),
        OldWord(
            #"\bleft out\b|\bleaves? out\b|\bmade[ -]up\b|\binvented\b|\bcut\b|\bpieces\b"#,
            use: "skipped, omitted, generated, synthetic, truncated, chunks, data frames"
        ),
        OldWord(#"(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|other\b|such\b)"#, use: "is not a"),
        OldWord(#"\bsign(s|ed|ing)? on\b"#, use: "sign in, signed in"),
        OldWord(#"(?<!:)\bauthorit(y|ies)\b"#, use: "CA certificate"),
        OldWord(#"\bholders?\b"#, use: "source"),
        OldWord(
            #"\b(go|goes|going|went|gone) on\b|\banew\b|\bonce more\b|\ball the same\b|\bbesides\b"#,
            use: "continues, again, anyway, also"
        ),
        OldWord(#"\bso (large|much|many)\b|\bso long,"#, use: "at most N, this much"),
        OldWord(#"\b(nobody|somebody|everybody|whoever)\b"#, use: "no user, anyone, the reader"),
        OldWord(#"\bfolders?\b"#, use: "directory"),
        OldWord(#"(?<!about:)\bblanks?\b"#, use: "space"),
        OldWord(#"\b(by )?chance\b"#, use: "random, seed"),
        OldWord(#"\bsettles\b"#, use: "runs until idle"),
        OldWord(#"\bseed[ -]coverage\b"#, use: "requirements"),
        OldWord(#"\bforeign hosts?\b"#, use: "third-party host"),
        OldWord(#"\bpeeled\b|\bmagic host\b"#, use: "decoded, the local endpoint"),
    ]

    static let exceptions = [
        Exception("RecordingSchema.swift", "answered", because: "the name of a column in format 2"),
        Exception("SimulatedService+TempPass.swift", "is over", because: "the service's error, which digests hold"),
        Exception(
            "SimulatedService+PlatformSignOn.swift",
            "profile request",
            because: "the service's error: digests hold it"
        ),
        Exception(
            "SimulatedService+RegistrationCodes.swift",
            "is no number",
            because: "the service's error: digests hold it"
        ),
    ]

    /// What strings of `Sources` print: texts, not names, which have no space.
    static let printed: [Line] = SourceFile.sources.flatMap { file in
        file.wording.enumerated()
            .flatMap { index, line in
                line.split(separator: "\"").filter { $0.contains(" ") }
                    .map { Line(path: file.path, number: index + 1, text: String($0)) }
            }
    }

    /// The pages, without what stands in code.
    static let pages: [Line] =
        (["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].filter(Checkout.exists)
        + ["Documentation", "Corpus", "Recordings", "Scenarios"].flatMap { Checkout.files(below: $0, suffix: ".md") })
        .flatMap { path in
            var isCode = false
            return Checkout.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .compactMap { index, line -> Line? in
                    if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
                    guard !isCode, !line.hasPrefix("    ") else { return nil }
                    return Line(path: path, number: index + 1, text: withoutCode(line))
                }
        }

    /// Texts that people read in a scenario: its comments and title.
    static let scenarios: [Line] = Checkout.files(below: "Scenarios", suffix: ".yaml").flatMap { path in
        Checkout.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(path: path, number: $0 + 1, text: String($1)) }
    }

    /// A line of a page without its code and the targets of its links.
    static func withoutCode(_ line: Substring) -> String {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "…" }.joined()
            .replacing(/\]\([^)]*\)/, with: "]")
    }

    @Test("No old word is in what people read", arguments: oldWords)
    func old(word: OldWord) throws {
        let found = try Self.all.lines(with: word).filter { line in !Self.exceptions.contains { $0.covers(line) } }
        expectNone(
            found.map { "\($0.place): \($0.text.trimmingCharacters(in: .whitespaces))" },
            "write: \(word.instead)"
        )
    }

    @Test("Every exception is needed", arguments: exceptions)
    func needed(exception: Exception) throws {
        let covered = Text(of: Self.all.lines.filter(exception.covers))
        let isNeeded = try Self.oldWords.contains { try !covered.lines(with: $0).isEmpty }
        #expect(isNeeded, "\(exception.path) has no old word beside \(exception.part)")
        #expect(!exception.reason.isEmpty)
    }

    @Test("Every pattern finds the words that it is for")
    func patterns() throws {
        let found = [
            "the twin", "two stimuli", "a deviation", "a Deadline", "it ran out", "the account log", "is sound",
            "the leak gate", "- stands for", "was used up", "an answer", "the recorded client", "was asked for",
            "passes unseen", "left out", "is no number", "signs on", "the authority", "the holder", "goes on",
            "so much of", "nobody", "a folder", "a blank", "by chance", "settles", "seed coverage", "a foreign host",
            "peeled off",
        ]
        for (text, word) in zip(found, Self.oldWords) {
            #expect(try CodePattern("(?i)" + word.pattern).lines(in: text) == [0], "\(word.pattern): \(text)")
        }
        #expect(found.count == Self.oldWords.count)
        let free = "There is no number; sign-on; :authority; about:blank; it is no longer here; the sounding stone"
        for word in Self.oldWords { #expect(try CodePattern("(?i)" + word.pattern).lines(in: free).isEmpty) }
    }

    /// Lines, joined once for all words.
    private struct Text: Sendable {
        let lines: [Line]
        private let joined: String

        init(of lines: [Line]) {
            self.lines = lines
            joined = lines.map {
                $0.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
            }
            .joined(separator: "\n")
        }

        func lines(with word: OldWord) throws -> [Line] {
            try CodePattern("(?i)" + word.pattern).lines(in: joined).map { lines[$0] }
        }
    }

    private static let all = Text(of: printed + pages + scenarios)
}
