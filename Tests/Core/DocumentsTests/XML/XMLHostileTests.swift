import Documents
import Foundation
import Testing

@Suite("Hostile XML does no harm")
struct XMLHostileTests {
    @Test("billion laughs is refused before any expansion")
    func billionLaughs() throws {
        var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY lol \"lol\">"
        for level in 1...9 {
            let reference = level == 1 ? "&lol;" : "&lol\(level - 1);"
            text += "<!ENTITY lol\(level) \"\(String(repeating: reference, count: 10))\">"
        }
        text += "]><lolz>&lol9;</lolz>"
        #expect(throws: XMLError(.documentType, line: 2, column: 1, byteOffset: 22)) {
            try XMLDocument(parsing: text.utf8)
        }
    }

    @Test("no file is opened: not by an entity, a DTD, an inclusion, a catalog or a style sheet")
    func externalEntities() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("kinescope-\(UUID().uuidString).txt")
        try Data("SECRET-CANARY".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let url = file.absoluteString
        let refused = [
            "<!DOCTYPE a [<!ENTITY x SYSTEM '\(url)'>]><a>&x;</a>", "<!DOCTYPE a SYSTEM '\(url)'><a/>",
            "<!DOCTYPE a [<!ENTITY % x SYSTEM '\(url)'> %x;]><a/>", "<!DOCTYPE a PUBLIC 'p' '\(url)'><a/>",
            "<?xml version='1.0'?><!DOCTYPE a [<!ATTLIST a ID CDATA 'x'>]><a/>",
        ]
        for text in refused {
            let error = try #require(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }
            #expect(error.cause == .documentType)
            #expect(!error.description.contains("CANARY"))
        }
        let ignored = [
            "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='\(url)' parse='text'/></a>",
            "<?oasis-xml-catalog catalog='\(url)'?><a/>", "<?xml-stylesheet href='\(url)'?><a xml:base='\(url)'/>",
            "<a xsi:schemaLocation='u:x \(url)' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>",
        ]
        for text in ignored {
            let document = try XMLDocument(parsing: text.utf8)
            #expect(!document.serialized.contains("CANARY"))
            #expect(document.root.text.isEmpty)
        }
    }

    @Test("a document type hidden behind comments, instructions and sections is found, a mention of one is none")
    func hiddenDocumentTypes() throws {
        let hidden = [
            "<!----><!DOCTYPE a><a/>", "<!-- --><?p ?><!DOCTYPE a><a/>", "<?p <!-- ?><!DOCTYPE a><a/>",
            "<!-- <?p --><!DOCTYPE a><a/>",
            "<!-- <![CDATA[ --><!DOCTYPE a><a/>", "\u{FEFF}<!DOCTYPE a><a/>", "<a b='\"'/><!DOCTYPE a>",
            "<a b=\">\"><!DOCTYPE a></a>", "\n\n<!DOCTYPE\n",
        ]
        for text in hidden {
            #expect(
                Fault(try #require(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }) == .documentType,
                "\(text)"
            )
        }
        let mentions = [
            "<!-- <!DOCTYPE a> --><a/>", "<a><![CDATA[<!DOCTYPE a>]]></a>", "<?p <!DOCTYPE a> ?><a/>",
            "<a>&lt;!DOCTYPE a></a>",
        ]
        for text in mentions { _ = try XMLDocument(parsing: text.utf8) }
    }

    @Test("hyphens that break a comment are refused at the first, since libxml2 is quadratic in them")
    func brokenComments() throws {
        let text = String(repeating: "<!--", count: 65_000)
        #expect(throws: XMLError(.malformed("two hyphens inside a comment"), line: 1, column: 7, byteOffset: 6)) {
            try XMLDocument(parsing: text.utf8)
        }
        _ = try XMLDocument(parsing: "<!-- - -><a> --><a/>".utf8)
    }

    @Test("A column is one of characters, whoever finds the fault and whatever the bytes are")
    func columnsOfCharacters() throws {
        let accents = String(repeating: "é😀", count: 10)
        let gate = "<r>\(accents)<!-- a -- b --></r>"
        let library = "<r>\(accents)</s>"
        for bytes in [Array(gate.utf8), utf16(gate, lowByteFirst: true), utf16(gate, lowByteFirst: false)] {
            let error = try #require(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
            #expect(error.column == 31)
        }
        let error = try #require(throws: XMLError.self) { try XMLDocument(parsing: Array(library.utf8)) }
        #expect(error.column.map { (24...29).contains($0) } == true)
    }

    @Test("line, column and offset are those of the fault")
    func places() throws {
        func fault(_ text: String) throws -> XMLError {
            try #require(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }
        }
        let type = try fault("<a>\n é<!DOCTYPE x></a>")
        #expect((type.line, type.column, type.byteOffset) == (2, 3, 7))
        let nul = try fault("\u{FEFF}<a>\n\0</a>")
        #expect((nul.line, nul.column, nul.byteOffset) == (2, 1, 7))
        let mismatch = try fault("<a>\n<b>\n</c>\n</a>")
        #expect(mismatch.line == 3)
        #expect(mismatch.byteOffset.map { (8...12).contains($0) } == true)
        let windows = try fault("<a>\r\n\r\n <!DOCTYPE x></a>")
        #expect((windows.line, windows.column, windows.byteOffset) == (3, 2, 8))
        let undeclared = try fault("<a>\n\n<p:b/></a>")
        #expect(undeclared.line == 3)
    }

    @Test(
        "a carriage return ends a line for every fault, also for those that are found before line ends are made alike",
        arguments: [("\n\n\n", 4, 33), ("\r\r\r", 4, 33), ("\r\n\r", 3, 33), ("\r\n\r\n", 3, 34), ("", 1, 30)]
    )
    func carriageReturns(ends: String, line: Int, byteOffset: Int) throws {
        let error = try #require(throws: XMLError.self) {
            try XMLDocument(parsing: "<?xml version=\"1.0\"\(ends) encoding=\"x\"?><a/>".utf8)
        }
        #expect(error.line == line)
        #expect(error.byteOffset == byteOffset)
        #expect(error.column == (line == 1 ? 31 : 12))
        let nul = try #require(throws: XMLError.self) { try XMLDocument(parsing: "<a>\(ends)\0</a>".utf8) }
        #expect(nul.line == line)
        #expect(nul.column == (line == 1 ? 4 : 1))
        let type = try #require(throws: XMLError.self) { try XMLDocument(parsing: "<a>\(ends)<!DOCTYPE a></a>".utf8) }
        #expect(type.line == line)
        #expect(type.column == (line == 1 ? 4 : 1))
    }

    @Test(
        "whatever libxml2 quotes, an error stays in its line, turns no direction and rings no bell",
        arguments: ["\u{9B}31m not a uri", "\u{85} x", "\u{202E} x", "\u{2028} x", "\u{FEFF} x"]
    )
    func quoting(namespace: String) throws {
        let error = try #require(throws: XMLError.self) {
            try XMLDocument(parsing: "<a xmlns:p=\"\(namespace)\"/>".utf8)
        }
        #expect(Fault(error) == .namespace)
        let harmful = error.description.unicodeScalars.filter { $0.isHarmfulToShow }
        #expect(harmful.isEmpty)
        #expect(error.description.contains("\\u{"))
    }

    @Test("parsing from many tasks at once gives what one gives")
    func parallel() async throws {
        let sources = wellFormed.map(\.0) + illFormed.map(\.0)
        let expected = sources.map { text in
            Result { try XMLDocument(parsing: text.utf8) }.mapError { ($0 as? XMLError) ?? XMLError(.empty) }
        }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        for (text, outcome) in zip(sources, expected) {
                            let again = Result { try XMLDocument(parsing: text.utf8) }.mapError {
                                ($0 as? XMLError) ?? XMLError(.empty)
                            }
                            if again != outcome { return false }
                        }
                    }
                    return true
                }
            }
            for await agrees in group { #expect(agrees) }
        }
    }
}
