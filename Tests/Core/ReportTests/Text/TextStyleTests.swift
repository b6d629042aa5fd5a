import Testing

@testable import Report

@Suite struct TextStyleTests {
    private static let style = TextStyle(width: TextWidth(20))

    @Test("Only the last field of a line is cut, and no space is left at its end")
    func line() {
        #expect(Self.style.line([("time  ", nil), ("what  ", nil)], last: "a long fact") == "time  what  a long …\n")
        #expect(Self.style.line([("time  ", nil)]) == "time\n")
    }

    @Test("A paragraph goes on below where it began, or where it is told to")
    func paragraph() {
        #expect(Self.style.paragraph("one two three four", label: "found  ") == "found  one two three\n       four\n")
        #expect(
            Self.style.paragraph("one two three four", label: "found  ", indent: 2) == "found  one two three\n  four\n"
        )
    }

    @Test("Colors change nothing but the colors")
    func color() {
        let colored = TextStyle(showsColor: true, width: TextWidth(20))
        let line = colored.line([("time  ", .dim), ("what  ", .bold)], last: "a long fact", .red)
        #expect(line.contains("\u{1B}[31m"))
        #expect(line.replacing(/\u{1B}\[[0-9;]*m/, with: "") == "time  what  a long …\n")
        let paragraph = colored.paragraph("one two three four", label: "found  ", labelColor: .bold, .red)
        #expect(paragraph.replacing(/\u{1B}\[[0-9;]*m/, with: "") == "found  one two three\n       four\n")
    }
}
