import Documents
import Testing

@Suite("Numbers with their nouns") struct CountedNounTests {
    @Test(
        "One is singular, none and many are plural",
        arguments: [
            (0, "0 exchanges"), (1, "1 exchange"), (2, "2 exchanges"), (-1, "-1 exchanges"),
            (.max, "9223372036854775807 exchanges"),
        ]
    )
    func regular(count: Int, text: String) { #expect(CountedNoun.text(count, "exchange") == text) }

    @Test("A plural of its own is given along", arguments: [(1, "1 stimulus"), (3, "3 stimuli")])
    func irregular(count: Int, text: String) {
        #expect(CountedNoun.text(count, "stimulus", plural: "stimuli") == text)
        #expect(CountedNoun.form(count, "stimulus", plural: "stimuli") == text.dropFirst(2))
    }
}
