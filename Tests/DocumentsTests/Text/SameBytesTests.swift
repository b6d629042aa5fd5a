import Documents
import Testing

/// Texts that Swift takes for equal are told apart.
@Suite struct SameBytesTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test("Letters count in whatever case they are written, and nothing else does")
    func letters() {
        #expect(sameLetters("Base64", "bASE64"))
        #expect(sameLetters("", ""))
        #expect(!sameLetters("base64", "base6"))
        #expect(!sameLetters("\u{212A}", "k"))
        #expect(!sameLetters("[", "{"))
    }

    @Test("A case of a switch is a text of the same bytes")
    func patterns() {
        #expect(Self.composed ~= Self.composed)
        #expect(!(Self.composed ~= Self.decomposed))
        #expect("a" ~= String?.some("a"))
        #expect(!("a" ~= String?.none))
        switch String?.some(Self.decomposed) {
        case "caf\u{E9}": Issue.record("equivalent, not the same")
        case "cafe\u{301}": break
        default: Issue.record("nothing fits")
        }
    }

    @Test("Only capital ASCII letters have small ones")
    func smallLetters() {
        #expect("AZ[@`az\u{0}".utf8.map(lowercasedASCII).elementsEqual("az[@`az\u{0}".utf8))
    }
}
