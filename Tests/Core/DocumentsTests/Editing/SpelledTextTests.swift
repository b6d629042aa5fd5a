import Foundation
import Testing

@testable import Documents

@Suite struct SpelledTextTests {
    /// Replaces `old` in the decoded text and answers the text around it.
    private static func replacing(_ old: String, by new: String, in text: String, _ escaping: Escaping) -> String {
        let bytes = Array(text.utf8)
        let spelled = SpelledText(bytes, 0..<bytes.count, escaping)
        guard let start = spelled.bytes.firstIndex(of: Array(old.utf8)) else { return "not found" }
        let edit = ByteEdit(range: start..<start + old.utf8.count, bytes: Array(new.utf8))
        return String(decoding: bytes.applying(spelled.lifted([edit])), as: UTF8.self)
    }

    @Test(
        "What changes is spelled like what was there, and the rest stays as it is spelled",
        arguments: [
            ("a%2Fb%2fc12", "12", "13", "a%2Fb%2fc13", .percent(plusIsSpace: true)),
            // A letter for a slash, and a slash for a letter, as slashes are spelled there.
            ("x%2fAyz", "A", "/", "x%2f%2fyz", .percent(plusIsSpace: true)),
            ("x%2FAyz", "A", "/", "x%2F%2Fyz", .percent(plusIsSpace: true)),
            ("x/Ayz", "A", "/", "x//yz", .percent(plusIsSpace: true)),
            ("xAyz", "A", "+", "x%2Byz", .percent(plusIsSpace: true)),
            ("xAyz", "A", "+", "x+yz", .percent(plusIsSpace: false)),
            // Like the same byte rather than like another sign.
            ("+%2FA", "A", "/", "+%2F%2F", .percent(plusIsSpace: false)),
            ("%2B/A", "A", "/", "%2B//", .percent(plusIsSpace: true)),
            // Digits that need no escape and have one keep it.
            ("%32%30%32%36", "2026", "2031", "%32%30%33%31", .percent(plusIsSpace: false)),
            ("a &amp; 12&#43;", "12", "34", "a &amp; 34&#43;", .entities),
            ("&#x2B;A", "A", "+", "&#x2B;&#x2B;", .entities), ("&#43;A", "A", "/", "&#43;&#47;", .entities),
            ("&#x2b;A", "A", "/", "&#x2b;&#x2f;", .entities), ("+A", "A", "/", "+/", .entities),
            ("A&B;12", "12", "3", "A&B;3", .entities), ("&#50;&#48;", "20", "31", "&#51;&#49;", .entities),
            (#"a\/b\"c12\u00e9"#, "12", "99", #"a\/b\"c99\u00e9"#, .json), (#"\/A"#, "A", "/", #"\/\/"#, .json),
            (#"\u0041B"#, "B", "C", #"\u0041C"#, .json), (#"\u0041B"#, "A", "C", #"\u0043B"#, .json),
            (#"\ud83d\ude00 1"#, "1", "22", #"\ud83d\ude00 22"#, .json),
            (#"\ud83d 1\"#, "1", "2", #"\ud83d 2\"#, .json),
        ] as [(String, String, String, String, Escaping)]
    )
    func spelling(text: String, old: String, new: String, expected: String, escaping: Escaping) {
        #expect(Self.replacing(old, by: new, in: text, escaping) == expected)
    }

    @Test("In UTF-16 a character keeps its two bytes", arguments: [true, false])
    func utf16(isBigEndian: Bool) throws {
        let encoding: String.Encoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
        let text = [UInt8](try #require("é😀 2026 x".data(using: encoding)))
        let spelled = SpelledText(text, 0..<text.count, .utf16(isBigEndian: isBigEndian))
        #expect(String(decoding: spelled.bytes, as: UTF8.self) == "é😀 2026 x")
        let edit = ByteEdit(range: 7..<11, bytes: Array("12".utf8))
        let moved = text.applying(spelled.lifted([edit]))
        #expect(String(data: Data(moved), encoding: encoding) == "é😀 12 x")
    }

    @Test("Base64 keeps line breaks, padding, alphabet and stray bits, and only the digits that must change do")
    func base64() throws {
        // `printf 'abc 2026 xyz?>' | base64`: YWJjIDIwMjYgeHl6Pz4=
        for (text, expected) in [
            ("YWJjIDIwMjYgeHl6Pz4=", "YWJjIDIwMzEgeHl6Pz4="), ("YWJjIDIwMjYgeHl6Pz4", "YWJjIDIwMzEgeHl6Pz4"),
            ("YWJjIDIw\r\nMjYgeHl6\r\nPz4=\r\n", "YWJjIDIw\r\nMzEgeHl6\r\nPz4=\r\n"),
            // A last digit with bits that no one reads: 4 is 56, 5 is 57.
            ("YWJjIDIwMjYgeHl6Pz5=", "YWJjIDIwMzEgeHl6Pz5="),
        ] {
            let bytes = Array(text.utf8)
            let spelled = try #require(Base64Spelling(bytes, 0..<bytes.count))
            #expect(spelled.bytes.elementsEqual("abc 2026 xyz?>".utf8))
            let edits = spelled.lifted([ByteEdit(range: 4..<8, bytes: Array("2031".utf8))])
            #expect(String(decoding: bytes.applying(edits), as: UTF8.self) == expected)
        }
    }

    @Test("A longer text in Base64 is padded as it was, and lines stay as long")
    func longer() throws {
        for (text, expected) in [
            // `printf 'ab9' | base64`, `printf 'ab10' | base64`
            ("YWI5", "YWIxMA=="), ("YWI5\n", "YWIxMA==\n"), ("YW\nI5", "YW\nIxMA=="),
        ] {
            let bytes = Array(text.utf8)
            let spelled = try #require(Base64Spelling(bytes, 0..<bytes.count))
            let edits = spelled.lifted([ByteEdit(range: 2..<3, bytes: Array("10".utf8))])
            #expect(String(decoding: bytes.applying(edits), as: UTF8.self) == expected)
        }
        // In the alphabet of URLs nothing is padded: `a?>9` is YT8-OQ, `a?>10` is YT8-MTA.
        let url = Array("YT8-OQ".utf8)
        let edits = try #require(Base64Spelling(url, 0..<url.count)).lifted([
            ByteEdit(range: 3..<4, bytes: [0x31, 0x30])
        ])
        #expect(String(decoding: url.applying(edits), as: UTF8.self) == "YT8-MTA")
        // A text without padding in the other alphabet stays without: `abc9` is YWJjOQ, `abc10` is YWJjMTA.
        let bare = Array("YWJjOQ".utf8)
        let more = try #require(Base64Spelling(bare, 0..<6)).lifted([ByteEdit(range: 3..<4, bytes: [0x31, 0x30])])
        #expect(String(decoding: bare.applying(more), as: UTF8.self) == "YWJjMTA")
        #expect(Base64Spelling(Array("not base64!".utf8), 0..<11) == nil)
        #expect(Base64Spelling([], 0..<0) == nil)
    }

    @Test("Edits that overlap or are past the end are passed over")
    func edits() {
        let text = Array("abcdef".utf8)
        let edits = [
            ByteEdit(range: 1..<3, bytes: [0x58]), ByteEdit(range: 2..<4, bytes: [0x59]),
            ByteEdit(range: 5..<9, bytes: [0x5A]),
        ]
        #expect(String(decoding: text.applying(edits), as: UTF8.self) == "aXdef")
    }
}
