import Report
import Testing

@Suite struct OrdinalRangesTests {
    @Test(
        "A span is written in one form, and two neighbors are no span",
        arguments: [
            ([1], "1"), ([1, 2], "1, 2"), ([1, 2, 3], "1 to 3"), ([1, 3, 4, 5, 8, 9], "1, 3 to 5, 8, 9"), ([], ""),
        ]
    )
    func text(ordinals: [Int], text: String) {
        #expect(OrdinalRanges(ordinals).description == text)
    }

    @Test("A limit counts ranges, and names how many more there are")
    func limit() {
        #expect(OrdinalRanges([1, 2, 4, 6, 8]).text(limit: 2) == "1, 2, 4 and 2 more ranges")
    }
}
