import Testing

@testable import Documents

@Suite struct ByteSearchTests {
    /// Neighbours of what is looked for, with and without the highest bit: where a borrow would show.
    private static let others: [UInt8] = [0x00, 0x01, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF]

    @Test("A byte is found at every place of texts of every length, whatever stands around it", arguments: 0..<35)
    func places(length: Int) {
        for filler in Self.others {
            let text = [UInt8](repeating: filler, count: length)
            #expect(text.span.place(of: 0x22, from: 0) == length)
            for place in text.indices {
                var text = text
                text[place] = 0x22
                #expect(text.span.place(of: 0x22, from: 0) == place)
                #expect(text.span.place(of: 0x5C, or: 0x22, from: 0) == place)
                #expect(text.span.place(of: 0x22, or: 0x5C, from: place) == place)
                #expect(text.span.place(of: 0x22, from: place + 1) == length)
            }
        }
    }

    @Test("Of several the first counts, and a place past the end is the end")
    func first() {
        let text = Array("\u{1}\"\u{0}\\ab\"cdefgh\\\"".utf8)
        #expect(text.span.place(of: 0x22, or: 0x5C, from: 0) == 1)
        #expect(text.span.place(of: 0x22, or: 0x5C, from: 2) == 3)
        #expect(text.span.place(of: 0x22, from: 2) == 6)
        #expect(text.span.place(of: 0x5C, from: 4) == 13)
        #expect(text.span.place(of: 0x22, from: 99) == text.count)
        #expect([UInt8]().span.place(of: 0x22, from: 0) == 0)
        // One below another: the borrow of the lower reaches the higher.
        let bytes: [UInt8] = [0x23, 0x22, 0x23, 0x22, 0x21, 0, 0, 0]
        #expect(bytes.span.place(of: 0x22, from: 0) == 1)
        #expect(bytes.span.place(of: 0x21, from: 0) == 4)
    }
}
