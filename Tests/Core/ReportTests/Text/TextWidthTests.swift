import Testing

@testable import Report

@Suite struct TextWidthTests {
    private static let width = TextWidth(20)

    @Test("Sentences wrap between words, and lines after the first are indented")
    func wrapped() {
        #expect(Self.width.wrapped("one two three four five") == ["one two three four", "five"])
        #expect(Self.width.wrapped("one two three four five", indent: 2) == ["one two three four", "  five"])
        #expect(Self.width.wrapped("one two three four", first: 10, indent: 4) == ["one two", "    three four"])
    }

    @Test("A word that is longer than the line is alone on its line, whole")
    func longWord() {
        let path = "/a/path/that/is/longer/than/it"
        #expect(Self.width.wrapped("see \(path) there") == ["see", path, "there"])
        #expect(Self.width.wrapped("see \(path) there", indent: 4) == ["see", path, "    there"])
        // What does not fit behind its label begins below it.
        #expect(Self.width.wrapped(path, first: 6, indent: 6) == ["", path])
    }

    @Test("Line ends and the indentation of lines stay")
    func lines() {
        #expect(Self.width.wrapped("one\n\n  two") == ["one", "", "  two"])
        #expect(Self.width.wrapped("  one two three four five") == ["  one two three four", "  five"])
    }

    @Test("A line is cut with an ellipsis, which counts")
    func cut() {
        #expect(Self.width.cut("12345678901234567890") == "12345678901234567890")
        #expect(Self.width.cut("123456789012345678901") == "1234567890123456789…")
    }

    @Test("Wide characters take two columns, escape sequences none")
    func columns() {
        #expect(TextWidth.columns(of: "漢字") == 4)
        #expect(TextWidth.columns(of: "→ „é“") == 5)
        #expect(TextWidth.columns(of: "\u{1B}[31mred\u{1B}[0m") == 3)
        #expect(TextWidth.cut("漢字漢字", to: 5) == "漢字…")
    }

    @Test("A table that is too wide wraps below its last column, other lines somewhat indented")
    func fitted() {
        #expect(Self.width.fitted("name  value one two three") == "name  value one two\n      three")
        #expect(Self.width.fitted("one two three four five six\nshort") == "one two three four\n  five six\nshort")
        #expect(Self.width.fitted("\u{1B}[1mname\u{1B}[0m  value one two three").hasSuffix("\n      three"))
    }

    @Test("No width is so small that nothing fits", arguments: [0, -1, 19])
    func least(columns: Int) {
        #expect(TextWidth(columns).columns == 20)
    }
}
