import Documents
import Testing

/// Texts that Swift takes for equal are told apart.
@Suite struct ExactTextTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    private struct Field: Hashable {
        @ExactText var name: String
        let number: Int
    }

    @Test(
        "Two texts are the same if their bytes are, whatever Unicode calls equivalent",
        arguments: [
            ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("é", "é", true),
            ("\u{E9}", "e\u{301}", false), ("K", "\u{212A}", false), ("\u{301}\u{316}", "\u{316}\u{301}", false),
            ("ab", "\u{E9}", false), ("\u{212B}a", "a\u{212B}", false), (";", "\u{37E}", false),
        ]
    )
    func sameness(one: String, other: String, isSame: Bool) {
        #expect((ExactText(one) == ExactText(other)) == isSame)
        #expect((ExactText(other) == ExactText(one)) == isSame)
        #expect((ExactText(one) == other) == isSame)
        #expect((ExactText(one) != other) == !isSame)
        #expect(Set([ExactText(one), ExactText(other)]).count == (isSame ? 1 : 2))
        #expect([other, "x"].contains(exactly: one) == isSame)
        #expect(["x", one].isExactly(["x", other]) == isSame)
        #expect(!["x", one].isExactly(["x"]) && ![one].isExactly([]))
        #expect((Field(name: one, number: 1) == Field(name: other, number: 1)) == isSame)
        #expect(Set([Field(name: one, number: 1), Field(name: other, number: 1)]).count == (isSame ? 1 : 2))
    }

    @Test("A property is a text as any other, and its exact text is at hand")
    func properties() {
        var field = Field(name: Self.composed, number: 1)
        #expect(field.$name == Self.composed && field.$name != Self.decomposed)
        field.name += "s"
        #expect(field.$name == "caf\u{E9}s")
        #expect(field != Field(name: field.name, number: 2))
    }

    @Test("A case of a switch is a text of the same bytes")
    func patterns() {
        switch ExactText(Self.decomposed) {
        case "caf\u{E9}": Issue.record("equivalent, not the same")
        case "cafe\u{301}": break
        default: Issue.record("nothing fits")
        }
        switch ExactText(String?.some(Self.decomposed)) {
        case "caf\u{E9}": Issue.record("equivalent, not the same")
        case "cafe\u{301}": break
        default: Issue.record("nothing fits")
        }
        switch ExactText(String?.none) {
        case "": Issue.record("nothing is not an empty text")
        case nil: break
        default: Issue.record("nothing fits")
        }
        #expect(ExactText(String?.some("a")) == "a" && ExactText(String?.none) != "a")
    }

    @Test("Many combining marks cost no more than other letters", .timeLimit(.minutes(1)))
    func marks() {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        let others = String(repeating: "\u{316}\u{301}", count: 100_000)
        #expect(ExactText(marks) != others)
        #expect(Set([ExactText(marks), ExactText(others), ExactText(marks)]).count == 2)
    }
}
