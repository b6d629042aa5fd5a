import Documents
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "the RFC's own examples go both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func examples(plain: String, encoded: String) throws {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(try Base64.decode(encoded) == Array(plain.utf8))
        let bare = Base64.encode(Array(plain.utf8), alphabet: .urlSafe, padding: false)
        #expect(bare == encoded.filter { $0 != "=" })
        #expect(try Base64.decode(bare, alphabet: .urlSafe, padding: .forbidden) == Array(plain.utf8))
        #expect(try Base64.decode(bare, padding: .optional) == Array(plain.utf8))
        #expect(try Base64.decode(encoded, padding: .optional) == Array(plain.utf8))
    }

    @Test("all bytes go both ways in both alphabets, at every length")
    func allBytes() throws {
        let all = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 3) }
        for length in [0, 1, 2, 3, 4, 5, 255, 256, 257, 999, 1000] {
            let bytes = Array(all.prefix(length))
            for alphabet in [Base64.Alphabet.standard, .urlSafe] {
                #expect(try Base64.decode(Base64.encode(bytes, alphabet: alphabet), alphabet: alphabet) == bytes)
            }
        }
        #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
        #expect(Base64.encode([0xFB, 0xFF], alphabet: .urlSafe) == "-_8=")
    }

    @Test(
        "what is wrong is refused at its place",
        arguments: [
            ("Zm9-", .standard, .required, .notInAlphabet(0x2D), 3),
            ("Zm9+", .urlSafe, .required, .notInAlphabet(0x2B), 3),
            ("Zm9v\u{0}", .standard, .required, .notInAlphabet(0), 4),
            ("Zé==", .standard, .required, .notInAlphabet(0xC3), 1),
            ("Zm 9v", .standard, .required, .whiteSpace, 2), ("Zm9v\n", .standard, .required, .whiteSpace, 4),
            ("Zg", .standard, .required, .missingPadding, 2),
            ("Zg=", .standard, .required, .missingPadding, 3), ("Zg=", .standard, .optional, .missingPadding, 3),
            ("Zg==", .standard, .forbidden, .misplacedPadding, 2),
            ("Zm8==", .standard, .required, .misplacedPadding, 4),
            ("Zg===", .standard, .required, .misplacedPadding, 4),
            ("Zm9v=", .standard, .optional, .misplacedPadding, 4),
            ("=", .standard, .optional, .misplacedPadding, 0), ("Z===", .standard, .optional, .misplacedPadding, 1),
            ("Zg==Zg==", .standard, .required, .misplacedPadding, 4),
            ("Zg=v", .standard, .required, .misplacedPadding, 3), ("Z", .standard, .optional, .truncated, 0),
            ("Zm9vZ", .standard, .forbidden, .truncated, 4),
            ("Zh==", .standard, .required, .trailingBits, 1), ("Zm9=", .standard, .required, .trailingBits, 2),
            ("Zm9", .urlSafe, .forbidden, .trailingBits, 2),
            ("Zg==junk", .standard, .required, .misplacedPadding, 4),
            ("Zg==!", .standard, .required, .notInAlphabet(0x21), 4),
        ] as [(String, Base64.Alphabet, Base64.Padding, Base64Error.Cause, Int)]
    )
    func refused(
        text: String,
        alphabet: Base64.Alphabet,
        padding: Base64.Padding,
        cause: Base64Error.Cause,
        offset: Int
    ) {
        #expect(throws: Base64Error(cause, byteOffset: offset)) {
            try Base64.decode(text, alphabet: alphabet, padding: padding)
        }
    }

    @Test("white space and left-over bits pass where they are asked for, and nowhere else")
    func tolerance() throws {
        let foobar = Array("foobar".utf8)
        #expect(try Base64.decode(" Zm9v\r\n\tYm Fy\n", allowsWhitespace: true) == foobar)
        #expect(try Base64.decode("Zm9vYg= =\n", allowsWhitespace: true) == Array("foob".utf8))
        #expect(throws: Base64Error(.notInAlphabet(0x0B), byteOffset: 4)) {
            try Base64.decode("Zm9v\u{B}", allowsWhitespace: true)
        }
        #expect(try Base64.decode("Zh==", allowsTrailingBits: true) == [0x66])
        #expect(try Base64.decode("Zm9", padding: .forbidden, allowsTrailingBits: true) == Array("fo".utf8))
    }

    @Test("megabytes in lines of 76 digits are decoded")
    func long() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 4) }
        let digits = Array(Base64.encode(bytes).utf8)
        var lines: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 76) {
            lines += digits[start..<min(start + 76, digits.count)] + [0x0D, 0x0A]
        }
        #expect(try Base64.decode(lines, allowsWhitespace: true) == bytes)
    }
}
