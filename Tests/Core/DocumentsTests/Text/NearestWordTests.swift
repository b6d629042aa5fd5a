import Testing

@testable import Documents

@Suite struct NearestWordTests {
    @Test(
        "The word that was meant is found, and nothing where none is near",
        arguments: [
            ("playy", "play"), ("paly", "play"), ("PLAY", "play"), ("sign-in", "sign in"), ("sing in", "sign in"),
            ("metadata", "read user metadata"), ("x", nil), ("", nil), ("earthquake", nil), ("in", nil),
        ] as [(String, String?)]
    )
    func nearest(found: String, word: String?) {
        let words = ["play", "sign in", "log out", "read user metadata", "cancel"]
        #expect(NearestWord.nearest(to: found, among: words) == word)
    }

    @Test("Where no word is near, the known ones are told")
    func hint() {
        #expect(NearestWord.hint(for: "earthquake", among: ["a", "b"]) == "known: a, b")
        #expect(NearestWord.hint(for: "ab", among: ["abc"]) == "did you mean \"abc\"?")
        #expect(NearestWord.hint(for: "ab", among: []) == nil)
        let many = (10...26).map { "word\($0)" }
        #expect(
            NearestWord.hint(for: "earthquake", among: many)
                == "known: " + many.dropLast().joined(separator: ", ") + ", … (17 in all)"
        )
        #expect(NearestWord.hint(for: "earthquake", among: many.dropLast())?.hasSuffix(", word25") == true)
    }

    @Test("A swap of neighbours is one mistake, as is a letter more or less")
    func distance() {
        #expect(NearestWord.distance(Array("ab".utf8), Array("ba".utf8)) == 1)
        #expect(NearestWord.distance(Array("abc".utf8), Array("ac".utf8)) == 1)
        #expect(NearestWord.distance([], Array("ac".utf8)) == 2)
    }
}
