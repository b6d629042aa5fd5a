import Documents
import Testing

/// The tree that the pull reader's steps amount to.
func assemble(_ bytes: [UInt8]) throws -> XMLDocument {
    let reader = try XMLReader(bytes)
    var open: [XMLElement] = []
    var root: XMLElement?
    var prolog: [XMLNode] = []
    var epilog: [XMLNode] = []
    func add(_ node: XMLNode) {
        if !open.isEmpty {
            open[open.count - 1].children.append(node)
        } else if root == nil {
            prolog.append(node)
        } else {
            epilog.append(node)
        }
    }
    while let event = try reader.next() {
        switch event {
        case .startElement(let element): open.append(element)
        case .endElement(let name):
            let last = open.popLast()
            let element = try #require(last)
            #expect(element.name == name)
            if open.isEmpty { root = element } else { add(.element(element)) }
        case .text(let text): add(.text(text))
        case .cdata(let text): add(.cdata(text))
        case .comment(let text): add(.comment(text))
        case .processingInstruction(let target, let data): add(.processingInstruction(target: target, data: data))
        }
    }
    #expect(try reader.next() == nil)
    return XMLDocument(root: try #require(root), prolog: prolog, epilog: epilog)
}

@Suite("The XML pull reader")
struct XMLReaderTests {
    @Test("it agrees with the tree", arguments: wellFormed.map(\.0))
    func agrees(text: String) throws {
        #expect(try assemble(Array(text.utf8)) == XMLDocument(parsing: text.utf8))
        guard !text.hasPrefix("\u{FEFF}") else { return }
        #expect(try assemble(utf16(text, lowByteFirst: true)) == XMLDocument(parsing: text.utf8))
    }

    @Test("it refuses what the tree refuses, for the same cause", arguments: illFormed)
    func refuses(text: String, fault: Fault) throws {
        let error = try #require(throws: XMLError.self) { try drain(Array(text.utf8)) }
        #expect(Fault(error) == fault, "\(error)")
        #expect(throws: error) { try XMLDocument(parsing: text.utf8) }
    }

    @Test("it agrees with the tree where text, sections and tags are longer than what libxml2 takes at a time")
    func longPieces() throws {
        for length in [200, 299, 300, 301, 511, 512, 513, 700, 4_096, 9_000, 100_000] {
            let run = String(repeating: "é&amp;x\n", count: length / 8)
            let plain = String(repeating: "y", count: length)
            let text =
                "<a>\(run)<b c='\(run)' d='1'>\(plain)<![CDATA[\(plain)\n]]>\(run)</b><!--\(plain)--><?p \(plain)?>\(plain)<d/></a>"
            guard text.utf8.count <= XMLLimits.default.totalBytes else { continue }
            #expect(try assemble(Array(text.utf8)) == XMLDocument(parsing: text.utf8))
        }
        let many = "<a>" + String(repeating: "<b c='1'>x<d/>y</b>\n", count: 5_000) + "</a>"
        #expect(try assemble(Array(many.utf8)) == XMLDocument(parsing: many.utf8))
    }

    @Test("it goes step by step, and an element without content begins and ends")
    func steps() throws {
        let reader = try XMLReader(Array("<a b='1'>x<c/></a>".utf8))
        let root = XMLElement(XMLName("a"), attributes: [XMLAttribute(XMLName("b"), "1")], line: 1)
        #expect(try reader.next() == .startElement(root))
        #expect(try reader.next() == .text("x"))
        #expect(try reader.next() == .startElement(XMLElement(XMLName("c"), line: 1)))
        #expect(try reader.next() == .endElement(XMLName("c")))
        #expect(try reader.next() == .endElement(XMLName("a")))
        #expect(try reader.next() == nil)
    }

    @Test("an error comes again on every later call")
    func stickyError() throws {
        let reader = try XMLReader(Array("<a><b></a>".utf8))
        var first: XMLError?
        do { while try reader.next() != nil {} } catch { first = error }
        let error = try #require(first)
        #expect(throws: error) { try reader.next() }
    }
}
