import Testing
import Tokens

/// The table of apple-sso-flow.md §4, row by row, and what follows from it.
struct SAMLNormalizationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var input: String
        var normalized: String
        var value: String
        var testDescription: String { input.debugDescription }
    }

    static let rows = [
        Row(
            input: "<a b=\"1\"\n\tc=\"2\"/>",
            normalized: "<a b=\"1\" c=\"2\"/>",
            value: "PGEgYj0iMSIgYz0iMiIvPg%3D%3D"
        ),
        Row(input: "<a b=\"1\"\nc=\"2\"/>", normalized: "<a b=\"1\"c=\"2\"/>", value: "PGEgYj0iMSJjPSIyIi8%2B"),
        Row(input: " \r\n<r>x  y</r>\r\n ", normalized: "<r>x y</r>", value: "PHI%2BeCB5PC9yPg%3D%3D"),
        Row(input: "<v>1 \n 2</v>", normalized: "<v>1  2</v>", value: "PHY%2BMSAgMjwvdj4%3D"),
        Row(
            input: "<v>\u{A0}k\u{2028}?</v>\u{A0}",
            normalized: "<v>\u{A0}k?</v>",
            value: "PHY%2BwqBrPzwvdj4%3D"
        ),
        Row(input: "<s>ÿ??>></s>", normalized: "<s>ÿ??>></s>", value: "PHM%2Bw78%2FPz4%2BPC9zPg%3D%3D"),
    ]

    @Test("K-56, K-57, K-58, K-59, K-60, K-61: the pipeline's table, row by row", arguments: rows)
    func table(row: Row) {
        #expect(SAMLNormalization.normalize(row.input) == row.normalized)
        #expect(SAMLNormalization.parameterValue(row.input) == row.value)
    }

    @Test("K-56: a run of blanks and tabs becomes one blank, and nothing but blanks and tabs do")
    func blanks() {
        #expect(SAMLNormalization.normalize("a \t\t b") == "a b")
        #expect(SAMLNormalization.normalize("a\tb") == "a b")
        #expect(SAMLNormalization.normalize("a\u{A0}\u{A0}b") == "a\u{A0}\u{A0}b")
    }

    @Test("K-56: a tab that carries a combining mark is a tab all the same")
    func scalars() {
        #expect(Array(SAMLNormalization.normalize("a\t\u{301}b").unicodeScalars) == ["a", " ", "\u{301}", "b"])
    }

    @Test(
        "K-57: every newline scalar vanishes without a blank in its place",
        arguments: ["\n", "\u{B}", "\u{C}", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\n\n"]
    )
    func newlines(newline: String) {
        #expect(SAMLNormalization.normalize("a\(newline)b") == "ab")
    }

    @Test("K-58: both ends are trimmed of every white space there is, Foundation's zero-width space included")
    func trimming() {
        #expect(SAMLNormalization.normalize("\u{3000}\u{2003} \t\u{A0}<r/>\u{1680}\u{202F}\u{200B} ") == "<r/>")
        #expect(SAMLNormalization.normalize("\u{FEFF}<r/>") == "\u{FEFF}<r/>")
    }

    @Test("K-59: Base64 is padded, of the standard alphabet, and on one line")
    func base64() {
        #expect(SAMLNormalization.base64("<s>ÿ??>></s>") == "PHM+w78/Pz4+PC9zPg==")
        let long = SAMLNormalization.base64(String(repeating: "<r/>", count: 100))
        #expect(long.utf8.count == 536)
        #expect(!long.contains("\n"))
    }

    @Test("K-60: of Base64 text only the plus, the slash and the equals sign are percent-encoded")
    func percent() {
        let value = SAMLNormalization.parameterValue("<s>ÿ??>></s>")
        #expect(value == "PHM%2Bw78%2FPz4%2BPC9zPg%3D%3D")
    }

    @Test("K-61: the value holds each percent sign once; encoding it again would give %25")
    func encodedOnce() {
        for row in Self.rows {
            #expect(!SAMLNormalization.parameterValue(row.input).contains("%25"))
        }
    }

    @Test("The pipeline is not idempotent: two blanks that a newline parted are one after a second run")
    func notIdempotent() {
        let once = SAMLNormalization.normalize("<v>1 \n 2</v>")
        #expect(once == "<v>1  2</v>")
        #expect(SAMLNormalization.normalize(once) == "<v>1 2</v>")
    }

    @Test("Empty and all-blank input yields an empty value", arguments: ["", " ", "\r\n\t \u{2028}"])
    func empty(input: String) {
        #expect(SAMLNormalization.parameterValue(input) == "")
    }
}
