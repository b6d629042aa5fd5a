import Testing

@testable import Report

@Suite struct ValueDifferenceTests {
    @Test("Short values are quoted whole, and a missing one is nothing")
    func short() {
        #expect(ValueDifference.text("a", "recorded", "b", "replayed") == #"recorded "a", replayed "b""#)
        #expect(ValueDifference.text(nil, "recorded", "b", "replayed") == #"recorded nothing, replayed "b""#)
    }

    @Test("Of long values the place where they part is shown, and both lengths")
    func long() {
        let start = String(repeating: "x", count: 60)
        #expect(
            ValueDifference.text(start + "one", "recorded", start + "other", "replayed")
                == "recorded 63 characters, replayed 65; they part at character 62: "
                + #"recorded "…xxxxxxxone", replayed "…xxxxxxxother""#
        )
        #expect(
            ValueDifference.text(start + "ya", "recorded", start + "y", "replayed")
                == #"recorded 62 characters, replayed 61; they part at character 62: recorded "…xxxxxxxya", replayed ends"#
        )
    }
}
