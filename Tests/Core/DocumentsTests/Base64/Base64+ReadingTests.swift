import Documents
import Testing

/// RFC 4648: §3.2 padding may be left out where it is told, §3.3 what is no digit, §5 the other alphabet.
@Suite struct Base64ReadingTests {
    @Test(
        "A text is read whichever way it is written, and the way is told",
        arguments: [
            ("Zm9v", .standard, true, false), ("Zm8=", .standard, true, false), ("Zm8", .standard, false, false),
            ("+/8=", .standard, true, false), ("+/8", .standard, false, false), ("-_8=", .urlSafe, true, false),
            ("-_8", .urlSafe, false, false), ("Zm9v-_8_", .urlSafe, true, false),
            ("Zm\r\n8 =\t", .standard, true, true),
            (" -_8", .urlSafe, false, true), ("", .standard, true, false),
        ] as [(String, Base64.Alphabet, Bool, Bool)]
    )
    func writings(text: String, alphabet: Base64.Alphabet, isPadded: Bool, hasWhitespace: Bool) throws {
        let reading = try Base64.read(text.utf8)
        #expect(reading.writing == Base64.Writing(alphabet: alphabet, isPadded: isPadded))
        #expect(reading.hasWhitespace == hasWhitespace)
        let digits = text.filter { !$0.isWhitespace }
        #expect(Base64.encode(reading.bytes, as: reading.writing) == digits)
    }

    @Test("The bytes are those of the RFC's examples (§9, §10)")
    func bytes() throws {
        #expect(try Base64.read("FPucA9l+".utf8).bytes == [0x14, 0xFB, 0x9C, 0x03, 0xD9, 0x7E])
        #expect(try Base64.read("FPucA9l-".utf8).bytes == [0x14, 0xFB, 0x9C, 0x03, 0xD9, 0x7E])
        #expect(try Base64.read("Zm9vYmE".utf8).bytes == Array("fooba".utf8))
    }

    @Test(
        "What no reader can take is refused at its place",
        arguments: [
            ("+/8-", .notInAlphabet(0x2B), 0), ("Zm-v/", .notInAlphabet(0x2F), 4), ("Zm9v!", .notInAlphabet(0x21), 4),
            ("Z", .truncated, 0), ("Zg=", .missingPadding, 3), ("Zg===", .misplacedPadding, 4),
            ("Zg==Zg==", .misplacedPadding, 4), ("Zh==", .trailingBits, 1),
        ] as [(String, Base64Error.Cause, Int)]
    )
    func refusals(text: String, cause: Base64Error.Cause, offset: Int) {
        #expect(throws: Base64Error(cause, byteOffset: offset)) { try Base64.read(text.utf8) }
    }

    @Test("Left-over bits are lost where they are allowed (§3.5)")
    func trailingBits() throws {
        #expect(try Base64.read("Zh==".utf8, allowsTrailingBits: true).bytes == Array("f".utf8))
    }

    @Test("Digits are those of one alphabet, and no padding (§4, §5)")
    func digits() {
        let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
        for byte: UInt8 in 0...255 {
            #expect(Base64.Alphabet.standard.holds(byte) == (common.contains(byte) || "+/".utf8.contains(byte)))
            #expect(Base64.Alphabet.urlSafe.holds(byte) == (common.contains(byte) || "-_".utf8.contains(byte)))
        }
    }

    @Test("Markup is taken as it is or out of Base64; anything else is none")
    func markup() {
        #expect(Base64.markup("<a>") == Array("<a>".utf8))
        #expect(Base64.markup("PGE+") == Array("<a>".utf8))
        #expect(Base64.markup("PGE") == nil)
        #expect(Base64.markup("PGE", padding: .optional) == Array("<a".utf8))
        #expect(Base64.markup("PG\nE+") == nil)
        #expect(Base64.markup("PG\nE+", allowsWhitespace: true) == Array("<a>".utf8))
        #expect(Base64.markup("PGF=", allowsTrailingBits: true) == Array("<a".utf8))
        #expect(Base64.markup("PGF=") == nil)
        #expect(Base64.markup("") == [])
        #expect(Base64.isMarkup("<\u{338}") && !Base64.isMarkup("PGE+") && !Base64.isMarkup(""))
    }
}
