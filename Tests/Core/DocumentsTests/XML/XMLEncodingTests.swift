import Documents
import Testing

/// The bytes of `text` in UTF-16 with a byte order mark.
func utf16(_ text: String, lowByteFirst: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
        let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        return lowByteFirst ? bytes : bytes.reversed()
    }
}

@Suite("XML encodings")
struct XMLEncodingTests {
    @Test(
        "UTF-16 of either byte order says the same as UTF-8",
        arguments: wellFormed.map(\.0).filter { !$0.hasPrefix("\u{FEFF}") && !$0.contains("ASCII") }
    )
    func utf16Forms(text: String) throws {
        let expected = try XMLDocument(parsing: text.utf8)
        #expect(try XMLDocument(parsing: utf16(text, lowByteFirst: true)) == expected)
        #expect(try XMLDocument(parsing: utf16(text, lowByteFirst: false)) == expected)
    }

    @Test("faults in UTF-16 are told in offsets of its own bytes")
    func utf16Faults() throws {
        func fault(_ bytes: [UInt8]) throws -> XMLError {
            try #require(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
        }
        for lowByteFirst in [true, false] {
            let half = try fault(utf16("<a/>", lowByteFirst: lowByteFirst) + [0x20])
            #expect(Fault(half) == .encoding)
            #expect(half.byteOffset == 10)
            let nul = try fault(utf16("<a/>\0", lowByteFirst: lowByteFirst))
            #expect((Fault(nul), nul.byteOffset) == (.nul, 10))
            // "😀é" is three units: the declaration stands five units into the text, and a mark before it.
            let type = try fault(utf16("<😀é/><!DOCTYPE a>", lowByteFirst: lowByteFirst))
            #expect((Fault(type), type.byteOffset) == (.documentType, 14))
            let lone = try fault(
                utf16("<a>", lowByteFirst: lowByteFirst)
                    + (lowByteFirst ? [0x00, 0xD8, 0x41, 0x00] : [0xD8, 0x00, 0x00, 0x41])
            )
            #expect((Fault(lone), lone.byteOffset) == (.encoding, 8))
            let last = try fault(
                utf16("<a>", lowByteFirst: lowByteFirst) + (lowByteFirst ? [0x00, 0xDC] : [0xDC, 0x00])
            )
            #expect((Fault(last), last.byteOffset) == (.encoding, 8))
        }
        #expect(Fault(try fault([0xFF, 0xFE])) == .empty)
        #expect(Fault(try fault(utf16("\u{FEFF}<a/>", lowByteFirst: true))) == .malformed)
        #expect(Fault(try fault(Array("\u{FEFF}\u{FEFF}<a/>".utf8))) == .malformed)
        #expect(Fault(try fault([0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E, 0])) == .encoding)
        #expect(Fault(try fault([0, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E])) == .encoding)
        #expect(Fault(try fault([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0])) == .nul)
    }

    @Test(
        "bytes that are no UTF-8 are refused at the sequence they begin",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0xAF],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) throws {
        let error = try #require(throws: XMLError.self) {
            try XMLDocument(parsing: Array("<a>\n".utf8) + bytes + Array("</a>".utf8))
        }
        #expect(error == XMLError(.encoding("bytes that are not UTF-8"), line: 2, column: 1, byteOffset: 4))
    }

    @Test("UTF-7 and its kin are never decoded")
    func utf7() throws {
        let text = "<?xml version='1.0' encoding='utf-8'?><a>+ADw-b/+AD4-</a>"
        #expect(try XMLDocument(parsing: text.utf8).root.text == "+ADw-b/+AD4-")
    }
}
