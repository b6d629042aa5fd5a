import Inspection
import Report
import Testing
import Tokens
import VirtualTime

@Suite("The inspection as lines for people")
struct InspectionTextTests {
    private func inspect(_ text: String) -> Inspection {
        Inspection(of: Array(text.utf8), at: Instant(secondsSince1970: 1_767_225_660))
    }

    private func lines(_ text: String) -> [String] {
        inspect(text).text.split(separator: "\n").map(String.init)
    }

    @Test("values stand below each other, and a name of more than 32 characters moves no other's value")
    func columns() {
        #expect(lines("a=1&bcd=2").contains("  a    1"))
        #expect(lines("a=1&bcd=2").contains("  bcd  2"))
        let long = String(repeating: "n", count: 40)
        let found = lines("a=1&\(long)=2")
        #expect(found.contains("  a" + String(repeating: " ", count: 31) + "  1"))
        #expect(found.contains("  \(long)  2"))
    }

    @Test("a letter with its marks is one column, and a name of very many marks is as wide as can be told of its start")
    func marks() {
        #expect(lines("e\u{301}=1&bcd=2").contains("  e\u{301}    1"))
        let letters = String(repeating: "e\u{301}\u{316}", count: 30)
        #expect(lines("\(letters)=1&a=2").contains("  a" + String(repeating: " ", count: 29) + "  2"))
        let name = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(lines("\(name)=1&bcd=2").contains { $0.hasPrefix("  bcd  2") })
    }

    @Test(
        "what would reach a terminal is shown as its number, all else as it is",
        arguments: [
            ("%1B", "\\u{1B}"), ("%7F", "\\u{7F}"), ("%C2%85", "\\u{85}"), ("%E2%80%AE", "\\u{202E}"),
            ("%E2%80%A8", "\\u{2028}"), ("%00", "\\u{0}"), ("~", "~"), ("%C3%A9", "é"), ("%F0%9F%98%80", "😀"),
        ]
    )
    func hidden(written: String, shown: String) {
        #expect(lines("a=<\(written)>&b=1").contains("  a  <\(shown)>"))
    }

    @Test("a remark on a field whose name is very long quotes its beginning")
    func longName() {
        let name = String(repeating: "n\u{301}", count: 5_000)
        let diagnostic = inspect("\(name)=%&b=1").diagnostics.first { $0.name == "bad-percent-encoding" }
        #expect(diagnostic?.detail.hasPrefix("the field \"n\u{301}n\u{301}") == true)
        #expect(diagnostic?.detail.hasSuffix("…") == true)
        #expect(diagnostic?.detail.unicodeScalars.count == 501)
    }

    @Test("a long name is cut as it is shown, before very many values repeat it")
    func nameOfHiddenCharacters() {
        let name = String(repeating: "\u{7F}", count: 250)
        let text = inspect("{\"\(name)\":[\((0..<500).map { "\($0)" }.joined(separator: ","))]}").text
        #expect(text.utf8.count < 100_000)
        #expect(text.contains("\\u{7F}…"))
    }
}
