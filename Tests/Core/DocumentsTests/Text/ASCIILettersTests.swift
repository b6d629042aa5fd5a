import Documents
import Testing

@Suite struct ASCIILettersTests {
    @Test("Letters count in whatever case they are written, and nothing else does")
    func letters() {
        #expect(sameLetters("Base64", "bASE64"))
        #expect(sameLetters("", ""))
        #expect(!sameLetters("base64", "base6"))
        #expect(!sameLetters("\u{212A}", "k"))
        #expect(!sameLetters("[", "{"))
    }

    @Test("Only capital ASCII letters have small ones")
    func smallLetters() {
        #expect("AZ[@`az\u{0}".utf8.map(lowercasedASCII).elementsEqual("az[@`az\u{0}".utf8))
    }
}
