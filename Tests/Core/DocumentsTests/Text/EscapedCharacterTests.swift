import Documents
import Testing

struct EscapedCharacterTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(
        "XML 1.0 §4.1, §4.6: the five entities and the numbers of characters, decimal and hexadecimal",
        arguments: [
            ("&amp;lt;", 5, "&"), ("&lt;", 4, "<"), ("&gt;", 4, ">"), ("&quot;", 6, "\""), ("&apos;", 6, "'"),
            ("&#65;", 5, "A"), ("&#x41;", 6, "A"), ("&#X1f426;", 9, "\u{1F426}"),
        ] as [(String, Int, Unicode.Scalar)]
    )
    func reference(text: String, length: Int, scalar: Unicode.Scalar) {
        let character = EscapedCharacter.reference(in: bytes(text), at: 0)
        #expect(character?.length == length)
        #expect(character?.scalar == scalar)
    }

    @Test(
        "What is malformed, of half a pair or past Unicode is no reference",
        arguments: [
            "&", "&;", "&amp", "&AMP;", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#xFFFFFFFF;", "&nbsp;", "&#4x;",
        ]
    )
    func noReference(text: String) { #expect(EscapedCharacter.reference(in: bytes(text), at: 0) == nil) }

    @Test("A character's number is no entity")
    func entity() {
        #expect(EscapedCharacter.entity(in: bytes("&#65;"), at: 0) == nil)
        #expect(EscapedCharacter.entity(in: bytes("a&amp;"), at: 1)?.scalar == "&")
    }

    @Test(
        "RFC 8259 §7: the escapes of a string, a pair of surrogates as one",
        arguments: [
            ("\\\"", 2, "\""), ("\\\\", 2, "\\"), ("\\/", 2, "/"), ("\\b", 2, "\u{8}"), ("\\f", 2, "\u{C}"),
            ("\\n", 2, "\n"), ("\\r", 2, "\r"), ("\\t", 2, "\t"), ("\\u0041", 6, "A"),
            ("\\ud83D\\udc26", 12, "\u{1F426}"),
        ] as [(String, Int, Unicode.Scalar)]
    )
    func json(text: String, length: Int, scalar: Unicode.Scalar) {
        let character = EscapedCharacter.json(in: bytes(text), at: 0)
        #expect(character?.length == length)
        #expect(character?.scalar == scalar)
    }

    @Test(
        "What is malformed or half a pair is no escape",
        arguments: ["\\", "\\x", "\\u004", "\\u00g1", "\\ud83d", "\\ud83d\\u0041", "\\udc26\\ud83d", "\\ud83d\\ud83d"]
    )
    func noEscape(text: String) { #expect(EscapedCharacter.json(in: bytes(text), at: 0) == nil) }
}
