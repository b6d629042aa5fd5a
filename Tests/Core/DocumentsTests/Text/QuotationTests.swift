import Testing

@testable import Documents

@Suite struct QuotationTests {
    @Test(
        "What is quoted stays in its line and turns no direction",
        arguments: [
            ("a", #""a""#), ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("a\r\nb", #""a\r\nb""#),
            ("\u{85}", #""\u{85}""#),
            ("a\u{2028}b\u{2029}", #""a\u{2028}b\u{2029}""#), ("\u{202E}drow", #""\u{202e}drow""#),
            ("\u{9B}2J", #""\u{9b}2J""#), ("\u{FEFF}", #""\u{feff}""#), ("déjà", #""déjà""#),
        ]
    )
    func quoted(text: String, quoted: String) {
        #expect(text.quoted == quoted)
        #expect(Substring(text).quoted == quoted)
        let shown = text.quoted.unicodeScalars.filter { !$0.isHarmfulToShow }
        #expect(shown.count == quoted.unicodeScalars.count)
    }

    @Test(
        "Without quotes only what is harmful is escaped",
        arguments: [("a \"b\" \\", "a \"b\" \\"), ("a\r\nb", "a\\u{d}\\u{a}b"), ("\u{2028}", "\\u{2028}"), ("", "")]
    )
    func inOneLine(text: String, shown: String) {
        #expect(text.inOneLine == shown)
    }

    @Test("An escape names the scalar")
    func escape() {
        #expect(Unicode.Scalar(0x85).escape == "\\u{85}")
        #expect(Unicode.Scalar(0x85).isHarmfulToShow)
        #expect(!Unicode.Scalar(0xA0).isHarmfulToShow)
    }

    @Test("Signs that join the quote behind them are quoted as any others")
    func prepended() {
        let signs = String(repeating: "\u{600}", count: 100_000)
        #expect(signs.quoted.utf8.elementsEqual(Array("\"".utf8) + Array(signs.utf8) + Array("\"".utf8)))
        #expect("a\"b\\c\0\u{1B}".quoted == #""a\"b\\c\0\u{1b}""#)
    }
}
