import Documents
import Testing
import Tokens

struct TokenTextTests {
    @Test(
        "Unescaping resolves exactly one layer: the ampersand comes last",
        arguments: [
            ("&lt;a&gt;", "<a>"), ("&amp;lt;", "&lt;"), ("&amp;amp;lt;", "&amp;lt;"), ("&amp;", "&"),
            ("&quot;&apos;", "\"'"), ("&nbsp;", "&nbsp;"), ("&", "&"), ("&l", "&l"), ("a & b", "a & b"), ("", ""),
        ]
    )
    func unescaping(text: String, expected: String) {
        #expect(TokenText.unescapedOnce(text) == expected)
    }

    @Test(
        "What was escaped once is what it was after unescaping once, however often it was escaped before",
        arguments: ["<signatureInfo>", "&lt;", "&amp;lt;", "a&b<c>\"d\"", "ÿ😀", ""]
    )
    func roundTrip(text: String) {
        #expect(TokenText.unescapedOnce(TokenText.escaped(text)) == text)
        let twice = TokenText.escaped(TokenText.escaped(text))
        #expect(TokenText.unescapedOnce(TokenText.unescapedOnce(twice)) == text)
    }

    @Test("Characters that XML cannot hold are replaced, white space is kept")
    func illegalCharacters() {
        #expect(TokenText.escaped("a\u{0}b\u{1B}c\u{FFFE}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
        #expect(TokenText.escaped("a\tb\nc\rd") == "a\tb\nc\rd")
        // Other characters with the same bytes in them.
        let others = "\u{FFFE}\u{FFFF}\u{FFFD}\u{FBFE}\u{10FFFF}\u{FFBE}\u{BF}\u{7F}<"
        #expect(
            Array(TokenText.escaped(others).utf8)
                == Array("\u{FFFD}\u{FFFD}\u{FFFD}\u{FBFE}\u{10FFFF}\u{FFBE}\u{BF}\u{7F}&lt;".utf8)
        )
    }

    @Test("A token as a form's value begins %3CsignatureInfo%3E and comes back as it was")
    func form() {
        let text = "<signatureInfo>c2ln+/=<signatureInfo><a>2026/01/31 08:00:00 GMT -0800 ÿ</a>"
        let encoded = PercentEncoding.form(text)
        #expect(encoded.hasPrefix("%3CsignatureInfo%3Ec2ln%2B%2F%3D%3C"))
        #expect(encoded.contains("2026%2F01%2F31+08%3A00%3A00+GMT+-0800"))
        #expect(PercentEncoding.decodeStrictly(encoded, plusAsSpace: true) == Array(text.utf8))
    }
}
