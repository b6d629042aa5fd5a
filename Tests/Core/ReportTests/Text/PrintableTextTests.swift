import Report
import Testing

@Suite struct PrintableTextTests {
    @Test("Escape sequences of a capture never reach the terminal")
    func escapes() {
        #expect(PrintableText.escaped("a\u{1B}[2Jb\r\nc\u{7F}\u{9B}") == "a\\u{1b}[2Jb\\u{d}\\u{a}c\\u{7f}\\u{9b}")
    }

    @Test("Direction marks are made visible")
    func direction() {
        #expect(PrintableText.escaped("\u{202E}txt.\u{2066}") == "\\u{202e}txt.\\u{2066}")
    }

    @Test("Other text stays as it is", arguments: ["", "plain", "Überfahrt, 東京, 🙂", "\\u{1b}"])
    func plain(text: String) {
        #expect(PrintableText.escaped(text) == text)
    }

    @Test("An excerpt has at most as many characters as asked for")
    func excerpt() {
        #expect(PrintableText.excerpt("abcdef", limit: 6) == "abcdef")
        #expect(PrintableText.excerpt("abcdefg", limit: 6) == "abcde…")
        #expect(PrintableText.excerpt("\n\n", limit: 6) == "\\u{a}…")
        #expect(PrintableText.excerpt("abc", limit: 0) == "…")
    }

    @Test("Columns are filled with blanks, longer text is left whole")
    func columns() {
        #expect(PrintableText.padded("ab", to: 4) == "ab  ")
        #expect(PrintableText.rightAligned("ab", to: 4) == "  ab")
        #expect(PrintableText.padded("abcde", to: 4) == "abcde")
    }
}
