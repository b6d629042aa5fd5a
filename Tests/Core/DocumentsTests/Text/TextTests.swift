import Testing

@testable import Documents

@Suite struct TextTests {
    @Test("A byte is found where it first stands, wherever that is among eight", arguments: 0..<40)
    func firstOffsets(count: Int) {
        for wanted: UInt8 in [0x00, 0x01, 0x0A, 0x7F, 0x80, 0xFF] {
            for other: UInt8 in [0x00, 0x01, 0x0B, 0x80, 0xFF] where other != wanted {
                let none = [UInt8](repeating: other, count: count)
                #expect(firstOffset(of: wanted, in: none.span) == nil)
                for place in 0..<count {
                    var bytes = none
                    for later in place..<count where (later - place).isMultiple(of: 3) { bytes[later] = wanted }
                    #expect(firstOffset(of: wanted, in: bytes.span) == place)
                    #expect(firstOffset(of: wanted, in: bytes.span, from: place) == place)
                    #expect(
                        firstOffset(of: wanted, in: bytes.span, from: place + 1)
                            == (place + 3 < count ? place + 3 : nil)
                    )
                }
            }
        }
        #expect(firstOffset(of: 0, in: [UInt8](repeating: 0, count: count).span, from: count + 5) == nil)
    }

    @Test(
        "White space of XML around a text is taken away, and no other",
        arguments: [
            ("", ""), (" ", ""), ("a", "a"), ("\r\n\t a b \n", "a b"), ("\u{A0}a\u{A0}", "\u{A0}a\u{A0}"),
            ("\u{B}a", "\u{B}a"), (" \u{301}a ", "\u{301}a"),
        ]
    )
    func trimmed(text: String, trimmed: String) {
        #expect(Array(trimmedBytes(text)) == Array(trimmed.utf8))
    }
}
